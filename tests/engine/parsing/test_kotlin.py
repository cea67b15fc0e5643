"""What a Kotlin file says."""

from __future__ import annotations

from textwrap import dedent

import pytest

from apps.engine.facts import Definition, FileFacts
from apps.engine.parsing import parse

SAMPLE = """
    @file:JvmName("Owners")
    package org.acme.web

    import org.acme.model.*
    import org.acme.text.shorten as cut

    typealias Handler = (Int) -> Unit

    const val BASE = "/owners"
    val String.loud: String
        get() = uppercase()

    /** Owners of pets. */
    @Entity
    data class Owner(@field:Id val id: Long, var name: String = "x", plain: Int) : Base(plain), Named {
        val size: Int get() = name.length
        val pets by lazy { load() }
        init {
            val first = start()
            first.go()
        }
        constructor(id: Long) : this(id, "a", 1) { go() }
        companion object {
            const val K = "k"
            fun of(id: Long): Owner = Owner(id, "n", 1)
        }
        // what it says
        override suspend fun <T : Any> show(all: List<T>, vararg more: Int, block: (Int) -> String = { it.toString() }): T? {
            val home = System.getenv("HOME") ?: "/root"
            val key = System.getenv("KEY") ?: error("no key")
            for (pet in pets) { pet.visit() }
            all.map { it.name }.forEach { one -> one.go() }
            name.let { given -> given.run() }
            builder.apply { put(1) }
            send(1, to = 2) { a, b -> a.go(b) }
            if (more is Special) { more.special() }
            user.name = "/a/$id/${name.trim()}"
            println(when (home) { "a" -> first() else -> second() })
            return cut(all) as? T
        }
    }

    sealed class State {
        object Open : State()
        data class Closed(val at: Long) : State()
    }

    enum class Color(val code: Int) {
        RED(1) { override fun f() = 1 },
        GREEN(2);
        abstract fun f(): Int
    }

    interface Api { fun call(): Int }
    fun String.shout(times: Int = 1): String = this.repeat(times)
    fun List<Owner>?.second() = this!![1]
    fun make(): Api = object : Api { override fun call() = 2 }
"""


def read(text: str) -> FileFacts:
    return parse("Sample.kt", "Kotlin", dedent(text).lstrip("\n"))


def named(facts: FileFacts, qualname: str) -> Definition:
    return next(definition for definition in facts.definitions if definition.qualname == qualname)


def test_nothing_collapses() -> None:
    facts = read(SAMPLE)
    assert (facts.package, facts.syntax_errors) == ("org.acme.web", 0)
    assert [(item.kind, item.qualname) for item in facts.definitions] == [
        ("type", "Handler"),
        ("accessor", "String.loud"),
        ("class", "Owner"),
        ("accessor", "Owner.size"),
        ("constructor", "Owner.Owner"),
        ("object", "Owner.Companion"),
        ("method", "Owner.Companion.of"),
        ("method", "Owner.show"),
        ("class", "State"),
        ("object", "State.Open"),
        ("class", "State.Closed"),
        ("enum", "Color"),
        ("class", "Color.RED"),
        ("method", "Color.RED.f"),
        ("method", "Color.f"),
        ("interface", "Api"),
        ("method", "Api.call"),
        ("method", "String.shout"),
        ("method", "List.second"),
        ("function", "make"),
        ("class", "make.$Api"),
        ("method", "make.$Api.call"),
    ]


