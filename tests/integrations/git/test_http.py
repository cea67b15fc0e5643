"""Smart HTTP over loopback, which the operator has to allow: credentials, refusals, redirects, hanging and cut answers."""

from __future__ import annotations

import base64
import os
import threading
import time
from pathlib import Path

import pytest

from apps.integrations.git import Credential, GitError, Limits, Mirror, parse_address
from apps.integrations.git.environment import for_remote, hardened
from tests.builders.repositories import Repository
from tests.servers.git_http import TOKEN, GitServer

LOOPBACK = ("127.0.0.1",)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    repository = Repository(tmp_path / "served" / "acme" / "shop.git")
    repository.commit({"a.py": b"a = 1\n"})
    return repository


def mirror_at(server: GitServer, state: Path, token: str = "", **limits: float) -> Mirror:
    return Mirror(
        state,
        parse_address(f"{server.url}/acme/shop.git", http_allowed=LOOPBACK),
        credential=Credential("", token) if token else None,
        limits=Limits(**limits),  # type: ignore[arg-type]
        allowed_internal=LOOPBACK,
    )


def fetched(mirror: Mirror) -> str:
    with mirror.locked(5):
        return mirror.fetch(mirror.head()).sha


def refusal(mirror: Mirror) -> GitError:
    with pytest.raises(GitError) as raised:
        fetched(mirror)
    return raised.value


def test_a_public_repository(tmp_path: Path, repository: Repository) -> None:
    for number in range(3):
        old = repository.commit({"a.py": b"a = %d\n" % number})
    with GitServer(tmp_path / "served") as server:
        mirror = mirror_at(server, tmp_path / "state")
        assert fetched(mirror) == old
        new = repository.commit({"a.py": b"a = 3\n", "b.py": b""})
        assert fetched(mirror) == new
        [commit] = mirror.commits(old, new)
        assert commit.paths == ("a.py", "b.py")
        asked = len(server.requests)
        assert fetched(mirror) == new
        assert len(server.requests) - asked <= 2, "an unchanged head costs one ls-remote"


def test_an_empty_repository(tmp_path: Path) -> None:
    Repository(tmp_path / "served" / "acme" / "shop.git")
    with GitServer(tmp_path / "served") as server:
        assert refusal(mirror_at(server, tmp_path / "state")).code == "git:empty"


def test_sha256_over_http(tmp_path: Path) -> None:
    sha = Repository(tmp_path / "served" / "acme" / "shop.git", object_format="sha256").commit({"a": b"1"})
    with GitServer(tmp_path / "served") as server:
        assert fetched(mirror_at(server, tmp_path / "state")) == sha


def test_a_private_repository_and_its_token(tmp_path: Path, repository: Repository) -> None:
    with GitServer(tmp_path / "served", token=TOKEN) as server:
        assert refusal(mirror_at(server, tmp_path / "state")).code == "git:no-access"
        wrong = refusal(mirror_at(server, tmp_path / "state", "wrong-token"))
        assert wrong.code == "git:no-access" and "wrong-token" not in wrong.message
        assert sum(1 for _, _, authorization in server.requests if authorization) == 1, "a refused token is not tried again"
        assert fetched(mirror_at(server, tmp_path / "state", TOKEN)), "the failed attempts left nothing behind"
        stored = [path for path in (tmp_path / "state").rglob("*") if path.is_file()]
        assert not any(TOKEN.encode() in path.read_bytes() or encoded() in path.read_bytes() for path in stored)


def encoded() -> bytes:
    return base64.b64encode(f"git:{TOKEN}".encode())


def test_the_token_is_in_no_argument_and_no_message(tmp_path: Path, repository: Repository) -> None:
    seen: set[bytes] = set()
    ending = threading.Event()

    def sample() -> None:
        while not ending.is_set():
            for entry in Path("/proc").iterdir() if Path("/proc").is_dir() else ():
                if entry.name.isdigit():
                    try:
                        seen.add((entry / "cmdline").read_bytes())
                    except (FileNotFoundError, ProcessLookupError):
                        continue
            time.sleep(0.005)

    sampler = threading.Thread(target=sample)
    sampler.start()
    messages = []
    try:
        for fault in (
            "",
            "status:401",
            "status:403",
            "status:404",
            "status:500",
            "hang",
            "cut",
            "shouting",
            "redirect:http://127.0.0.1:1",
        ):
            with GitServer(tmp_path / "served", token=TOKEN, fault=fault) as server:
                clocks = {"fetch_seconds": 2, "stall_seconds": 1} if fault else {}  # what works may be slow on a busy machine
                mirror = mirror_at(server, tmp_path / f"state-{fault[:10].replace(':', '-')}", TOKEN, **clocks)
                if not fault:
                    fetched(mirror)
                    continue
                error = refusal(mirror)
                messages.append(f"{error} {error!r} {error.__cause__!r} {error.__context__!r} {mirror._credential!r}")
    finally:
        ending.set()
        sampler.join()
    assert any(b"ls-remote" in words for words in seen) or not Path("/proc").is_dir(), "the sampler saw git"
    for text in (TOKEN.encode(), encoded()):
        assert not any(text in words for words in seen)
        assert not any(text.decode() in message for message in messages)
    assert not any("127.0.0.1" in message or "<script>" in message for message in messages)


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        ("status:401", "git:no-access"), ("status:403", "git:no-access"), ("status:404", "git:not-found"), ("status:410",
    "git:not-found"),
        ("status:429", "git:unreachable"), ("status:500", "git:unreachable"), ("status:503", "git:unreachable"),
        ("shouting", "git:unreachable"), ("cut", "git:unreachable"),
    ],
)  # fmt: skip
def test_causes_are_told_apart(fault: str, code: str, tmp_path: Path, repository: Repository) -> None:
    with GitServer(tmp_path / "served", fault=fault) as server:
        mirror = mirror_at(server, tmp_path / "state", fetch_seconds=20)
        error = refusal(mirror)
        assert error.code == code, error.message
        assert not mirror.objects.exists(), "nothing half-made stays"
        server.fault = ""
        assert fetched(mirror), "and the next attempt works"


