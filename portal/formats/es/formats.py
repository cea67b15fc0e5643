from portal.formats import DATETIME_FORMAT

__all__ = ["DATETIME_FORMAT"]
