"""How dates are written: the same in every language, with the zone."""

DATETIME_FORMAT = "Y-m-d H:i e"
