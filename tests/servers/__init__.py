"""Real servers that tests talk to over loopback."""
