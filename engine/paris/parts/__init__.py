"""What lies on the table, part by part. All but the players are replaced, never changed."""
