"""Parameters of functions and macros."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import Parameter
from apps.engine.parsing.c_family.declarators import declared, type_text
from apps.engine.parsing.declared.values import Values


def parameters_of(node: Node, values: Values) -> tuple[Parameter, ...]:
    """The parameters of a list of them; those of a macro have names alone."""
    if node.type == "preproc_params":
        return tuple(
            Parameter(values.source.of(child), kind="rest" if child.type == "..." else "")
            for child in node.children
            if child.type in ("identifier", "...")
        )
    out: list[Parameter] = []
    for child in node.children:
        if child.type == "identifier":  # as C had them at first: the types follow
            out.append(Parameter(values.source.of(child), _old_type(node, values.source.of(child), values)))
        elif child.type in ("parameter_declaration", "optional_parameter_declaration", "variadic_parameter_declaration"):
            out.append(_parameter(child, values))
        elif child.type in ("variadic_parameter", "..."):
            out.append(Parameter("...", kind="rest"))
    if len(out) == 1 and out[0].annotation == "void" and not out[0].name:
        return ()
    return tuple(out)


def _old_type(listed: Node, name: str, values: Values) -> str:
    function = listed.parent
    while function is not None and function.type != "function_definition":
        function = function.parent
    for child in function.named_children if function is not None else ():
        if child.type == "declaration":
            for declarator in child.children_by_field_name("declarator"):
                found = declared(declarator)
                if found is not None and values.source.of(found.name) == name:
                    return type_text(child, found, values)
    return "int"


def _parameter(node: Node, values: Values) -> Parameter:
    declarator, default = node.child_by_field_name("declarator"), node.child_by_field_name("default_value")
    found = declared(declarator)
    name = values.source.of(found.name) if found is not None else ""
    end = declarator.end_byte if declarator is not None else default.start_byte if default is not None else node.end_byte
    if found is not None:
        before, after = values.source.cut(node.start_byte, found.name.start_byte), values.source.cut(found.name.end_byte, end)
        text = f"{before} {after}"
    else:
        text = values.source.cut(node.start_byte, end).rstrip("= ")
    annotation = " ".join(text.split()).replace(" *", "*").replace(" &", "&")
    kind = "rest" if node.type == "variadic_parameter_declaration" else ""
    return Parameter(
        name, annotation, values.flat(default), kind, None, values.value(default) if default is not None else None,
    )  # fmt: skip
