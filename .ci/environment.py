"""Make the virtual environment that a lock file describes: `environment.py VENV LOCK`.

Standard library only, run by whichever Python the machine has.  Done once per content of the lock; an interrupted install is
taken up again, and two at once wait for each other.  Chatter goes to standard error.
"""

import fcntl
import hashlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

INSTALL = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--require-hashes", "--no-deps", "-r")
NO_VENV = "This Python has no venv or no ensurepip, so no virtual environment can be made. Install them (Debian: python3-venv)."
LINK = "{folder} is a link to a folder that is not ours to clear. Remove the link, then type the command again."
NO_PACKAGES = "The packages of {lock} could not be installed; see above. They need the network once. Then type the command again."


def say(text):
    print(text, file=sys.stderr, flush=True)


def works(*command):
    """Whether a command runs and succeeds; it is silent."""
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def run(*command):
    """Run a command that is silent when all is well; raises on failure, after its words were shown."""
    told = subprocess.run(
        [str(part) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if told.returncode:
        say(told.stdout.decode(errors="replace").strip())
        raise subprocess.CalledProcessError(told.returncode, command)


def is_in_place(folder):
    """Whether the environment was made where it lies: its programs name their folder, so one that was moved is of no use."""
    program = folder / "bin" / "pip"
    return program.exists() and os.fsencode(folder.absolute()) in program.read_bytes()


def install(folder, lock):
    """Bring the environment in `folder` to what `lock` lists; a sentence when that fails, else ""."""
    python = folder / "bin" / "python"
    if not (is_in_place(folder) and works(python, "-m", "pip", "--version")):
        if folder.is_symlink():
            return LINK.format(folder=folder)
        if not all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")):
            return NO_VENV
        say("Making a virtual environment …")
        try:
            run(sys.executable, "-m", "venv", "--clear", folder)
        except (subprocess.CalledProcessError, OSError):
            return NO_VENV
    say(f"Installing the packages of {lock.name} (once) …")
    try:
        run(python, *INSTALL, lock)
    except (subprocess.CalledProcessError, OSError):
        return NO_PACKAGES.format(lock=lock.name)
    return ""


def main(folder, lock):
    """0 when the environment is ready, 1 with a sentence when it can't be made."""
    folder, lock = Path(folder), Path(lock)
    wanted = hashlib.sha256(lock.read_bytes() + os.fsencode(folder.absolute())).hexdigest()
    stamp = folder / f".{lock.name}.installed"
    gate = os.open(".", os.O_RDONLY)  # the project's folder is the lock: it is there before anything else
    try:
        fcntl.flock(gate, fcntl.LOCK_EX)
        if stamp.exists() and stamp.read_text() == wanted and (folder / "bin" / "python").exists():
            return 0
        stamp.unlink(missing_ok=True)
        problem = install(folder, lock)
        if problem:
            say(problem)
            return 1
        stamp.write_text(wanted)
    except OSError as error:
        say(f"The virtual environment can't be made in {folder.absolute()}: {error.strerror}.")
        return 1
    except KeyboardInterrupt:
        say("Interrupted. The same command takes it up again.")
        return 130
    finally:
        os.close(gate)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
