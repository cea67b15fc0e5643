"""Which addresses and branches are refused, and that git never starts for them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from apps.integrations.git import CloneAddress, GitError, Head, LocalSource, Mirror, branch_ref, matches_allow_list, parse_address
from apps.integrations.git.addresses import check_addresses, is_forbidden
from apps.integrations.git.errors import RefusedAddress

CANARY = "touch${IFS}canary"

HOSTILE_ADDRESSES = [
    # options
    f"--upload-pack={CANARY}", "-u", "--", "-oProxyCommand=x", "https://-oProxyCommand=x/a", "https://host/-x/y",
    "https://host/--upload-pack=x", "https://host/a/-b", "https://-host/a",
    # other transports and spellings
    f"ext::sh -c {CANARY}", "ext::https://host/a", "EXT::sh", "fd::17", "file:///etc", "FILE:///etc", "file:/etc", "/etc",
    "./a", "../a",
    "~/a", "ssh://host/a", "ssh://-oProxyCommand=x/a", "git://host/a", "git@host:a/b", "host:a/b", "ftp://host/a",
    "ftps://host/a",
    "http::https://host/a", "https::host/a", "HTTPS://host/a", "Https://host/a", "hTTps://host/a", "http://host/a",
    "javascript:x",
    "data:x", "https:/host/a", "https:host/a", "https:///a", "//host/a", "host/a", "", " ", "https://", "https://host",
    "https://host/",
    "transport::address", "git+ssh://host/a", "svn::https://host/a", "rsync://host/a", "bundle://host/a",
    # user and password
    "https://user@host/a", "https://user:secret@host/a", "https://:secret@host/a", "https://@host/a", "https://a@b@host/a",
    "https://host@evil/a", "https://github.com%40evil/a", "https://github.com\\@evil/a",
    # characters
    "https://host/a\n", "\nhttps://host/a", "https://host/a\r\nX: y", "https://host/a\0", "https://host\n/a",
    "https://host/a b",
    "https://host/a\tb", "https://ho st/a", "https://host/%0d%0aX:y", "https://host/%0a", "https://host/%00",
    "https://host/%2e%2e/a",
    "https://host/%2f", "https://host/%5c", "https://host/a\\b", "https://host/a'b", 'https://host/a"b', "https://host/a`id`",
    "https://host/$(id)", "https://host/a;b", "https://host/a|b", "https://host/a&b", "https://host/a<b",
    "https://host/{a,b}",
    "https://host/*", "https://host/a?b=c", "https://host/a#b", "https://host/a\u202eb", "https://host/a\u200b",
    "https://host/\u00e9",
    "https://h\u00f6st/a", "https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/a", "https://①②⑦.⓪.⓪.①/a", "https://１２７.0.0.1/a", "https://host。evil/a",
    "https://host．evil/a",
    "https://\u212aernel.org/a", "https://host\u2044evil/a", "https://host\u200d/a", "\ufeffhttps://host/a",
    "https://host/\ud800",
    # paths
    "https://host//a", "https://host/a//b", "https://host/../a", "https://host/a/..", "https://host/./a",
    "https://host/a/../../b",
    "https://host/.git", "https://host/a/.git/config", f"https://host/{'a' * 2_000}",
    # hosts
    "https://127.1/a", "https://0x7f000001/a", "https://2130706433/a", "https://0177.0.0.1/a", "https://127.0.0.01/a",
    "https://0/a",
    "https://1.2.3/a", "https://1.2.3.4.5/a", "https://256.1.1.1/a", "https://0x7f.0.0.1/a", "https://127.0.0.0x1/a",
    "https://a.0x1/a",
    "https://host./a", "https://.host/a", "https://a..b/a", "https://host-/a", f"https://{'a' * 64}.com/a", "https://a_b/a",
    "https://[::1/a", "https://::1/a", "https://[::1]x/a", "https://[fe80::1%25eth0]/a", "https://[]/a", "https://[::g]/a",
    "https://host:0/a", "https://host:65536/a", "https://host:99999/a", "https://host:-1/a", "https://host:/a",
    "https://host:22:22/a",
    "https://host:0443/a", "https://host:+443/a", "https://host:4 43/a", "https://host:https/a",
]  # fmt: skip

INTERNAL_HOSTS = [
    "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1",
    "169.254.169.254",
    "192.0.0.192", "168.63.129.16", "198.18.0.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "192.0.2.1",
    "198.51.100.1", "203.0.113.1", "192.88.99.1", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]",
    "[64:ff9b::7f00:1]", "[64:ff9b::a00:1]", "[64:ff9b:1::1]", "[2002:7f00:1::]", "[2001:0:7f00:1::1]", "[fc00::1]",
    "[fd00::1]",
    "[fe80::1]", "[fec0::1]", "[ff02::1]", "[2001:db8::1]", "[100::1]", "localhost",
]  # fmt: skip

HOSTILE_BRANCHES = [
    "--upload-pack=touch canary", "-", "-x", "--", "@", "HEAD", "refs/heads/main", "a..b", "a//b", "/a", "a/", ".a",
    "a/.b", "a.lock",
    "a.lock/b", "a.", "a b", "a\tb", "a\nb", "a\rb", "a\0b", "a\x7fb", "a~1", "a^", "a^{tree}", "a:b", "a:refs/heads/main",
    "+a:b", "a?",
    "a*", "a[b", "a\\b", "@{-1}", "a@{1}", "a@{upstream}", "x" * 251, "\ud800",
]  # fmt: skip


@pytest.fixture(autouse=True)
def no_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A `git` that only says that it was started."""
    canary = tmp_path / "canary"
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\necho started >> {canary}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    return canary


