"""Words for what the graph says: kinds of symbols and edges, and how sure a call is."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

KINDS = {
    "function": gettext_noop("function"),
    "method": gettext_noop("method"),
    "class": gettext_noop("class"),
    "overridden": gettext_noop("what takes its place runs where it is called"),
    "convention": gettext_noop("%(detail)s finds what stands in this folder by its place and name"),
    "interface": gettext_noop("interface"),
    "enum": gettext_noop("enum"),
    "struct": gettext_noop("struct"),
    "trait": gettext_noop("trait"),
    "type": gettext_noop("type"),
    "component": gettext_noop("component"),
    "constructor": gettext_noop("constructor"),
    "accessor": gettext_noop("accessor"),
    "namespace": gettext_noop("namespace"),
    "module": gettext_noop("module"),
    "document": gettext_noop("section of prose"),
    "record": gettext_noop("record"),
    "union": gettext_noop("union"),
    "protocol": gettext_noop("protocol"),
    "object": gettext_noop("object"),
    "extension": gettext_noop("extension"),
    "implementation": gettext_noop("implementation"),
    "macro": gettext_noop("macro"),
    "test": gettext_noop("test"),
    "table": gettext_noop("table"),
    "view": gettext_noop("view"),
    "procedure": gettext_noop("procedure"),
    "trigger": gettext_noop("trigger"),
}
EDGES = {
    "calls": gettext_noop("calls"),
    "tests": gettext_noop("is a test of"),
    "routes_to": gettext_noop("routes to"),
    "uses": gettext_noop("refers to"),
    "inherits": gettext_noop("extends"),
    "overrides": gettext_noop("overrides"),
    "imports": gettext_noop("imports"),
    "reads_model": gettext_noop("reads the model"),
    "writes_model": gettext_noop("writes the model"),
    "contains": gettext_noop("contains"),
}
SURE = {
    "exact": gettext_noop("certain"),
    "inferred": gettext_noop("by type"),
    "name": gettext_noop("by name only"),
}
PROPERTIES = {
    "abstract": gettext_noop("abstract"),
    "anonymous": gettext_noop("anonymous"),
    "async": gettext_noop("async"),
    "companion": gettext_noop("companion"),
    "computed": gettext_noop("computed"),
    "conditional": gettext_noop("conditional"),
    "declaration": gettext_noop("declaration"),
    "default": gettext_noop("default"),
    "deleted": gettext_noop("deleted"),
    "exported": gettext_noop("exported"),
    "extension": gettext_noop("extension"),
    "generator": gettext_noop("generator"),
    "inner": gettext_noop("inner"),
    "internal": gettext_noop("internal"),
    "materialized": gettext_noop("materialized"),
    "nested": gettext_noop("nested"),
    "overload": gettext_noop("overload"),
    "partial": gettext_noop("partial"),
    "private": gettext_noop("private"),
    "property": gettext_noop("property"),
    "protected": gettext_noop("protected"),
    "public": gettext_noop("public"),
    "sealed": gettext_noop("sealed"),
    "static": gettext_noop("static"),
    "temporary": gettext_noop("temporary"),
    # of parameters
    "block": gettext_noop("block"),
    "keyword": gettext_noop("by name"),
    "keywords": gettext_noop("all other names"),
    "positional": gettext_noop("by position"),
    "receiver": gettext_noop("receiver"),
    "rest": gettext_noop("all others"),
}


def kind_in_words(kind: str) -> str:
    """What a symbol is."""
    return _(KINDS[kind]) if kind in KINDS else kind


def property_in_words(word: str) -> str:
    """What a symbol or a parameter is besides its kind; "" for a word that is the code's own, such as ``constexpr``."""
    return _(PROPERTIES[word]) if word in PROPERTIES else ""


def edges_in_words(kinds: Iterable[str]) -> str:
    """What the edges of an arrow say, in one order."""
    return ", ".join(_(EDGES[kind]) for kind in EDGES if kind in set(kinds))


def sureness_in_words(resolution: str) -> str:
    """How sure an edge is."""
    return _(SURE[resolution]) if resolution in SURE else ""
