"""Make the virtual environment that a lock file describes: `environment.py VENV LOCK`.

Standard library only, run by whichever Python the machine has.  Done once per content of the lock; an interrupted install is
taken up again, and two at once wait for each other.  Chatter goes to standard error.
"""

import fcntl
import hashlib
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
INSTALL = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--require-hashes", "--no-deps", "-r")
HINT = (
    "The packages could not be installed. If Python's venv or ensurepip is missing, install it (Debian: python3-venv); "
    "if the network is, connect once. Then type the command again."
)


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(*command):
    """Run with output on standard error; raises on failure."""
    subprocess.run([str(part) for part in command], check=True, stdout=sys.stderr, stdin=subprocess.DEVNULL)


def main(folder, lock):
    """0 when the environment is ready, 1 with a sentence when it can't be made."""
    if sys.version_info < OLDEST:
        say(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}. Name another: make PYTHON=python3.12 …")
        return 1
    folder, lock = Path(folder), Path(lock)
    wanted = hashlib.sha256(lock.read_bytes() + str(sys.version_info[:2]).encode()).hexdigest()
    stamp = folder / f".{lock.name}.installed"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as gate:
        fcntl.flock(gate, fcntl.LOCK_EX)
        if stamp.exists() and stamp.read_text() == wanted:
            return 0
        try:
            if not (folder / "bin" / "pip").exists():
                say("Making a virtual environment …")
                run(sys.executable, "-m", "venv", folder)
            say(f"Installing the packages of {lock} (once) …")
            run(folder / "bin" / "python", *INSTALL, lock)
        except (subprocess.CalledProcessError, OSError):
            say(HINT)
            return 1
        stamp.write_text(wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
