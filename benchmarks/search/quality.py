"""How often search finds what is known to be right: hybrid, BM25 alone, vectors alone, the exact leg aside.

    python -m apps.integrations.embedded STATE python benchmarks/search/quality.py TUNED OTHER… [--questions 200] [--commits 30]

Each is a git directory with its history, and has a team of its own in STATE: texts it has embedded before are not embedded
again.  Two kinds of questions, drawn with a fixed seed:

docstrings   the first line of a function's docstring asks for that function; docstrings are taken out of the index
commits      the message of a bug fix asks for the files it changed, in an index of its parent; file names are taken out of it

recall@10 is the share of what is right among the first ten (functions, files), MRR the mean of one over the first right one's
place.  Weights are chosen on TUNED alone (--tune prints the grid), and hold for the others as they are in the product.  BM25
and vectors alone are the product's own legs, without what it knows of tests and prose, which the hybrid weighs less; "plain"
is the hybrid without that knowledge too.
"""

from __future__ import annotations

import ast
import hashlib
import os
import random
import re
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

import django
import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
django.setup()

from django.core.management import call_command  # noqa: E402 - Django is set up first

from apps.engine.extraction.readings import Reading  # noqa: E402
from apps.engine.facts import Capsule  # noqa: E402
from apps.engine.retrieval import Reason, Scored  # noqa: E402
from apps.engine.retrieval.fusion import (  # noqa: E402
    IDENTIFIER,
    MEANING,
    SMOOTHING,
    Candidate,
    fuse,
    reasons_of,
    weights_of_question,
)
from apps.engine.retrieval.priors import Priors  # noqa: E402
from apps.engine.retrieval.query import Query, parse_query  # noqa: E402
from apps.engine.retrieval.tokens import tokenise_query  # noqa: E402
from apps.pipeline.analysis import Analysis, Key, analyse  # noqa: E402
from apps.pipeline.embedding import embed_passages  # noqa: E402
from apps.pipeline.sources import mirror_at  # noqa: E402
from apps.repos.models import Repo  # noqa: E402
from apps.repos.services import register_local_repo  # noqa: E402
from apps.search.legs.exact import exact_leg  # noqa: E402
from apps.search.legs.lexical import lexical_leg  # noqa: E402
from apps.search.legs.vector import embed_question, vector_leg  # noqa: E402
from apps.search.models import Passage  # noqa: E402
from apps.search.retrieve import retrieve  # noqa: E402
from apps.search.scope import Scope  # noqa: E402
from apps.search.selectors import indexed_sources  # noqa: E402
from apps.search.services import index_code  # noqa: E402
from apps.tenants.models import Tenant  # noqa: E402
from apps.tenants.services import create_tenant  # noqa: E402
from benchmarks.arguments import described, source  # noqa: E402

FIRST = 10
DEPTH = 60  # hits that are asked for: files of ten places may have many functions
FEWEST_WORDS = 4
MOST_FILES = 5  # of a fix: what changes more is something else too
_FIX = re.compile(r"\b(?:fix(?:e[sd])?|bug(?:fix)?)\b", re.IGNORECASE)
_TRAILER = re.compile(r"^(?:[A-Z][\w-]+-by:|\(cherry picked|closes?\b|refs?\b).*$", re.IGNORECASE | re.MULTILINE)
_COMMENT = ("/**", "/*", "*", "//", "#", "--")

