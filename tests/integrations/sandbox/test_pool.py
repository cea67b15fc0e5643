"""What the pool promises: order, limits, and that a bad payload costs nobody but itself."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from apps.integrations.sandbox import Outcome, Pool, SandboxError, run_once

PACKAGE = "tests.integrations.sandbox"
STUBS = f"{PACKAGE}.stubs"
OBEY = f"{STUBS}.obey"
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def pool() -> Iterator[Pool]:
    with Pool(2, 1 << 30, 2.0, package=PACKAGE) as pool:
        yield pool


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z" if LINUX else not os.kill(pid, 0)
    except (FileNotFoundError, ProcessLookupError):
        return False


LINUX = sys.platform == "linux"


def test_results_come_in_order(pool: Pool) -> None:
    payloads = [b"%d" % number if number % 50 else b"sleep 0.05" for number in range(1_000)]
    assert [outcome.value for outcome in pool.map(OBEY, payloads)] == [payload.upper() for payload in payloads]


def test_no_payloads_no_children(pool: Pool) -> None:
    assert list(pool.map(OBEY, ())) == []
    assert not pool._children


def test_one_payload_starts_one_child(pool: Pool) -> None:
    assert [outcome.value for outcome in pool.map(OBEY, [b"a"])] == [b"A"]
    assert len(pool._children) == 1


@pytest.mark.parametrize("processes", [1, 2, 4])
def test_bad_payloads_fail_alone(processes: int) -> None:
    bad = {
        10: (b"segfault", "crashed"),
        11: (b"abort", "crashed"),
        50: (b"spin", "time"),
        51: (b"hang", "time"),
        90: (b"allocate", "memory"),
        91: (b"exit 0", "crashed"),
        120: (b"raise", "crashed"),
        121: (b"recurse", "crashed"),
        122: (b"text", "crashed"),
        150: (b"huge 3000000", "memory"),
        199: (b"segfault", "crashed"),
    }
    payloads = [bad[number][0] if number in bad else b"innocent %d" % number for number in range(200)]
    with Pool(processes, 1 << 30, 1.0, package=PACKAGE, output_bytes=2_000_000) as pool:
        outcomes = list(pool.map(OBEY, payloads))
    for number, outcome in enumerate(outcomes):
        if number not in bad:
            assert outcome == Outcome(payloads[number].upper()), number
        else:
            assert (outcome.value, outcome.failure) == (None, bad[number][1]), payloads[number]
    assert len(outcomes) == 200


def test_a_forger_can_only_spoil_what_it_was_given(pool: Pool) -> None:
    outcomes = list(pool.map(OBEY, [b"forge", *[b"a"] * 5]))
    assert len(outcomes) == 6
    assert [outcome.value for outcome in pool.map(OBEY, [b"b"])] == [b"B"], "the pool works on"


def test_a_payload_that_crashes_once_is_tried_again(pool: Pool, tmp_path: Path) -> None:
    marker = tmp_path / "first"
    marker.mkdir()
    outcomes = list(pool.map(OBEY, [b"a", b"once " + os.fsencode(marker), b"b"]))
    assert [outcome.failure for outcome in outcomes] == ["", "", ""]
    assert not marker.exists()


def test_details_hold_nothing_of_the_payload(pool: Pool) -> None:
    [outcome] = pool.map(OBEY, [b"raise"])
    assert outcome.detail.startswith("ValueError at stubs.py:")
    assert "secret" not in outcome.detail


def test_prints_do_not_disturb(pool: Pool) -> None:
    assert [outcome.value for outcome in pool.map(OBEY, [b"print", b"a"])] == [b"PRINT", b"A"]


def test_large_payloads_and_results_pass(pool: Pool) -> None:
    payloads = [bytes([65 + number]) * 3_000_000 for number in range(12)]
    assert [outcome.value for outcome in pool.map(f"{STUBS}.upper", payloads)] == payloads


def test_payloads_are_drawn_as_needed(pool: Pool) -> None:
    drawn = 0

    def endless() -> Iterator[bytes]:
        nonlocal drawn
        while True:
            drawn += 1
            yield b"a"

    outcomes = pool.map(OBEY, endless())
    for _ in range(10):
        assert next(outcomes).value == b"A"
    outcomes.close()  # type: ignore[attr-defined]
    assert drawn < 3_000
    assert [outcome.value for outcome in pool.map(OBEY, [b"b"])] == [b"B"], "an abandoned map leaves the pool usable"


def test_a_slow_consumer_or_producer_is_not_the_payloads_fault() -> None:
    def slow() -> Iterator[bytes]:
        for number in range(3):
            time.sleep(0.8)
            yield b"huge 200000" if number % 2 else b"a"

    with Pool(2, 1 << 30, 0.6, package=PACKAGE) as pool:
        failures = []
        for outcome in pool.map(OBEY, slow()):
            time.sleep(0.8)
            failures.append(outcome.failure)
    assert failures == [""] * 3


def test_a_producer_that_raises_ends_the_map_with_its_error(pool: Pool) -> None:
    def broken() -> Iterator[bytes]:
        yield b"sleep 0.2"
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        list(pool.map(OBEY, broken()))
    assert [outcome.value for outcome in pool.map(OBEY, [b"b"])] == [b"B"]


@pytest.mark.parametrize(
    "name",
    [
        "os.system", "tests.integrations.sandbox_stubs.obey", f"{STUBS}.os.system", f"{STUBS}.missing", f"{PACKAGE}.gone.f",
        f"{STUBS}.not_a_function", f"{STUBS}.Path", f"{STUBS}..obey", "", "apps.engine.facts.encode", f"{STUBS}.obey\n",
    ],
)  # fmt: skip
def test_only_functions_below_the_package_run(pool: Pool, name: str) -> None:
    with pytest.raises(SandboxError):
        list(pool.map(name, [b"a"]))


def test_engine_functions_run_by_default() -> None:
    with Pool(1, 1 << 30, 10.0) as pool, pytest.raises(SandboxError, match="not a function"):
        list(pool.map("apps.engine.facts.places.re", [b"a"]))


def test_the_child_knows_nothing_of_us(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CREDENTIAL_KEYS", "canary")
    monkeypatch.setenv("PYTHONPATH", "/nonexistent")
    [outcome] = pool.map(f"{STUBS}.surroundings", [b""])
    assert outcome.value is not None
    found = ast.literal_eval(outcome.value.decode())
    assert set(found["environment"]) <= {"PATH", "LC_ALL", "LC_CTYPE", "__CF_USER_TEXT_ENCODING"}
    assert (found["django"], found["cwd"], found["threads"], found["input"]) == (False, "/", 1, "")


def test_a_child_can_write_no_file(pool: Pool, tmp_path: Path) -> None:
    target = tmp_path / "out"
    [outcome] = pool.map(OBEY, [b"file " + os.fsencode(target)])
    assert outcome.failure == "crashed"
    assert not target.exists() or target.stat().st_size == 0


def test_run_once_does_not_try_again(tmp_path: Path) -> None:
    marker = tmp_path / "first"
    marker.mkdir()
    outcome = run_once(OBEY, b"once " + os.fsencode(marker), seconds=5, memory_bytes=1 << 30, package=PACKAGE)
    assert outcome == Outcome(None, "crashed")
    assert run_once(OBEY, b"spin", seconds=0.5, memory_bytes=1 << 30, package=PACKAGE).failure == "time"
    assert run_once(OBEY, b"a", seconds=5, memory_bytes=1 << 30, package=PACKAGE).value == b"A"


def test_children_end_with_the_pool() -> None:
    with Pool(2, 1 << 30, 5.0, package=PACKAGE) as pool:
        list(pool.map(OBEY, [b"a"] * 100))
        pids = [child.process.pid for child in pool._children]
        assert len(pids) == 2
    assert not [pid for pid in pids if is_alive(pid)]


@pytest.mark.parametrize("order", [b"spin", b"hang", b"sleep 0.01"])
def test_children_end_with_a_killed_parent(order: bytes, tmp_path: Path) -> None:
    program = (
        "import sys\nfrom apps.integrations.sandbox import Pool\n"
        f"pool = Pool(2, 1 << 30, 600.0, package={PACKAGE!r})\n"
        f"outcomes = pool.map({f'{STUBS}.obey'!r}, iter(lambda: {order!r}, None))\n"
        "pool._watched = 0\nimport threading, time\n"
        "def tell():\n"
        "    while len(pool._children) < 2: time.sleep(0.01)\n"
        "    time.sleep(0.3)\n"
        "    print(*[child.process.pid for child in pool._children], flush=True)\n"
        "threading.Thread(target=tell, daemon=True).start()\n"
        "for outcome in outcomes: pass\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert parent.stdout is not None
        pids = [int(word) for word in parent.stdout.readline().split()]
        assert len(pids) == 2
        assert all(is_alive(pid) for pid in pids)
    finally:
        parent.kill()
        parent.communicate()
    end = time.monotonic() + 10
    while any(is_alive(pid) for pid in pids) and time.monotonic() < end:
        time.sleep(0.02)
    left = [pid for pid in pids if is_alive(pid)]
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert not left
