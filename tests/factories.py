"""Builders of real rows for tests.  Plain functions: each makes what it is asked for through the product's own services."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import make_password

from apps.artifacts import services as artifacts
from apps.artifacts.models import ArtifactVersion
from apps.codegraph import services as codegraph
from apps.codegraph.services import SourceFileRow
from apps.engine import facts
from apps.integrations.encryption import new_key
from apps.repos import services as repos
from apps.repos.models import Blob, Commit, Repo, Sync
from apps.repos.services import StoredText
from apps.search import services as search
from apps.tenants import services as tenants
from apps.tenants.models import GitCredential, Tenant, User

_numbers = itertools.count(1)
PASSWORD = "correct-horse-battery-staple"


def sha(text: str | int) -> str:
    """A commit id (40 hex digits) made of a word or number."""
    return hashlib.sha1(str(text).encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()


def make_tenant(slug: str = "", **values: Any) -> Tenant:
    """A tenant that may clone anything from forge.example."""
    slug = slug or f"team-{next(_numbers)}"
    return tenants.create_tenant(**{"name": slug.title(), "slug": slug, "allowed_hosts": "forge.example", **values})


def make_user(username: str = "", **values: Any) -> User:
    """A user who can sign in with `PASSWORD`."""
    return User.objects.create(username=username or f"user-{next(_numbers)}", password=_hashed(), **values)


@cache
def _hashed() -> str:
    """`PASSWORD` as it is stored: hashed once, since hashing is slow on purpose."""
    return make_password(PASSWORD)


def make_operator(username: str = "") -> User:
    """A user who may do everything in the console."""
    return make_user(username or f"operator-{next(_numbers)}", is_staff=True, is_superuser=True)


def make_member(tenant: Tenant, role: str = "reader", username: str = "") -> User:
    """A new user with a role in the tenant."""
    user = make_user(username)
    tenants.add_member(tenant=tenant, user=user, role=role)
    return user


def make_credential(tenant: Tenant, token: str = "ghp_0123456789abcdefTAIL", **values: Any) -> GitCredential:
    """A stored token.  Makes up an encryption key if the settings have none."""
    if not settings.CREDENTIAL_KEYS:
        settings.CREDENTIAL_KEYS = [new_key()]
    given = {"name": f"token {next(_numbers)}", "host": "forge.example", "username": "", "actor": None, **values}
    return tenants.store_credential(tenant=tenant, token=token, **given)


def make_token(tenant: Tenant, member: User | None = None, scopes: Sequence[str] = ("read",), **values: Any) -> str:
    """The text of a token of the API; of a new owner of the tenant where no member is given."""
    given = {"name": f"assistant {next(_numbers)}", **values}
    _row, text = tenants.create_token(tenant=tenant, actor=member or make_member(tenant, "owner"), scopes=scopes, **given)
    return text


def make_repo(tenant: Tenant | None = None, name: str = "", **values: Any) -> Repo:
    """A repository at forge.example."""
    name = name or f"shop-{next(_numbers)}"
    return repos.register_repo(tenant=tenant or make_tenant(), url=f"https://forge.example/acme/{name}", name=name, **values)


def make_commit(repo: Repo, name: str, parents: Sequence[str] = (), *, minute: int = 0, paths: Sequence[str] = ()) -> Commit:
    """A stored commit; `name` and `parents` are words, `sha` makes their ids."""
    when = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minute)
    return Commit.objects.create(
        tenant=repo.tenant,
        repo=repo,
        sha=sha(name),
        parents=[sha(parent) for parent in parents],
        author="Ada",
        authored_at=when,
        committed_at=when,
        subject=name,
        paths=list(paths),
    )


def make_sync(repo: Repo, state: str = "waiting", **values: Any) -> Sync:
    """A sync brought to the state through the state machine."""
    sync, _created = repos.request(repo=repo, trigger="manual")
    if state != "waiting":
        claimed = repos.claim(sync_id=sync.pk, worker="test:1")
        assert claimed is not None
        sync = claimed
        repos.enter_step(sync=sync, step="fetch")
    if state == "done":
        repos.finish(sync=sync, outcome="new version", counts={"files": 3}, skipped=[["logo.png", "binary"]])
    elif state == "failed":
        repos.fail(sync=sync, code="source:no-access", message="The forge refuses access.")
    elif state == "quarantined":
        repos.quarantine(sync=sync, code="work:died", message="The worker died three times.")
    if values:
        Sync.objects.filter(pk=sync.pk).update(**values)
        sync.refresh_from_db()
    return sync


def make_blob(tenant: Tenant, text: str = "print('bread')\n") -> Blob:
    """A stored text."""
    ids = repos.store_blobs(tenant_id=tenant.pk, texts=[StoredText(text, "utf-8", text.count("\n"))])
    return Blob.objects.get(pk=next(iter(ids.values())))


def make_sheet(name: str = "shop", **values: Any) -> facts.FactSheet:
    """A small fact sheet."""
    place = facts.Place("shop/main.py", 1, 2, "0" * 16)
    endpoint = facts.Endpoint("POST", "/orders", "create_order", place, framework="FastAPI")
    return facts.FactSheet(**{"project": facts.Project(name), "endpoints": (endpoint,), **values})


def make_text(title: str = "Shop", word: str = "bread") -> facts.ArtifactText:
    """A document of ten sections that cites one file and draws one picture."""
    cite = "[orders](cite:shop/main.py#create_order)"
    sections = tuple(
        facts.Section(key, heading, f"Sells {word}: {cite}.\n\n```diagram flow\n```\n" if key == "purpose" else "Nothing.\n", "e")
        for key, heading in facts.SECTIONS
    )
    nodes = (facts.DiagramNode("a", "Shop", cite="shop/main.py#create_order"), facts.DiagramNode("b", "Oven"))
    return facts.ArtifactText(
        title=title,
        sections=sections,
        citations=(("shop/main.py#create_order", facts.Place("shop/main.py", 1, 2, "0" * 16)),),
        diagrams=(facts.Diagram("flow", "Flow", nodes, (facts.DiagramEdge("a", "b"),)),),
    )


def make_capsule(symbol: str, body: str = "def f(): ...\n", **values: Any) -> facts.Capsule:
    """A function, with the symbol ``path#name``."""
    path, _, name = symbol.partition("#")
    given: dict[str, Any] = {
        "symbol": symbol,
        "kind": "function" if name else "module",
        "name": name or path,
        "path": path,
        "language": "Python",
        "line": 1,
        "start_line": 1,
        "end_line": 2,
        "signature": f"def {name}()",
        "docstring": "",
        "body": body,
        "content_hash": hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest(),
    }
    return facts.Capsule(**{**given, **values})


