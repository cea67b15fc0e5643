"""Django's own checks: settings and servers are sound, and no model has changed without its migration."""

import os
import sys
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
sys.path.insert(0, str(Path.cwd()))

from django.core.management import execute_from_command_line

execute_from_command_line(["manage.py", "check", "--database", "default", "--fail-level", "WARNING"])
execute_from_command_line(["manage.py", "makemigrations", "--check", "--dry-run"])
