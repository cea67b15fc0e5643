"""Make the virtual environment that a lock file describes: `environment.py VENV LOCK`.

Standard library only, run by whichever Python the machine has.  Done once per content of the lock; an interrupted install is
taken up again, and two at once wait for each other.  Chatter goes to standard error.
"""

import fcntl
import hashlib
import os
import subprocess
import sys

OLDEST = (3, 11)


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(*command):
    """Run with output on standard error; raises on failure."""
    subprocess.run(command, check=True, stdout=sys.stderr, stdin=subprocess.DEVNULL)


def main(folder, lock):
    """0 when the environment is ready, 1 with a sentence when it can't be made."""
    if sys.version_info < OLDEST:
        say(
            f"Python {OLDEST[0]}.{OLDEST[1]} or newer is needed; this is {sys.version.split()[0]}. Say which: make PYTHON=python3.12 …"
        )
        return 1
    with open(lock, "rb") as file:
        wanted = hashlib.sha256(file.read() + f"{sys.version_info[:2]}".encode()).hexdigest()
    stamp = os.path.join(folder, f".{os.path.basename(lock)}.installed")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, ".lock"), "w") as gate:
        fcntl.flock(gate, fcntl.LOCK_EX)
        if read(stamp) == wanted:
            return 0
        python = os.path.join(folder, "bin", "python")
        try:
            if not os.path.exists(os.path.join(folder, "bin", "pip")):
                say("Making a virtual environment …")
                run(sys.executable, "-m", "venv", folder)
            say(f"Installing the packages of {lock} (once) …")
            run(
                python,
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "--no-input",
                "--require-hashes",
                "--no-deps",
                "-r",
                lock,
            )
        except (subprocess.CalledProcessError, OSError):
            say(
                "The packages could not be installed. If Python's venv or ensurepip is missing, install it (Debian: python3-venv); "
                "if the network is, connect once. Then type the command again."
            )
            return 1
        with open(stamp, "w") as file:
            file.write(wanted)
    return 0


def read(path):
    try:
        with open(path) as file:
            return file.read()
    except FileNotFoundError:
        return ""


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
