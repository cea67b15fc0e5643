"""The one server for pages; later also for streams, API and MCP."""

import os

from django.core.asgi import get_asgi_application

from apps.web.pictures import warm_up

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
warm_up()  # first of all: it takes longer than the rest of the start, and runs beside it
application = get_asgi_application()
