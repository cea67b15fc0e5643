"""The shared frozen dataclasses that every room of the engine takes and returns.

`listing`  what git lists of a commit's tree
`places`   where something stands: canonical path text, spans, fingerprints
`syntax`   what one parsed file says (`FileFacts`): definitions, calls with structured arguments, imports
`asides`   folders beside what a repository is: examples, benchmarks, documentation, tests
`sheet`    what the extractors found at one commit (`FactSheet`), every fact with its place
`records`  capsules and edges: the graph
`artifact` the document as data: sections, citations, diagrams
`notation` how its Markdown writes citations and diagrams
`markup`   documentation comments in whichever markup as words to read
`sentences` the first sentence of a documentation comment
`visible`  characters that can't be seen, made visible
`codec`    the one way to and from bytes, canonical and stable
"""

from apps.engine.facts.artifact import SECTIONS, ArtifactText, Diagram, DiagramEdge, DiagramNode, Section
from apps.engine.facts.asides import Asides, find_asides
from apps.engine.facts.codec import decode, digest, encode
from apps.engine.facts.listing import ListedEntry
from apps.engine.facts.notation import Cite, DiagramMark, cite_link, cite_target, cited_key, diagram_fence, split_markdown
from apps.engine.facts.places import Place, fingerprint, path_from_bytes, path_to_bytes
from apps.engine.facts.records import Attribute, Capsule, Edge, capsule_id
from apps.engine.facts.sheet import (
    LIBRARIES,
    ApiSchema,
    Command,
    Component,
    ConfigKey,
    Constraint,
    Dependency,
    Document,
    Endpoint,
    EntryPoint,
    ExternalService,
    FactSheet,
    Field,
    FileEntry,
    Finding,
    Flow,
    FlowStep,
    Job,
    Language,
    Model,
    PartSymbol,
    Passed,
    Project,
    Relation,
    SchemaRoot,
    TestSuite,
    TreeEntry,
    Unknown,
)
from apps.engine.facts.syntax import (
    Argument,
    Assignment,
    Branch,
    Call,
    Conformance,
    Decorator,
    Definition,
    EnvironmentRead,
    Export,
    FileFacts,
    Import,
    ImportedName,
    Lambda,
    Operation,
    Parameter,
    Reference,
    Value,
)
from apps.engine.facts.visible import HIDDEN, code_point, show_hidden

__all__ = [
    "HIDDEN",
    "LIBRARIES",
    "SECTIONS",
    "ApiSchema",
    "Argument",
    "ArtifactText",
    "Asides",
    "Assignment",
    "Attribute",
    "Branch",
    "Call",
    "Capsule",
    "Cite",
    "Command",
    "Component",
    "ConfigKey",
    "Conformance",
    "Constraint",
    "Decorator",
    "Definition",
    "Dependency",
    "Diagram",
    "DiagramEdge",
    "DiagramMark",
    "DiagramNode",
    "Document",
    "Edge",
    "Endpoint",
    "EntryPoint",
    "EnvironmentRead",
    "Export",
    "ExternalService",
    "FactSheet",
    "Field",
    "FileEntry",
    "FileFacts",
    "Finding",
    "Flow",
    "FlowStep",
    "Import",
    "ImportedName",
    "Job",
    "Lambda",
    "Language",
    "ListedEntry",
    "Model",
    "Operation",
    "Parameter",
    "PartSymbol",
    "Passed",
    "Place",
    "Project",
    "Reference",
    "Relation",
    "SchemaRoot",
    "Section",
    "TestSuite",
    "TreeEntry",
    "Unknown",
    "Value",
    "capsule_id",
    "cite_link",
    "cite_target",
    "cited_key",
    "code_point",
    "decode",
    "diagram_fence",
    "digest",
    "encode",
    "find_asides",
    "fingerprint",
    "path_from_bytes",
    "path_to_bytes",
    "show_hidden",
    "split_markdown",
]