def test_heads() -> None:
    facts = read(SAMPLE)
    owner, show = named(facts, "Owner"), named(facts, "Owner.show")
    assert (owner.start_line, owner.line, owner.docstring) == (13, 15, "Owners of pets.")
    assert [(item.name, item.annotation, item.default, item.property) for item in owner.parameters] == [
        ("id", "Long", "", True),
        ("name", "String", '"x"', True),
        ("plain", "Int", "", False),
    ]
    assert [base.text for base in owner.bases] == ["Base", "Named"]
    assert owner.properties == ("data", "exported", "public")
    assert (show.returns, show.docstring, show.properties) == ("T?", "what it says", ("async", "exported", "override", "public"))
    assert [(item.name, item.annotation, item.kind, item.default) for item in show.parameters] == [
        ("all", "List<T>", "", ""),
        ("more", "Int", "rest", ""),
        ("block", "(Int) -> String", "", "{ it.toString() }"),
    ]
    shout = named(facts, "String.shout")
    assert (shout.owner, shout.returns, [(item.name, item.kind) for item in shout.parameters]) == (
        "String",
        "String",
        [("this", "receiver"), ("times", "")],
    )
    assert [item.call.callee.text for item in named(facts, "Owner.Companion.of").returned if item.call] == ["Owner"]
    assert "abstract" in named(facts, "Api.call").properties
    fields = {(item.scope, item.target): item for item in facts.assignments if item.kind in ("field", "case", "local")}
    assert [item.name for item in fields["Owner", "id"].decorators] == ["Id"]
    assert fields["Owner", "first"].kind == "local"
    assert fields["Color", "GREEN"].kind == "case"
    assert fields["State.Closed", "at"].annotation == "Long"


def test_calls_names_and_what_lambdas_are_given() -> None:
    facts = read(SAMPLE)
    called = {(call.scope, call.callee.text): call for call in facts.calls}
    for scope, text in (
        ("Owner", "Base"), ("Owner", "load"), ("Owner", "start"), ("Owner.Owner", "this"), ("Owner.Owner", "go"),
        ("Owner.show", "pet.visit"), ("Owner.show", "name.let"), ("Owner.show", "put"), ("State.Open", "State"),
        ("Color", "Color"), ("String.shout", "this.repeat"),
    ):  # fmt: skip
        assert (scope, text) in called
    send = called["Owner.show", "send"]
    assert [(item.name, item.value.kind) for item in send.arguments] == [("", "number"), ("to", "number"), ("", "function")]
    bound = {item.target: item for item in facts.assignments if item.kind in ("parameter", "loop")}
    assert bound["pet"].value is not None and bound["pet"].value.text == "pets"
    assert bound["given"].value is not None and bound["given"].value.kind == "list"
    assert bound["this"].value is not None and bound["this"].value.items[0].text == "builder"
    assert (bound["more"].annotation, bound["more"].line) == ("Special", 36)
    (text,) = [item.value for item in facts.assignments if item.target == "user.name" and item.value]
    assert [(item.kind, item.text) for item in text.items] == [("string", "/a/"), ("name", "id"), ("string", "/"), ("call", "")]
    assert [(item.name, item.default, item.required) for item in facts.environment] == [
        ("HOME", '"/root"', False),
        ("KEY", "", True),
    ]
    assert [(item.module, item.names[0].name, item.names[0].alias) for item in facts.imports] == [
        ("org.acme.model", "*", ""),
        ("org.acme.text", "shorten", "cut"),
    ]


def test_bodies_on_one_line_are_read() -> None:
    facts = read("""
        val x = object { val q = 1 }
        fun main() {
            all.filter { one -> one.ok }
            all.map { one -> one.make() }
        }
    """)
    assert facts.syntax_errors == 0
    assert [call.callee.text for call in facts.calls] == ["all.filter", "all.map", "one.make"]


def test_calls_with_types_are_no_comparisons() -> None:
    facts = read("""
        fun Route.pets() {
            get<Owner> { owner -> owner.show() }
        }
    """)
    call = facts.calls[0]
    assert (call.callee.text, call.type_arguments, [item.value.kind for item in call.arguments]) == (
        "get",
        ("Owner",),
        ["function"],
    )


def test_annotations_on_lines_of_their_own() -> None:
    facts = read("""
        fun first() {
        }
        @Resource("/owners")
        class Owners {
            @Resource("{id}")
            class One
        }
        @Entity
        @Table(name = "pets")
        class Pet
    """)
    marks = {
        item.qualname: (item.start_line, [(mark.name, [one.value.text for one in mark.arguments]) for mark in item.decorators])
        for item in facts.definitions
    }
    assert marks == {
        "first": (1, []),
        "Owners": (3, [("Resource", ["/owners"])]),
        "Owners.One": (5, [("Resource", ["{id}"])]),
        "Pet": (8, [("Entity", []), ("Table", ["pets"])]),
    }


