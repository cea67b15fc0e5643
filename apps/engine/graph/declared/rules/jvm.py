"""Java and Kotlin, which call each other."""

from __future__ import annotations

from apps.engine.graph.declared.rules.base import Rules

_LANG = """
Object String Integer Long Double Float Boolean Short Byte Character Number Math System Thread Runnable Iterable Comparable
CharSequence StringBuilder StringBuffer Class Enum Record Exception RuntimeException Throwable Error IllegalArgumentException
IllegalStateException NullPointerException UnsupportedOperationException IndexOutOfBoundsException NumberFormatException
InterruptedException ClassNotFoundException CloneNotSupportedException ArithmeticException ClassCastException AutoCloseable
Cloneable Process ProcessBuilder Runtime ThreadLocal Void Override Deprecated FunctionalInterface SuppressWarnings SafeVarargs
"""

_HELD = """
get orElse orElseThrow orElseGet first last single firstOrNull lastOrNull singleOrNull getFirst getLast next remove poll peek
findFirst findAny filter stream iterator toList sorted distinct limit skip block join await getOrNull getOrThrow getOrDefault max
min reversed values elementAt find takeIf toSet collect parallelStream getBody getObject getIfAvailable
"""

RULES = Rules(
    calls_construct=True,
    capitals_construct=True,
    unwrapping=frozenset(_HELD.split()),
    builtins=frozenset(_LANG.split()),
    builtin_space="java.lang",
)
