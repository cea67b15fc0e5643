"""SQL, read by a scanner of our own: no grammar of one dialect covers what repositories hold."""