def make_file_row(path: str, blob_id: int | None = None, **values: Any) -> SourceFileRow:
    """A path of a commit."""
    given: dict[str, Any] = {
        "path": path, "object_id": sha(path), "mode": "100644", "language": "Python", "size": 20, "lines": 2, "role": "code",
        "status": "analysed", "reason": "", "note": "", "blob_id": blob_id,
    }  # fmt: skip
    return SourceFileRow(**{**given, **values})


def make_graph(repo: Repo, texts: Mapping[str, str] | None = None, commit: str = "first") -> dict[str, int]:
    """Files with their texts, one function in each, calling the next; returns {path: blob id}."""
    texts = (
        texts if texts is not None else {"shop/main.py": "def create_order():\n    bake()\n", "shop/oven.py": "def bake(): ...\n"}
    )
    ids = repos.store_blobs(
        tenant_id=repo.tenant_id, texts=[StoredText(text, "utf-8", text.count("\n")) for text in texts.values()]
    )
    blobs = {path: ids[hashlib.sha256(text.encode()).hexdigest()] for path, text in texts.items()}
    symbols = [f"{path}#run" for path in sorted(texts)]
    codegraph.replace_graph(
        repo=repo,
        commit_sha=sha(commit),
        extractor="1",
        sheet=make_sheet(repo.name),
        capsules=[make_capsule(symbol, body=texts[symbol.partition("#")[0]]) for symbol in symbols],
        edges=[facts.Edge(source, "calls", target, 2) for source, target in itertools.pairwise(symbols)],
        files=[make_file_row(path, blob_id) for path, blob_id in blobs.items()],
    )
    return blobs


def make_version(repo: Repo, word: str = "bread", commit: str = "", **values: Any) -> ArtifactVersion:
    """A published version; another `word` makes another text."""
    blobs = make_graph(repo, commit=commit or word)
    given: dict[str, Any] = {
        "commit_sha": sha(commit or word),
        "branch": "main",
        "text": make_text(repo.name, word),
        "sheet": make_sheet(repo.name),
        "digest": hashlib.sha256(word.encode()).hexdigest(),
        "generator": "facts",
        "files": {"shop/main.py": blobs["shop/main.py"]},
        "html": {"purpose": f"<p>Sells {word}.</p>"},
    }
    version, _created = artifacts.publish_version(repo=repo, **{**given, **values})
    return version


def make_passages(repo: Repo, capsules: Sequence[facts.Capsule] | None = None, commit: str = "first") -> None:
    """The repo's code in the index: these capsules, or two functions of a shop."""
    given = capsules if capsules is not None else [make_capsule("shop/main.py#create_order"), make_capsule("shop/oven.py#bake")]
    search.index_code(repo=repo, commit_sha=sha(commit), capsules=given, roles={capsule.path: "code" for capsule in given})
