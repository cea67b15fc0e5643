"""C#, by Roslyn, the compiler's own parser, without .NET's development kit.

ROSLYN names a folder with Microsoft.CodeAnalysis.dll and Microsoft.CodeAnalysis.CSharp.dll (the npm package `@autorest/csharp`
has them); the packages `pythonnet` and `dotnetcore2`, which the product does not have, are on PYTHONPATH.  Branches of the
preprocessor that are not taken are not counted, nor are namespaces, which mostly are around a whole file.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.census.counting import Counted, NoParser

LANGUAGE = "C#"
KINDS = frozenset({"class", "struct", "interface", "enum", "record", "type", "method", "function", "constructor", "accessor"})
_RUNTIME = {"name": "Microsoft.NETCore.App", "version": "3.1.0"}
_NAMED = frozenset({
    "ClassDeclarationSyntax", "StructDeclarationSyntax", "InterfaceDeclarationSyntax", "RecordDeclarationSyntax",
    "EnumDeclarationSyntax", "DelegateDeclarationSyntax", "MethodDeclarationSyntax", "ConstructorDeclarationSyntax",
    "LocalFunctionStatementSyntax",
})  # fmt: skip
_PROPERTIES = frozenset({"PropertyDeclarationSyntax", "IndexerDeclarationSyntax", "EventDeclarationSyntax"})


def count(files: Mapping[str, bytes]) -> tuple[dict[str, list[Counted]], dict[str, str]]:
    """Types, methods in every form, local functions, and properties with code of their own."""
    trees = _roslyn()
    found: dict[str, list[Counted]] = {}
    uncounted: dict[str, str] = {}
    for path, raw in files.items():
        tree = trees.ParseText(raw.decode("utf-8-sig", "replace"))
        errors = [one for one in tree.GetDiagnostics() if str(one.Severity) == "Error"]
        if errors:
            uncounted[path] = str(errors[0])
        else:
            found[path] = list(_counted(tree))
    return found, uncounted


def _roslyn() -> Any:
    folder = Path(os.environ.get("ROSLYN", ""))
    runtime = importlib.util.find_spec("dotnetcore2")
    if not (folder / "Microsoft.CodeAnalysis.CSharp.dll").is_file() or runtime is None or runtime.origin is None:
        raise NoParser("ROSLYN is not a folder with its libraries, or dotnetcore2 is not on the path")
    os.environ["DOTNET_SYSTEM_GLOBALIZATION_INVARIANT"] = "1"
    with TemporaryDirectory() as temporary:
        settings = Path(temporary) / "runtimeconfig.json"
        settings.write_text(json.dumps({"runtimeOptions": {"tfm": "netcoreapp3.1", "framework": _RUNTIME}}))
        root = Path(runtime.origin).with_name("bin")
        core = importlib.import_module("clr_loader").get_coreclr(runtime_config=str(settings), dotnet_root=str(root))
        importlib.import_module("pythonnet").set_runtime(core)
        loader = importlib.import_module("clr")
    for name in ("Microsoft.CodeAnalysis", "Microsoft.CodeAnalysis.CSharp"):
        loader.AddReference(str(folder / f"{name}.dll"))
    return importlib.import_module("Microsoft.CodeAnalysis.CSharp").CSharpSyntaxTree


def _counted(tree: Any) -> Iterator[Counted]:
    waiting = [(tree.GetRoot(), "")]
    while waiting:
        node, scope = waiting.pop()
        name, place = _definition(node)
        if name:
            line = tree.GetLineSpan(place).StartLinePosition.Line + 1
            whole = f"{scope}.{name}" if scope else name
            yield Counted(whole, line)
            scope = whole
        waiting += [(below, scope) for below in node.ChildNodes()]


def _definition(node: Any) -> tuple[str, Any]:
    """The name of what a node defines and where it stands; no name where it defines nothing."""
    kind = type(node).__name__
    if kind in _NAMED:
        return str(node.Identifier.ValueText), node.Identifier.Span
    if kind == "DestructorDeclarationSyntax":
        return f"~{node.Identifier.ValueText}", node.Identifier.Span
    if kind == "OperatorDeclarationSyntax":
        return f"operator {node.OperatorToken.Text}", node.OperatorToken.Span
    if kind == "ConversionOperatorDeclarationSyntax":
        return f"{node.ImplicitOrExplicitKeyword.Text} operator {node.Type}", node.Type.Span
    if kind not in _PROPERTIES:
        return "", None
    listed = node.AccessorList
    has_code = listed is not None and any(one.Body is not None or one.ExpressionBody is not None for one in listed.Accessors)
    if not has_code and getattr(node, "ExpressionBody", None) is None:
        return "", None
    if kind == "IndexerDeclarationSyntax":
        return "this[]", node.ThisKeyword.Span
    return str(node.Identifier.ValueText), node.Identifier.Span
