"""``python -m apps.integrations.embedded STATE COMMAND …``: run a command with servers and secrets in its environment.

What the environment already names is used as it is.
"""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
from pathlib import Path

from apps.integrations.embedded import EmbeddedError, Servers, embedded_servers
from apps.integrations.embedded.children import stop
from apps.integrations.embedded.signals import stop_signals_ignored, stop_signals_later, stop_signals_raise
from apps.integrations.encryption import new_key

USAGE = "usage: python -m apps.integrations.embedded STATE COMMAND [ARGUMENT …]"


def main(arguments: list[str]) -> int:
    """Exit status of the command; 2 for a wrong call or a server that did not start, 130 when told to stop."""
    if len(arguments) < 2:
        print(USAGE, file=sys.stderr)
        return 2
    stop_signals_raise()
    environment = dict(os.environ)
    environment.setdefault("SECRET_KEY", secrets.token_urlsafe(50))
    environment.setdefault("CREDENTIAL_KEYS", new_key())
    servers: Servers | None = None
    child: subprocess.Popen[bytes] | None = None
    try:
        state = Path(arguments[0])
        servers = embedded_servers(state, database=not environment.get("DATABASE_URL"), queue=not environment.get("REDIS_URL"))
        servers.start()
        environment |= servers.addresses()
        with stop_signals_later():
            child = subprocess.Popen(arguments[1:], env=environment)
        status = child.wait()
        return 128 - status if status < 0 else status
    except FileNotFoundError as error:
        print(f"{arguments[1]} can't be run: {error.strerror}.", file=sys.stderr)
        return 2
    except EmbeddedError as error:
        print(error.message, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    finally:
        stop_signals_ignored()
        if child:
            stop(child, [(signal.SIGTERM, 15), (signal.SIGKILL, 5)])
        if servers:
            servers.stop()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