def test_the_lists_are_long_enough() -> None:
    assert len(set(HOSTILE_ADDRESSES) | set(HOSTILE_BRANCHES) | set(INTERNAL_HOSTS)) >= 200


@pytest.mark.parametrize("text", HOSTILE_ADDRESSES, ids=ascii)
def test_hostile_addresses_are_refused(text: str, no_git: Path) -> None:
    with pytest.raises(RefusedAddress) as refused:
        parse_address(text)
    assert refused.value.code == "git:refused-address"
    assert "secret" not in refused.value.message and "user@" not in refused.value.message
    assert not no_git.exists()


@pytest.mark.parametrize("host", INTERNAL_HOSTS)
def test_internal_addresses_are_refused_before_git_starts(host: str, no_git: Path, tmp_path: Path) -> None:
    mirror = Mirror(tmp_path / "mirror", parse_address(f"https://{host}/owner/project"))
    with pytest.raises(RefusedAddress, match="INTERNAL_HOSTS"):
        mirror.head()
    assert not no_git.exists()


@pytest.mark.parametrize("branch", HOSTILE_BRANCHES, ids=ascii)
def test_hostile_branches_are_refused_before_git_starts(branch: str, no_git: Path, tmp_path: Path) -> None:
    mirror = Mirror(tmp_path / "mirror", LocalSource(tmp_path))
    with pytest.raises(GitError) as refused:
        mirror.head(branch)
    assert refused.value.code == "git:no-branch"
    assert not no_git.exists()


def test_the_canary_sings(no_git: Path, tmp_path: Path) -> None:
    (tmp_path / "clone" / ".git").mkdir(parents=True)
    mirror = Mirror(tmp_path / "mirror", LocalSource(tmp_path / "clone"))
    with pytest.raises(GitError):
        mirror.head()
    assert no_git.exists(), "the fake git would be noticed"


@pytest.mark.parametrize("branch", ["main", "feature/x", "a.b", "ünï", "a-b", "v1.0", "x" * 250, "a@b", "1"])
def test_usual_branches_pass(branch: str) -> None:
    assert branch_ref(branch) == f"refs/heads/{branch}"


