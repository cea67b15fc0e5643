"""Swift: what its dialect needs to know, by what it is about."""
