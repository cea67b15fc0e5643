"""Names of languages that declare their types: what a name means follows from declarations, not from what ran before it."""
