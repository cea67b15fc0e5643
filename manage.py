#!/usr/bin/env python3
"""Django's command line."""

import os
import sys


def main() -> None:
    """Run the command that was typed; Ctrl-C ends it without a word, also while all is still being loaded."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) < 3:
        pass  # where a standard stream was closed, the next file or socket would be taken for it
    os.close(descriptor)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    try:
        from django.conf import settings
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line

        try:
            settings.INSTALLED_APPS  # noqa: B018 - reads the settings
        except ImproperlyConfigured as error:
            sys.exit(f"The settings can't be used. {error}")
        execute_from_command_line(sys.argv)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
