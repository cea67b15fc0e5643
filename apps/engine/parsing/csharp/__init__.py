"""C#: what its declarations, expressions and documentation comments say."""