@pytest.mark.parametrize(
    ("text", "url", "identity"),
    [
        ("https://github.com/Acme/Shop", "https://github.com/Acme/Shop", "github.com/acme/shop"),
        ("https://GitHub.com/acme/shop.git", "https://github.com/acme/shop.git", "github.com/acme/shop"),
        ("https://github.com:443/acme/shop/", "https://github.com/acme/shop", "github.com/acme/shop"),
        ("https://forge.example:8443/a/b/c", "https://forge.example:8443/a/b/c", "forge.example:8443/a/b/c"),
        ("https://github.com/acme/.github", "https://github.com/acme/.github", "github.com/acme/.github"),
        ("https://git.sr.ht/~ada/x_y", "https://git.sr.ht/~ada/x_y", "git.sr.ht/~ada/x_y"),
        ("https://azure.example/My%20One/_git/r", "https://azure.example/My%20One/_git/r", "azure.example/my%20one/_git/r"),
        ("https://8.8.8.8/a", "https://8.8.8.8/a", "8.8.8.8/a"),
        ("https://[2606:4700::1]/a", "https://[2606:4700::1]/a", "[2606:4700::1]/a"),
        ("https://xn--hst-sna.example/a", "https://xn--hst-sna.example/a", "xn--hst-sna.example/a"),
    ],
)  # fmt: skip
def test_usual_addresses_pass(text: str, url: str, identity: str) -> None:
    address = parse_address(text)
    assert (address.url, address.identity) == (url, identity)
    assert parse_address(address.url) == address


def test_http_is_for_named_hosts_only() -> None:
    assert parse_address("http://forge.lan/a", http_allowed=("forge.lan",)).url == "http://forge.lan/a"
    assert parse_address("http://forge.lan:8080/a", http_allowed=("forge.lan:8080",)).port == 8080
    for allowed in ((), ("lan",), ("forge.lan:80",), ("*",)):
        with pytest.raises(RefusedAddress):
            parse_address("http://forge.lan:8080/a", http_allowed=allowed)


def test_internal_hosts_are_let_through_by_name_only() -> None:
    assert check_addresses("127.0.0.1", 443, allowed_internal=("127.0.0.1",)) == ("127.0.0.1",)
    assert check_addresses("127.0.0.1", 8443, allowed_internal=("127.0.0.1:8443",)) == ("127.0.0.1",)
    for allowed in (("127.0.0.1:8443",), ("localhost",), ("127.0.0.*",), ("10.0.0.1",)):
        with pytest.raises(RefusedAddress):
            check_addresses("127.0.0.1", 443, allowed_internal=allowed)


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "140.82.121.4", "2606:50c0:8000::153", "64:ff9b::8c52:7904", "100.63.255.255", "172.32.0.1"]
)
def test_public_addresses_are_not_forbidden(address: str) -> None:
    assert not is_forbidden(address)


def test_an_unknown_host_is_unreachable() -> None:
    with pytest.raises(GitError) as unknown:
        check_addresses("no-such-host.invalid", 443)
    assert unknown.value.code == "git:unreachable"


@pytest.mark.parametrize(
    ("hosts", "patterns", "fits"),
    [
        (["github.com"], ["acme/*"], True),
        (["https://GitHub.com/"], ["ACME/shop"], True),
        (["github.com"], ["acme"], False),
        (["github.com"], ["other/*", "*/shop"], True),
        (["github.com"], [], False),
        ([], ["*"], False),
        (["hub.com", "github.com.evil"], ["*"], False),
        (["*"], ["*"], False),
    ],
)
def test_allow_lists(hosts: list[str], patterns: list[str], fits: bool) -> None:
    assert matches_allow_list(CloneAddress("https", "github.com", None, "acme/shop.git"), hosts, patterns) is fits


def test_a_head_must_be_a_commit_id(tmp_path: Path, no_git: Path) -> None:
    mirror = Mirror(tmp_path / "mirror", LocalSource(tmp_path))
    for sha in ("", "main", "--upload-pack=x", "A" * 40, "a" * 41):
        with mirror.locked(1), pytest.raises(Exception, match="commit id"):
            mirror.fetch(Head(sha, "main"))
    assert not no_git.exists()
