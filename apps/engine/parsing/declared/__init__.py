"""The reader of languages that say most of what they mean in declarations; each language is a query and a `Dialect`."""
