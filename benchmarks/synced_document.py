"""The document of a folder as a sync stores it, on standard output; the servers' addresses come from the environment.

python -m apps.integrations.embedded STATE python benchmarks/synced_document.py FOLDER
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
django.setup()

from django.core.management import call_command  # noqa: E402 - Django is set up first

from apps.artifacts import selectors as artifacts  # noqa: E402
from apps.engine.rendering import RelativeLinks, to_markdown  # noqa: E402
from apps.pipeline.tasks import sync_repo  # noqa: E402
from apps.pipeline.triggers import request_sync  # noqa: E402
from apps.repos import services  # noqa: E402
from apps.tenants.services import create_tenant  # noqa: E402
from benchmarks.arguments import described, source  # noqa: E402


def main() -> int:
    """Exit status 0 once the document is written."""
    parser = described(__doc__)
    parser.add_argument("folder", type=source, metavar="FOLDER")
    folder: Path = parser.parse_args().folder
    call_command("migrate", verbosity=0)
    tenant = create_tenant(name="Benchmark", slug="benchmark")
    repo = services.register_local_repo(tenant=tenant, path=str(folder.resolve()))
    sync_repo(request_sync(tenant=tenant, repo=repo, trigger="manual").pk)
    sys.stdout.write(to_markdown(artifacts.document(artifacts.current_version(repo)), RelativeLinks()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
