"""Long chains of names end in an answer or in "unknown", never in an error, and take no quadratic time."""

from __future__ import annotations

import pytest

from tests.engine.graph.building import graph_of

N = 3000

CASES = {
    "inheritance": {"a.py": "class A0: pass\n" + "".join(f"class A{n}(A{n - 1}): pass\n" for n in range(1, N)) + f"A{N - 1}().run()\n"},
    "aliases": {"a.py": "def x0(): pass\n" + "".join(f"x{n} = x{n - 1}\n" for n in range(1, N)) + f"x{N - 1}()\n"},
    "returns": {"a.py": "def f0(): pass\n" + "".join(f"def f{n}(): return f{n - 1}()\n" for n in range(1, N)) + f"f{N - 1}().x()\n"},
    "files": {f"m{n}.py": f"from m{n + 1} import go\ngo()\n" for n in range(400)} | {"m400.py": "def go(): pass\n"},
    "barrels": {f"m{n}.ts": f"export * from './m{n + 1}';\n" for n in range(400)} | {"m400.ts": "export const go = () => 1;\n", "a.ts": "import { go } from './m0';\ngo();\n"},
    "circle of barrels": {"a.ts": "export * from './b';\n", "b.ts": "export * from './a';\nimport { x } from './a';\nx();\n"},
    "chained calls": {"a.py": "def f(): return f\nf" + "()" * N + "\n"},
    "classes in circles": {"a.py": "".join(f"class A{n}(A{(n + 1) % 500}): pass\n" for n in range(500)) + "A0().x()\n"},
    "class in class": {"a.py": "".join("    " * n + f"class A{n}:\n" for n in range(80)) + "    " * 80 + "def f(self): self.g()\n"},
    "self attributes": {"a.py": "class A:\n    def f(self):\n" + "".join(f"        self.x{n} = self.x{n - 1}\n" for n in range(1, N)) + f"        self.x{N - 1}()\n"},
    "rebound": {"a.py": "def f():\n" + "".join("    x = g(x)\n    x.h()\n" for _ in range(N))},
    "require": {f"m{n}.js": f"module.exports = require('./m{n + 1}');\n" for n in range(400)} | {"m400.js": "module.exports = { go() {} };\n", "a.js": "require('./m0').go();\n"},
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(CASES))
def test_chain(name: str) -> None:
    graph = graph_of(CASES[name])
    assert graph.capsules
    inside = sum(capsule.unresolved_calls for capsule in graph.capsules)
    assert graph.call_count == graph.resolved_call_count + graph.external_call_count + inside
