"""Ruby: how its grammar is read.  `languages/ruby.py` is the door."""