Found = list[str]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and the symbols or paths that are right."""

    text: str
    right: frozenset[str]


@dataclass(slots=True)
class Answers:
    """What each way found for a question, best first; `legs` and `candidates` are kept to try other weights."""

    question: Question
    bm25: Found
    vector: Found
    hybrid: Found
    reasons: Mapping[int, Sequence[Reason]]
    candidates: Sequence[Candidate]
    names: Mapping[int, str]
    query: Query


@dataclass
class Silent:
    """Progress nobody looks at."""

    def update(self, step: str, done: int, total: int, note: str = "") -> None:
        return None


@dataclass
class Memory:
    """Readings of files, kept while the program runs."""

    kept: dict[Key, Reading] = field(default_factory=dict)

    def load(self, extractor: str, keys: Sequence[Key]) -> Mapping[Key, Reading]:
        return {key: self.kept[key] for key in keys if key in self.kept}

    def store(self, extractor: str, items: Iterator[tuple[Key, Reading]]) -> None:
        self.kept.update(items)


class Checkout:
    """A clone beside the given one, with a branch for each commit that is asked for."""

    def __init__(self, origin: Path, place: Path) -> None:
        self.path = place / "clone.git"
        self._memory = Memory()
        subprocess.run(["git", "clone", "-q", "--bare", "--shared", str(origin), str(self.path)], check=True)

    def git(self, *words: str) -> str:
        """What git says, as text."""
        done = subprocess.run(["git", "-C", str(self.path), *words], capture_output=True, check=True)
        return done.stdout.decode("utf-8", "replace")

    def analysed(self, sha: str) -> Analysis:
        """The commit, read as the product reads it."""
        self.git("branch", "-f", "asked", sha)
        mirror = mirror_at(str(self.path))
        with mirror.locked(60):
            head = mirror.fetch(mirror.head("asked"), lambda done, total: None)
            return analyse(mirror, head.sha, name="quality", progress=Silent(), cache=self._memory)


def without_docstring(capsule: Capsule) -> Capsule:
    """The capsule as if nobody had documented it; lines stay where they are."""
    lines = capsule.body.split("\n")
    if capsule.language == "Python":
        for start, end in _python_docstrings(capsule.body):
            lines[start - 1 : end] = [""] * (end - start + 1)
    for number in range(min(capsule.line - capsule.start_line, len(lines))):
        if lines[number].strip().startswith(_COMMENT):
            lines[number] = ""
    body = "\n".join(lines)
    return msgspec.structs.replace(
        capsule, docstring="", body=body, content_hash=hashlib.sha256(body.encode("utf-8", "replace")).hexdigest()
    )


def _python_docstrings(body: str) -> list[tuple[int, int]]:
    """(first line, last line) of every docstring in it, counted from 1."""
    try:
        tree = ast.parse(textwrap.dedent(body))
    except SyntaxError:
        return []
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module) and ast.get_docstring(
            node, clean=False
        ):
            first = node.body[0]
            if first.lineno > getattr(node, "lineno", 0):
                found.append((first.lineno, first.end_lineno or first.lineno))
    return found


def docstring_questions(analysis: Analysis, count: int) -> list[Question]:
    """First lines of docstrings of the code's functions, those that only one function has."""
    roles = {entry.path: entry.role for entry in analysis.files}
    asked: dict[str, list[str]] = {}
    for capsule in analysis.capsules:
        line = capsule.docstring.strip().partition("\n")[0].strip()
        is_function = capsule.kind not in ("module", "document", "class", "interface", "enum", "struct", "namespace")
        if is_function and roles.get(capsule.path) == "code" and len(line.split()) >= FEWEST_WORDS and not line.startswith("@"):
            asked.setdefault(line, []).append(capsule.symbol)
    clear = [Question(line, frozenset(symbols)) for line, symbols in sorted(asked.items()) if len(symbols) == 1]
    return random.Random(1).sample(clear, min(count, len(clear)))


