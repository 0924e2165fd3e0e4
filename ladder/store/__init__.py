"""Where finished matches are kept, exactly once."""
