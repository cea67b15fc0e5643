"""Processes are started in order, started again when they die, and stopped with all they started."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from apps.integrations.embedded import EmbeddedError, Supervisor, can_be_reached, check_port
from apps.integrations.embedded.children import descendants, kill_all

# Starts a grandchild in a session of its own, which ignores polite signals, then sleeps.
STUBBORN = (
    "import subprocess, sys, time\n"
    "deaf = 'import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(90)'\n"
    "subprocess.Popen([sys.executable, '-c', deaf], start_new_session=True)\n"
    "time.sleep(90)"
)
LAST_WORDS = (
    "import signal, sys, time\n"
    "def end(*_):\n"
    "    with open(sys.argv[1], 'a') as file: file.write(sys.argv[2] + '\\n')\n"
    "    sys.exit(0)\n"
    "signal.signal(signal.SIGTERM, end)\n"
    "time.sleep(90)"
)
SUPERVISE = (
    "import sys, time; from pathlib import Path; from apps.integrations.embedded import Supervisor; "
    "supervisor = Supervisor(Path(sys.argv[1])); "
    "supervisor.start('web', [sys.executable, '-c', 'import time; time.sleep(90)'], environment={}, folder=Path('/')); "
    "print('up', flush=True); time.sleep(90)"
)


def wait_until(true: Callable[[], bool], seconds: float = 15) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def started_since(before: set[tuple[int, str]]) -> set[tuple[int, str]]:
    """Processes below this one that were not there then: the tests' own servers may be."""
    return descendants(os.getpid()) - before


def python(script: str, *arguments: str) -> list[str]:
    return [sys.executable, "-c", script, *arguments]


def test_last_started_is_stopped_first(tmp_path: Path) -> None:
    supervisor, told = Supervisor(tmp_path), tmp_path / "told"
    for name in ("web", "worker-1"):
        supervisor.start(name, python(LAST_WORDS, str(told), name), environment={}, folder=tmp_path)
    time.sleep(0.5)  # their handlers are set by then
    supervisor.stop()
    assert told.read_text().split() == ["worker-1", "web"]


def test_what_a_child_started_ends_with_it(tmp_path: Path) -> None:
    supervisor, before = Supervisor(tmp_path), descendants(os.getpid())
    supervisor.start("worker-1", python(STUBBORN), environment={}, folder=tmp_path)
    wait_until(lambda: len(started_since(before)) >= 2)
    family = started_since(before)
    supervisor.stop()
    wait_until(lambda: not family & descendants(1))


def test_a_dead_child_is_started_again_and_its_orphans_end(tmp_path: Path) -> None:
    supervisor, before = Supervisor(tmp_path), descendants(os.getpid())
    supervisor.start("worker-1", python(STUBBORN), environment={}, folder=tmp_path)
    try:
        wait_until(lambda: len(started_since(before)) >= 2)
        assert supervisor.restart_ended() == []
        family = started_since(before)
        (child,) = supervisor._children
        child.process.kill()
        child.process.wait(10)
        (told,) = supervisor.restart_ended()
        assert "worker-1 process ended (killed by SIGKILL) and was started again" in told
        assert supervisor.restart_ended() == []
        wait_until(lambda: not family & descendants(1))
    finally:
        supervisor.stop()


def test_one_that_keeps_dying_is_given_up_with_its_last_words(tmp_path: Path) -> None:
    supervisor = Supervisor(tmp_path)
    script = "import sys; sys.exit('the disk is full')"
    supervisor.start("web", python(script), environment={}, folder=tmp_path)
    with pytest.raises(EmbeddedError, match=r"exit status 1\) again(.|\n)*the disk is full"):
        wait_until(lambda: supervisor.restart_ended() == ["never"])
    supervisor.stop()


def test_waiting_for_a_page_ends_when_the_process_does(tmp_path: Path) -> None:
    supervisor = Supervisor(tmp_path)
    supervisor.start("web", python("import sys; sys.exit('no module')"), environment={}, folder=tmp_path)
    with pytest.raises(EmbeddedError, match=r"web process did not start(.|\n)*no module"):
        supervisor.wait_for_page("127.0.0.1", 1, "/", 10)
    supervisor.stop()


def test_children_of_a_killed_supervisor_end(tmp_path: Path) -> None:
    process = subprocess.Popen(python(SUPERVISE, str(tmp_path)), stdout=subprocess.PIPE)
    assert process.stdout is not None and process.stdout.readline() == b"up\n"
    family = descendants(process.pid)
    assert len(family) == 1
    process.kill()
    process.communicate(timeout=10)
    wait_until(lambda: not family & descendants(1))


def test_a_command_that_is_interrupted_is_stopped(tmp_path: Path) -> None:
    supervisor = Supervisor(tmp_path)

    def interrupt() -> None:
        raise KeyboardInterrupt

    before = descendants(os.getpid())
    with pytest.raises(KeyboardInterrupt):
        supervisor.run(python("import time; time.sleep(90)"), environment={}, folder=tmp_path, meanwhile=interrupt)
    assert descendants(os.getpid()) == before
    status = supervisor.run(python("import sys; sys.exit(3)"), environment={}, folder=tmp_path, meanwhile=lambda: None)
    assert status == 3


def test_ports() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(EmbeddedError, match=f"Port {port} is in use"):
            check_port("127.0.0.1", port)
        with pytest.raises(EmbeddedError, match=f" PORT={port % 65535 + 1} make run REPO=shop$"):
            check_port("127.0.0.1", port, again="make run REPO=shop")
    check_port("127.0.0.1", port)
    assert can_be_reached("127.0.0.1")
    assert not can_be_reached("192.0.2.1")
    with pytest.raises(EmbeddedError, match="Choose a number"):
        check_port("127.0.0.1", 70_000)


def test_a_reused_process_id_is_not_killed() -> None:
    before = descendants(os.getpid())
    with subprocess.Popen(python("import time; time.sleep(90)")) as process:
        kill_all({(process.pid, "1")})
        time.sleep(0.2)
        assert process.poll() is None
        kill_all(started_since(before))
        assert process.wait(10) == -signal.SIGKILL