def test_redirects_are_not_followed(tmp_path: Path, repository: Repository) -> None:
    with GitServer(tmp_path / "served") as inner, GitServer(tmp_path / "served", fault=f"redirect:{inner.url}") as outer:
        error = refusal(mirror_at(outer, tmp_path / "state", TOKEN))
        assert error.code == "git:moved"
        assert inner.url not in error.message
        assert not inner.requests


@pytest.mark.parametrize("fault", ["hang", "trickle"])
def test_a_slow_server_is_given_up(fault: str, tmp_path: Path, repository: Repository) -> None:
    with GitServer(tmp_path / "served", fault=fault) as server:
        mirror = mirror_at(server, tmp_path / "state", fetch_seconds=6, stall_seconds=1)
        error = refusal(mirror)
        assert error.code in ("git:timeout", "git:unreachable")
        assert not mirror.objects.exists()


def test_a_closed_port_is_unreachable(tmp_path: Path, repository: Repository) -> None:
    with GitServer(tmp_path / "served") as server:
        mirror = mirror_at(server, tmp_path / "state")
    assert refusal(mirror).code == "git:unreachable"


def test_something_else_than_git(tmp_path: Path) -> None:
    (tmp_path / "served" / "acme" / "shop.git").mkdir(parents=True)
    with GitServer(tmp_path / "served") as server:
        assert refusal(mirror_at(server, tmp_path / "state")).code in ("git:not-found", "git:not-a-repository", "git:unreachable")


def test_tls_is_checked(tmp_path: Path) -> None:
    with GitServer(tmp_path / "served") as server:
        address = parse_address(f"https://127.0.0.1:{server.port}/acme/shop.git")
        mirror = Mirror(tmp_path / "state", address, limits=Limits(fetch_seconds=10, stall_seconds=2), allowed_internal=LOOPBACK)
        assert refusal(mirror).code in ("git:untrusted", "git:timeout", "git:unreachable")


def test_a_name_leads_where_it_was_checked_to_lead(
    tmp_path: Path, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that changes its address between the check and the connection reaches the checked one."""
    with GitServer(tmp_path / "served") as server:
        address = parse_address(f"http://forge.invalid:{server.port}/acme/shop.git", http_allowed=("forge.invalid",))
        mirror = Mirror(tmp_path / "state", address, allowed_internal=("forge.invalid",))
        monkeypatch.setattr("apps.integrations.git.mirror.check_addresses", lambda host, port, allowed_internal: ("127.0.0.1",))
        assert fetched(mirror)


def test_the_operators_configuration_and_proxies_do_not_reach_git(
    tmp_path: Path, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / ".gitconfig").write_text('[url "http://127.0.0.1:1/"]\n\tinsteadOf = http://\n[http]\n\tproxy = http://127.0.0.1:1\n')
    (home / ".netrc").write_text("machine 127.0.0.1 login a password netrc-canary\n")
    for name, value in {
        "HOME": str(home), "http_proxy": "http://127.0.0.1:1", "HTTPS_PROXY": "http://127.0.0.1:1", "GIT_DIR": "/nonexistent",
        "GIT_CONFIG_PARAMETERS": "'http.proxy=http://127.0.0.1:1'", "GIT_SSH_COMMAND": "x",
    "GIT_TRACE": str(tmp_path / "trace"),
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    with GitServer(tmp_path / "served") as server:
        assert fetched(mirror_at(server, tmp_path / "state"))
        assert not any(authorization for _, _, authorization in server.requests)
    assert not (tmp_path / "trace").exists()


def test_the_environment_is_hardened(tmp_path: Path) -> None:
    address = parse_address("https://forge.example:8443/a/b")
    environment = for_remote(tmp_path, address, Credential("ada", "t"), ["192.0.2.1", "2001:db8::1"], 7)
    pairs = {
        environment[f"GIT_CONFIG_KEY_{n}"]: environment[f"GIT_CONFIG_VALUE_{n}"]
        for n in range(int(environment["GIT_CONFIG_COUNT"]))
    }
    expected = {
        "http.followRedirects": "false", "http.lowSpeedTime": "7", "credential.helper": "", "core.hooksPath": "/dev/null",
        "core.fsmonitor": "false", "core.symlinks": "false", "transfer.fsckObjects": "true", "protocol.ext.allow": "never",
        "submodule.recurse": "false", "http.curloptResolve": "forge.example:8443:192.0.2.1,[2001:db8::1]",
        "http.https://forge.example:8443/.extraHeader": "Authorization: Basic " + base64.b64encode(b"ada:t").decode(),
    }  # fmt: skip
    assert expected.items() <= pairs.items()
    assert {
        "HOME": str(tmp_path), "LC_ALL": "C", "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_TERMINAL_PROMPT": "0",
        "GIT_ASKPASS": "/bin/false", "GIT_ALLOW_PROTOCOL": "https", "GIT_LFS_SKIP_SMUDGE": "1",
    }.items() <= environment.items()  # fmt: skip
    assert hardened(tmp_path)["GIT_ALLOW_PROTOCOL"] == "none"
    assert set(environment) - {name for name in environment if name.startswith("GIT_")} <= {
        "PATH", "HOME", "XDG_CONFIG_HOME", "LC_ALL", "TZ", "SSL_CERT_FILE", "SSL_CERT_DIR",
    }  # fmt: skip
    assert os.environ.get("HOME") != environment["HOME"]