def fixes(checkout: Checkout, count: int) -> list[tuple[str, Question]]:
    """(parent, question) of the newest bug fixes that change a few files and nothing but them, oldest first."""
    log = checkout.git("log", "--no-merges", "-3000", "--format=%H%x01%P%x01%B%x02", "HEAD")
    found: list[tuple[str, Question]] = []
    for entry in log.split("\x02"):
        sha, _, rest = entry.strip().partition("\x01")
        parents, _, message = rest.partition("\x01")
        if len(parents.split()) != 1 or not _FIX.search(message.partition("\n")[0]):
            continue
        listed = [
            line.split("\t") for line in checkout.git("diff-tree", "--no-commit-id", "-r", "--name-status", sha).splitlines()
        ]
        changed = frozenset(line[-1] for line in listed if line[0] == "M")
        text = _without_names(_TRAILER.sub("", message), changed)
        if changed and len(text.split()) >= FEWEST_WORDS:
            found.append((parents, Question(text, changed)))
        if len(found) == 3 * count:
            break
    return found[::-1]


def _without_names(message: str, paths: frozenset[str]) -> str:
    """The message without the changed files' paths, names and stems."""
    for path in sorted(paths, key=len, reverse=True):
        name = path.rpartition("/")[2]
        for word in (path, name, name.partition(".")[0]):
            message = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", " ", message, flags=re.IGNORECASE)
    return " ".join(message.split())[:500]


def answered(repo: Repo, question: Question, name_of: Callable[[Passage], str]) -> Answers:
    """Ask every way."""
    tenant, scope = repo.tenant, Scope(repos=(repo.pk,))
    sources, query = indexed_sources(tenant, scope), parse_query(question.text)
    vector = embed_question(tenant, query.meaning)
    legs: dict[str, Sequence[Scored]] = {
        "exact": exact_leg(tenant, sources, query, scope=scope).scored,
        "bm25": lexical_leg(tenant, sources, tokenise_query(query.words, query.language), scope=scope),
        "vector": vector_leg(tenant, sources, vector, scope=scope) if vector is not None else [],
    }
    reasons, priors = reasons_of(legs), Priors(question.text)
    rows = Passage.objects.filter(tenant=tenant).in_bulk(list(reasons))
    names = {pk: name_of(row) for pk, row in rows.items()}
    hits = retrieve(tenant, question.text, scope=scope, limit=DEPTH).hits
    hybrid = Passage.objects.filter(tenant=tenant).in_bulk([hit.passage for hit in hits])
    return Answers(
        question=question,
        bm25=_once(names[item.passage] for item in legs["bm25"]),
        vector=_once(names[item.passage] for item in legs["vector"]),
        hybrid=_once(name_of(hybrid[hit.passage]) for hit in hits),
        reasons=reasons,
        candidates=[
            Candidate(pk, "git", row.rank, row.anchor, prior=priors.of(row.role, row.path, row.anchor))
            for pk, row in rows.items()
        ],
        names=names,
        query=query,
    )


def _once(names: Iterator[str]) -> Found:
    return list(dict.fromkeys(names))


def scores(found: Sequence[tuple[Question, Found]]) -> tuple[float, float]:
    """(recall@10, MRR)."""
    recall = [len(question.right & set(names[:FIRST])) / len(question.right) for question, names in found]
    firsts = [next((1 / at for at, name in enumerate(names, 1) if name in question.right), 0.0) for question, names in found]
    return sum(recall) / len(found), sum(firsts) / len(found)


def of_repository(origin: Path, tenant: Tenant, questions: int, commits: int) -> dict[str, list[Answers]]:
    """Ask both kinds of questions of one repository."""
    with tempfile.TemporaryDirectory() as place:
        checkout = Checkout(origin, Path(place))
        repo = register_local_repo(tenant=tenant, path=str(checkout.path))
        head = checkout.analysed("HEAD")
        asked = docstring_questions(head, questions)
        _index(repo, "0" * 40, head, [without_docstring(capsule) for capsule in head.capsules])
        found = {"docstrings": [answered(repo, question, lambda row: row.anchor) for question in asked], "commits": []}
        for parent, question in fixes(checkout, commits):
            analysis = checkout.analysed(parent)
            code = {entry.path for entry in analysis.files if entry.role == "code"}
            right = question.right & code
            if not right or len(right) > MOST_FILES:
                continue
            _index(repo, parent, analysis, analysis.capsules)
            found["commits"].append(answered(repo, Question(question.text, right), lambda row: row.path))
            if len(found["commits"]) == commits:
                break
        return found


