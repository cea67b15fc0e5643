"""Names of Ruby: constants by where they stand, methods through what a class inherits and includes."""