def test_a_syntax_error_costs_only_what_it_touches() -> None:
    facts = read("fun a() { b() }\nfun c() {\n  x.. = 1\n}\nclass D {\n  fun e() = f()\n}\n")
    assert facts.syntax_errors
    assert {"a", "D.e"} <= {item.qualname for item in facts.definitions}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("@Target(CLASS)\n@Retention(RUNTIME)\nannotation class Marked", ["Marked"]),
        ("@A @B(X) public annotation class One\n\n@A @B(X) public annotation class Two\n", ["One", "Two"]),
        ("@OptIn(X::class)\nactual class Sum {\n  fun add() {\n  }\n}\n", ["Sum", "Sum.add"]),
        ("@Json\ndata object None {\n  fun of() = 1\n}\n", ["None", "None.of"]),
        ("@Json\nenum class Color {\n  RED\n}\n", ["Color"]),
        ("@A(X::class)\n@B\nopen class App protected constructor() {\n  fun run() {\n  }\n}\n", ["App", "App.run"]),
        ("class A {\n  var final = false\n  fun f() {\n    final = true\n    done()\n  }\n  fun g() {}\n}\n", ["A", "A.f", "A.g"]),
        ("fun App.main() {\n  val one by inject<One>()\n  get(\"/one\") {\n  }\n}\nfun next() {}\n", ["App.main", "next"]),
        (
            "actual open class Text\ninternal actual constructor(\n  val data: List,\n) : A, B<Text> {\n  fun go() {\n  }\n}\n",
            ["Text", "Text.go"],
        ),
        ('class A {\n  val shown = $$"{\\"$foo\\": 1}"\n  fun f() {}\n}\n', ["A", "A.f"]),
        (
            "open class A\ninternal actual constructor(val data: List) : B {\n  fun f(): T {\n    val x = of(1)\n    get(x)\n    return x\n  }"
            "\n\n  actual fun g() = 1\n\n  actual val size\n    @JvmName(\"size\")\n    get() = 1\n\n  actual companion object {\n  }\n}\n",
            ["A", "A.f", "A.g", "A.size", "A.Companion"],
        ),
        ("open class A\n@Inject internal constructor(\n  val b: B,\n) : C, D<E> {\n  fun f() = 1\n}\n", ["A", "A.f"]),
        ("fun on(dynamic: dynamic): Int {\n  return of(dynamic)\n}\nfun next() {}\n", ["on", "next"]),
        ("interface Sink {\n  fun put(out: Stream, all: Map<A, B>)\n  fun end()\n}\n", ["Sink", "Sink.put", "Sink.end"]),
    ],
)  # fmt: skip
def test_what_the_grammar_stumbles_over_is_read(text: str, names: list[str]) -> None:
    facts = read(text)
    assert [item.qualname for item in facts.definitions] == names
    assert facts.syntax_errors == 0


def test_words_of_a_mistaken_definition_are_those_written() -> None:
    facts = read("@Target(CLASS)\nannotation class Marked\n\n@Json\ndata object None {\n  fun of() = 1\n}\n")
    marked, none = named(facts, "Marked"), named(facts, "None")
    assert (marked.kind, marked.line, [item.name for item in marked.decorators]) == ("interface", 2, ["Target"])
    assert (none.properties, none.line) == (("data", "exported", "public"), 5)


def test_lines_are_those_of_the_keyword_and_not_of_its_annotations() -> None:
    facts = read(
        """
        class Owner {
            @Deprecated(
                "old",
            )
            constructor(id: Long) : this() { }
            @JvmStatic
            companion object {
            }
            val size: Int
                @JvmName("sized")
                get() = 1
        }
        """
    )
    assert {item.qualname: item.line for item in facts.definitions} == {
        "Owner": 1, "Owner.Owner": 5, "Owner.Companion": 7, "Owner.size": 11,
    }  # fmt: skip
