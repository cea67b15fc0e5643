"""The one server for pages; later also for streams, API and MCP."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
application = get_asgi_application()

from apps.web.pictures import warm_up  # noqa: E402  # Django has to be set up before anything of ours is imported

warm_up()
