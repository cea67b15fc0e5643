"""Routes and models of Rust."""
