"""What a context says between the texts it hands over, in the language of the question."""

from __future__ import annotations

from collections.abc import Mapping

Words = Mapping[str, str]

_ENGLISH: Words = {
    "document": "Architecture document",
    "structure": "Folders",
    "place": "Where new code belongs",
    "similar": "Similar code",
    "target": "To be changed",
    "nearest": "Nearest to the question, which names nothing that is there",
    "callees": "What it calls",
    "callers": "What calls it",
    "caller-bodies": "How it is called",
    "callee-bodies": "How what it calls works",
    "code": "Code",
    "also": "Also found",
    "prose": "Documentation",
    "map": "Functions by file (● has documentation)",
    "cut": "cut at a statement's end: lines {first}–{last} of {end}",
    "excerpt": "in part",
    "called-by": "Called by",
    "calls": "Calls",
    "outside": "Calls outside",
    "no-callers": "Called by: nothing, as far as the whole repository was followed.",
    "unknown-callers": "Callers: unknown",
    "perhaps-more": "perhaps more",
    "more": "and {count} more",
    "left-out": "Left out for lack of room",
    "body": "body",
    "lines": "lines",
    "signature": "signature",
    "in": "In",
    "files": "{count} files",
    "tested-in": "tests of it in",
    "next-to": "next to {names}",
}

_SPANISH: Words = {
    "document": "Documento de arquitectura",
    "structure": "Carpetas",
    "place": "Dónde va el código nuevo",
    "similar": "Código parecido",
    "target": "Lo que cambia",
    "nearest": "Lo más cercano a la pregunta, que no nombra nada que exista aquí",
    "callees": "Lo que llama",
    "callers": "Quién lo llama",
    "caller-bodies": "Cómo se le llama",
    "callee-bodies": "Cómo funciona lo que llama",
    "code": "Código",
    "also": "También hallado",
    "prose": "Documentación",
    "map": "Funciones por archivo (● documentada)",
    "cut": "cortado al final de una instrucción: líneas {first}–{last} de {end}",
    "excerpt": "en parte",
    "called-by": "Lo llama",
    "calls": "Llama a",
    "outside": "Llama fuera a",
    "no-callers": "Lo llama: nada, hasta donde se siguió todo el repositorio.",
    "unknown-callers": "Quién lo llama: desconocido",
    "perhaps-more": "quizá más",
    "more": "y {count} más",
    "left-out": "Omitido por falta de espacio",
    "body": "cuerpo",
    "lines": "líneas",
    "signature": "firma",
    "in": "En",
    "files": "{count} archivos",
    "tested-in": "sus pruebas en",
    "next-to": "junto a {names}",
}


def words(language: str) -> Words:
    """Those of a language: Spanish for es, English for any other."""
    return _SPANISH if language == "es" else _ENGLISH
