"""Java and Kotlin, which call each other."""

from __future__ import annotations

from apps.engine.graph.declared.rules.base import Rules

_LANG = """
Object String Integer Long Double Float Boolean Short Byte Character Number Math System Thread Runnable Iterable Comparable
CharSequence StringBuilder StringBuffer Class Enum Record Exception RuntimeException Throwable Error IllegalArgumentException
IllegalStateException NullPointerException UnsupportedOperationException IndexOutOfBoundsException NumberFormatException
InterruptedException ClassNotFoundException CloneNotSupportedException ArithmeticException ClassCastException AutoCloseable
Cloneable Process ProcessBuilder Runtime ThreadLocal Void Override Deprecated FunctionalInterface SuppressWarnings SafeVarargs
int long short byte char float double boolean
"""

_HELD = """
get orElse orElseThrow orElseGet first last single firstOrNull lastOrNull singleOrNull getFirst getLast next remove poll peek
findFirst findAny filter stream iterator toList sorted distinct limit skip block join await getOrNull getOrThrow getOrDefault max
min reversed values elementAt find takeIf toSet collect parallelStream getBody getObject getIfAvailable
"""

_KOTLIN = {
    "kotlin": """
        Any String Int Long Short Byte Double Float Boolean Char Unit Nothing Array IntArray LongArray ByteArray CharArray
        DoubleArray BooleanArray Pair Triple Enum Throwable Exception RuntimeException Error IllegalArgumentException
        IllegalStateException NullPointerException UnsupportedOperationException IndexOutOfBoundsException
        NumberFormatException ArithmeticException ClassCastException NoSuchElementException Comparable CharSequence Number
        Lazy Result Annotation Function require requireNotNull check checkNotNull error TODO lazy lazyOf repeat run with
        runCatching arrayOf arrayOfNulls intArrayOf emptyArray to assert synchronized apply also let takeIf takeUnless
        Suppress Deprecated JvmStatic JvmOverloads JvmField JvmName Throws
    """,
    "kotlin.collections": """
        List MutableList Set MutableSet Map MutableMap Collection MutableCollection Iterable MutableIterable Iterator ArrayList
        HashMap LinkedHashMap HashSet LinkedHashSet ArrayDeque listOf mutableListOf listOfNotNull emptyList arrayListOf setOf
        mutableSetOf hashSetOf linkedSetOf emptySet mapOf mutableMapOf hashMapOf linkedMapOf emptyMap buildList buildMap
        buildSet List MutableList
    """,
    "kotlin.io": "println print readLine readln",
    "kotlin.text": "StringBuilder Regex buildString String",
    "kotlin.sequences": "Sequence sequence sequenceOf generateSequence emptySequence",
    "kotlin.ranges": "until downTo step IntRange",
    "kotlin.comparisons": "compareBy compareByDescending maxOf minOf Comparator",
    "java.lang": "System Thread Math Runnable Object Class ProcessBuilder Runtime Integer AutoCloseable ThreadLocal",
}
_IN_KOTLIN = {name: f"{space}.{name}" for space, names in reversed(_KOTLIN.items()) for name in names.split()}


class Jvm(Rules):
    """What needs no import differs between the two."""

    def built_in(self, name: str, language: str) -> str:
        if language == "Kotlin":
            return _IN_KOTLIN.get(name, "")
        return super().built_in(name, language)


RULES = Jvm(
    calls_construct=True,
    capitals_construct=True,
    unwrapping=frozenset(_HELD.split()),
    builtins=frozenset(_LANG.split()),
    builtin_space="java.lang",
)
