"""Results and what follows from them; knows the engine's values and the database, never gRPC."""
