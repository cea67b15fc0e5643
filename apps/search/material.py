"""What a context needs beside what was found: asked of the graph and the documents, for each kind of task only what it shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils import translation

from apps.artifacts import selectors as artifacts
from apps.codegraph import selectors as codegraph
from apps.codegraph.words import reasons_in_words
from apps.engine.compression import TOLD, Folder, Material, Ref, Relations
from apps.engine.facts import Place
from apps.engine.retrieval import Hit, Retrieval
from apps.engine.retrieval.passages import cited
from apps.search.indexer import CODE, DOCUMENT
from apps.tenants.models import Tenant

_CITED = 24  # capsules that the document's passages cite
_MAPPED = 3  # files of a map of which all is told, as far as there is room
_CONTENTS = 200  # definitions in them


def gather(tenant: Tenant, found: Retrieval) -> Material:
    """The material of the view that the task gets."""
    code = [hit for hit in found.hits if hit.source_type == CODE and hit.kind != "document"]
    refs = [(hit.repo_id, hit.anchor) for hit in code]
    places = _places(tenant, found.documents)
    match found.task:
        case "search":
            files = list(dict.fromkeys((hit.repo_id, hit.path) for hit in code))[:_MAPPED]
            contents = codegraph.contents_of(tenant, set(files), _CONTENTS)
            return Material(capsules=codegraph.capsules_at(tenant, refs, bodies=()), contents=contents, places=places)
        case "refactor":
            return _of_target(tenant, found, refs, places)
        case "architecture":
            named = [(hit.repo_id, key) for hit in found.documents for key in cited(hit.text)]
            others = [ref for ref in dict.fromkeys(named) if ref not in refs][:_CITED]
            return _with_ties(tenant, found, refs, places, others)
        case "code_gen":
            return _with_ties(tenant, found, refs, places, folders_of=refs[0][0] if refs else 0)
    return _with_ties(tenant, found, refs, places)


def gather_ties(tenant: Tenant, found: Retrieval, named: Sequence[Hit]) -> Material:
    """What calls these hits and what they call, and of the first of those where they stand."""
    refs = [(hit.repo_id, hit.anchor) for hit in named]
    told = _told(codegraph.relations_of(tenant, refs, _outlines(tenant, found, refs), bodies=()), found.language)
    around = [(ref[0], name) for ref, ties in told.items() for name in (*ties.callers[:TOLD], *ties.callees[:TOLD])]
    return Material(capsules=codegraph.capsules_at(tenant, around, bodies=()), relations=told)


def _with_ties(
    tenant: Tenant,
    found: Retrieval,
    refs: Sequence[Ref],
    places: Mapping[Ref, Place],
    others: Sequence[Ref] = (),
    *,
    folders_of: int = 0,
) -> Material:
    """What was found with what it is tied to, and other capsules without."""
    outlines = _outlines(tenant, found, refs)
    tied = codegraph.relations_of(tenant, refs, outlines, bodies=refs[:1])
    capsules = {ref: item.capsule for ref, item in tied.items()}
    if others:
        capsules |= codegraph.capsules_at(tenant, others, bodies=())
    counted = outlines[folders_of].folders if folders_of in outlines else {}
    folders = tuple(Folder(path, files) for path, files in sorted(counted.items()))
    return Material(
        capsules=capsules, relations=_told(tied, found.language), places=places, folders=folders, repo_id=folders_of
    )  # fmt: skip


def _of_target(tenant: Tenant, found: Retrieval, refs: Sequence[Ref], places: Mapping[Ref, Place]) -> Material:
    """The first capsule with all that calls it and all it calls, and the names of the others."""
    tied = codegraph.relations_of(tenant, refs[:1], _outlines(tenant, found, refs[:1]), bodies=())
    around = [(repo_id, name) for (repo_id, _symbol), item in tied.items() for name in (*item.callers, *item.callees)]
    capsules = codegraph.capsules_at(tenant, [*refs, *around], bodies=[*refs[:1], *around])
    return Material(capsules=capsules, relations=_told(tied, found.language), places=places)


def _outlines(tenant: Tenant, found: Retrieval, refs: Iterable[Ref]) -> dict[int, codegraph.Outline]:
    behind = {state.repo_id for state in found.sources if state.source_type == CODE and state.state == "behind"}
    return codegraph.outlines(tenant, {repo_id for repo_id, _symbol in refs}, behind=behind)


def _told(tied: Mapping[Ref, codegraph.Tied], language: str) -> dict[Ref, Relations]:
    """The relations, with the first reason why there may be more callers in the words of the language."""
    found: dict[Ref, Relations] = {}
    with translation.override(language):
        for ref, item in tied.items():
            why = reasons_in_words(item.verdict)[:1] if item.verdict is not None else []
            found[ref] = Relations(
                callers=item.callers,
                caller_count=item.caller_count,
                callees=item.callees,
                callee_count=item.callee_count,
                outside=item.outside,
                verdict="" if item.verdict is None else item.verdict.verdict,
                why=why[0].text if why else "",
            )
    return found


def _places(tenant: Tenant, documents: Sequence[Hit]) -> dict[Ref, Place]:
    """The places that passages of documents cite."""
    wanted: dict[int, set[str]] = {}
    for hit in documents:
        if hit.source_type == DOCUMENT and hit.repo_id:
            wanted.setdefault(hit.repo_id, set()).update(cited(hit.text))
    known = artifacts.current_citations(tenant, wanted) if any(wanted.values()) else {}
    return {(repo_id, key): place for repo_id, places in known.items() for key, place in places.items()}
