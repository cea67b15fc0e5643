"""Each file is answered for by the backend of its language."""

from __future__ import annotations

from apps.engine.facts import Call, Definition, FileFacts, Import, Value
from apps.engine.graph import Resolver, build_graph


def test_a_file_without_a_backend_is_unknown_and_breaks_nothing() -> None:
    call = Call(Value("name", "run"), line=3, scope="start")
    facts = FileFacts(
        "a.cob",
        "COBOL",
        lines=4,
        definitions=(Definition("function", "start", "start", 2, 4, 2, "start", bases=(Value("name", "Base"),)),),
        calls=(call,),
        imports=(Import("other", line=1),),
    )
    resolver = Resolver({"a.cob": facts})
    assert resolver.resolve("a.cob", "", "start").kind == "unknown"
    assert resolver.resolve_call("a.cob", call).kind == "unknown"
    assert resolver.resolve_module("a.cob", facts.imports[0]).kind == "unknown"
    assert resolver.bases("a.cob", "start") == []
    assert resolver.index("a.cob") is None
    assert {item.symbol for item in build_graph({"a.cob": facts}, {"a.cob": "\n\n\n\n"}, resolver).capsules} == {
        "a.cob",
        "a.cob#start",
    }


def test_languages_beside_each_other_do_not_mix() -> None:
    def one(path: str, language: str) -> FileFacts:
        return FileFacts(path, language, definitions=(Definition("function", "run", "run", 1, 1, 1, "run()"),))

    resolver = Resolver({"a.py": one("a.py", "Python"), "a.js": one("a.js", "JavaScript"), "a.xyz": one("a.xyz", "Xyz")})
    assert resolver.resolve("a.py", "", "run").symbol == "a.py#run"
    assert resolver.resolve("a.js", "", "run").symbol == "a.js#run"
    assert resolver.resolve("a.xyz", "", "run").kind == "unknown"