def _index(repo: Repo, sha: str, analysis: Analysis, capsules: Sequence[Capsule]) -> None:
    index_code(repo=repo, commit_sha=sha, capsules=capsules, roles={entry.path: entry.role for entry in analysis.files})
    embed_passages(repo.tenant, lambda: True)


def report(name: str, kind: str, answers: Sequence[Answers]) -> bool:
    """One line for each way.  Whether the hybrid is better than each leg alone, in recall and in MRR."""
    ways = {way: scores([(item.question, getattr(item, way)) for item in answers]) for way in ("hybrid", "bm25", "vector")}
    ways["plain"] = scores([(item.question, _ordered(item, MEANING, SMOOTHING, 0)) for item in answers])
    for way, (recall, reciprocal) in ways.items():
        print(f"{name[:34]:34} {kind:10} {len(answers):4} {way:7} recall@{FIRST} {recall:.3f}  MRR {reciprocal:.3f}", flush=True)
    return all(mine > alone for way in ("bm25", "vector") for mine, alone in zip(ways["hybrid"], ways[way], strict=True))


def _ordered(item: Answers, meaning: float, smoothing: int, power: int) -> Found:
    """The order that other weights give: `meaning` is that of the vectors, `power` how much priors count (0: nothing)."""
    candidates = [msgspec.structs.replace(one, prior=one.prior**power) for one in item.candidates]
    weights = IDENTIFIER if item.query.is_exact else weights_of_question(item.query, describing=meaning)
    order = fuse(item.reasons, candidates, weights=weights, boosts={}, smoothing=smoothing)
    return _once(item.names[one.passage] for one in order)


def tune(found: Mapping[str, Sequence[Answers]]) -> None:
    """Print what other weights would give, best first by the sum of MRR and recall over both kinds."""
    rows = []
    for chosen in product((0.3, 0.4, 0.5, 0.6, 0.7, 0.8), (5, 20, 60, 100), (0, 1, 2)):
        line: list[float] = []
        for answers in found.values():
            line += scores([(item.question, _ordered(item, *chosen)) for item in answers])
        rows.append((sum(line), line, chosen))
    print(f"tuning (vectors, smoothing, power of the priors), now {(MEANING, SMOOTHING, 1)}")
    for total, line, chosen in sorted(rows, reverse=True)[:20]:
        print(f"  {total:.3f}  {'  '.join(f'{number:.3f}' for number in line)}  {chosen}")


def main() -> int:
    """Status 1 where the hybrid is not better than each leg alone on the repositories it was not tuned on."""
    parser = described(__doc__)
    parser.add_argument("repositories", nargs="+", type=source, metavar="GIT_DIRECTORY")
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--commits", type=int, default=30)
    parser.add_argument("--tune", action="store_true")
    given = parser.parse_args()
    call_command("migrate", verbosity=0)
    is_worse = False
    for number, origin in enumerate(given.repositories):
        start = time.monotonic()
        name = origin.parent.name if origin.name == "repo" else origin.name
        slug = re.sub(r"[^a-z0-9]", "-", f"quality-{name.lower()}")
        tenant = Tenant.objects.filter(slug=slug).first() or create_tenant(name=name, slug=slug)
        found = of_repository(origin, tenant, given.questions, given.commits)
        for kind, answers in found.items():
            if answers:
                is_better = report(name, kind, answers)
                is_worse |= number > 0 and not is_better
        print(f"{name[:34]:34} {time.monotonic() - start:.0f} s", flush=True)
        if number == 0 and given.tune:
            tune({kind: answers for kind, answers in found.items() if answers})
    return int(is_worse)


if __name__ == "__main__":
    raise SystemExit(main())
