"""What the reader of declared languages needs to know of PHP."""
