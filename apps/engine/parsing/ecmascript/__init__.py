"""Syntax trees of JavaScript, TypeScript and TSX → facts: what their grammars share.  Each language has its own query."""
