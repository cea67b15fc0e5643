"""Views parse, call and render; they hold no rules."""
