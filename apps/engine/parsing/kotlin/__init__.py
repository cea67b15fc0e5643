"""What Kotlin's dialect is made of: heads of definitions, and expressions."""
