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
from types import FrameType
from typing import NoReturn

from apps.integrations.embedded import EmbeddedError, Postgres, Servers, Valkey, state_folder
from apps.integrations.embedded.children import stop
from apps.integrations.encryption import new_key

USAGE = "usage: python -m apps.integrations.embedded STATE COMMAND [ARGUMENT …]"


def _terminate(number: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)


def main(arguments: list[str]) -> int:
    """Exit status of the command; 2 for a wrong call or a server that did not start."""
    if len(arguments) < 2:
        print(USAGE, file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, _terminate)
    signal.signal(signal.SIGHUP, _terminate)
    environment = dict(os.environ)
    environment.setdefault("SECRET_KEY", secrets.token_urlsafe(50))
    environment.setdefault("CREDENTIAL_KEYS", new_key())
    servers: Servers | None = None
    child: subprocess.Popen[bytes] | None = None
    try:
        state = state_folder(Path(arguments[0]))
        postgres = None if environment.get("DATABASE_URL") else Postgres(state)
        valkey = None if environment.get("REDIS_URL") else Valkey(state)
        servers = Servers(state, [server for server in (postgres, valkey) if server])
        servers.start()
        if postgres:
            environment["DATABASE_URL"] = postgres.url
        if valkey:
            environment["REDIS_URL"] = valkey.url()
        child = subprocess.Popen(arguments[1:], env=environment)
        return child.wait()
    except EmbeddedError as error:
        print(error.message, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not cut the stop short
        if child and child.poll() is None:
            stop(child, [(signal.SIGTERM, 15), (signal.SIGKILL, 5)])
        if servers:
            servers.stop()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
