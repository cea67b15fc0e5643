"""Python syntax trees → facts."""
