"""What follows from results: ratings with errors, standings, tests."""
