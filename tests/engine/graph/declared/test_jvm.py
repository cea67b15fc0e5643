"""What Java and Kotlin make without saying so: generated members, companions, extensions, lambdas with a receiver."""

from __future__ import annotations

from tests.engine.graph.declared.reading import Answers

JAVA = {
    "src/a/User.java": """
        package a;
        @Data @Builder @AllArgsConstructor
        public class User {
          private final Name name;
          private boolean open;
          public User() {}
        }
    """,
    "src/a/Name.java": """
        package a;
        public record Name(String first, Last last) { void shout() {} }
    """,
    "src/a/Last.java": "package a;\npublic class Last { void call() {} void take(User u) {} void take(Name n) {} }",
    "src/a/Store.java": """
        package a;
        abstract class Store<T> {
          T one() { return null; }
          java.util.List<T> all() { return null; }
        }
    """,
    "src/a/Users.java": """
        package a;
        class Users extends Store<User> {
          enum Kind { BIG(1); Kind(int n) {} void go() {} }
          static { User first = new User(); first.getName(); }
          void show(User user, Last last) {
            user.getName().shout();
            user.setOpen(true);
            user.isOpen();
            user.getMissing();
            new User(null, true);
            User.builder().name(null).build().getName().last().call();
            one().getName().last().call();
            for (User each : all()) { each.getName(); }
            last.take(user);
            last.take(user.getName());
            Kind.valueOf("BIG").go();
            Users.this.show(user, last);
            user.toString();
          }
        }
    """,
}

KOTLIN = {
    "src/b/User.kt": """
        package b

        data class User(val name: Name, val tags: List<Name>) {
            fun go() {}
            companion object { fun of(text: String): User = User(Name(text), listOf()) }
        }
        class Name(val text: String) {
            fun shout() {}
            val size: Size get() = Size()
        }
        class Size { fun tell() {} }
        fun User.greet(): Name = name
        val User.first: Name
            get() = name
    """,
    "src/c/Main.kt": """
        package c

        import b.User
        import b.greet

        class Main(user: User) {
            private val name = user.name
            fun start(user: User, other: Any) {
                User.of("x").name.shout()
                user.greet().size.tell()
                user.first.shout()
                user.apply { go() }.go()
                user.let { given -> given.go() }
                user.tags.forEach { it.shout() }
                with(user) { name.shout() }
                user.copy(name = name).go()
                name.shout()
                if (other is User) { other.go() }
                Main(user).start(user, 1)
                println(user)
            }
        }
    """,
}


def test_generated_members_of_java() -> None:
    answers = Answers("Java", JAVA, ".java")
    path = "src/a/Users.java"
    user, name, last = "src/a/User.java#User", "src/a/Name.java#Name", "src/a/Last.java#Last"
    assert answers.calls(path) == [
        ("Kind", f"{path}#Users.Kind.Kind", "exact"),
        ("User", f"{user}.User", "exact"),
        ("first.getName", user, "inferred"),
        ("shout", f"{name}.shout", "inferred"),
        ("user.getName", user, "inferred"),
        ("user.setOpen", user, "inferred"),
        ("user.isOpen", user, "inferred"),
        ("user.getMissing", "?", ""),
        ("User", user, "inferred"),
        ("call", f"{last}.call", "inferred"),
        ("last", name, "inferred"),
        ("getName", user, "inferred"),
        ("build", user, "inferred"),
        ("name", user, "inferred"),
        ("User.builder", user, "inferred"),
        ("call", f"{last}.call", "inferred"),
        ("last", name, "inferred"),
        ("getName", user, "inferred"),
        ("one", "src/a/Store.java#Store.one", "exact"),
        ("all", "src/a/Store.java#Store.all", "exact"),
        ("each.getName", user, "inferred"),
        ("last.take", f"{last}.take", "inferred"),
        ("last.take", f"{last}.take#2", "inferred"),
        ("user.getName", user, "inferred"),
        ("go", f"{path}#Users.Kind.go", "inferred"),
        ("Kind.valueOf", f"{path}#Users.Kind", "inferred"),
        ("Users.this.show", f"{path}#Users.show", "exact"),
        ("user.toString", "java.lang.Object.toString", "inferred"),
    ]


def test_members_of_kotlin() -> None:
    answers = Answers("Kotlin", KOTLIN, ".kt")
    path = "src/c/Main.kt"
    file = "src/b/User.kt"
    assert [(text, target) for text, target, _ in answers.calls(path)] == [
        ("shout", f"{file}#Name.shout"),
        ("User.of", f"{file}#User.Companion.of"),
        ("tell", f"{file}#Size.tell"),
        ("user.greet", f"{file}#User.greet"),
        ("user.first.shout", f"{file}#Name.shout"),
        ("go", f"{file}#User.go"),
        ("user.apply", "kotlin.apply"),
        ("go", f"{file}#User.go"),
        ("user.let", "kotlin.let"),
        ("given.go", f"{file}#User.go"),
        ("user.tags.forEach", "kotlin.collections.List.forEach"),
        ("it.shout", f"{file}#Name.shout"),
        ("with", "kotlin.with"),
        ("name.shout", f"{file}#Name.shout"),
        ("go", f"{file}#User.go"),
        ("user.copy", f"{file}#User"),
        ("name.shout", f"{file}#Name.shout"),
        ("other.go", f"{file}#User.go"),
        ("start", f"{path}#Main.start"),
        ("Main", f"{path}#Main"),
        ("println", "kotlin.io.println"),
    ]


def test_two_lambdas_on_a_line_do_not_give_each_other_what_they_walk() -> None:
    source = """
        package b
        class Walk {
            fun go(users: List<User>) {
                users.forEach { it.go() }; names().forEach { it.go() }
            }
        }
    """
    answers = Answers("Kotlin", {**KOTLIN, "src/b/Walk.kt": source}, ".kt")
    assert answers.runs("src/b/Walk.kt", "it.go") == "?"


def test_arrays_and_primitives_tell_which_of_several_methods_is_meant() -> None:
    answers = Answers(
        "Java",
        {
            "Sum.java": """
                class Sum {
                  static int of(boolean[] all) { return 0; }
                  static int of(double[] all) { return 0; }
                  static int of(Object all) { return 0; }
                  static int of(long one) { return 0; }
                  static int rest(String... all) { return 0; }
                  static int rest(int[] all) { return 0; }
                }
            """,
            "Use.java": """
                class Use {
                  void arrays(double[] given) { Sum.of(given); }
                  void casts() { Sum.of((boolean[]) null); }
                  void wider(int given) { Sum.of(given); }
                  void boxed(Long given) { Sum.of(given); }
                  void more(String[] given) { Sum.rest(given); }
                }
            """,
        },
        ".java",
    )
    assert [target for _, target, _ in answers.calls("Use.java")] == [
        "Sum.java#Sum.of#2", "Sum.java#Sum.of", "Sum.java#Sum.of#4", "Sum.java#Sum.of#4", "Sum.java#Sum.rest",
    ]  # fmt: skip


def test_a_method_that_a_variable_holds_is_run_by_the_one_method_of_its_interface() -> None:
    answers = Answers(
        "Java",
        {
            "A.java": """
                class A extends Base {
                  interface Test { boolean holds(); default Test not() { return this; } }
                  private final Runnable kept = A::go;
                  A() {}
                  static void go() {}
                  boolean own() { return true; }
                  void use(boolean which) {
                    Test test = this::own;
                    test.holds();
                    test.not();
                    Supplier<A> making = A::new;
                    making.get();
                    Supplier<String> above = super::named;
                    above.get();
                    Function<A, Boolean> asked = A::own;
                    asked.apply(this);
                    asked.andThen(null);
                    kept.run();
                    Runnable either = A::go;
                    if (which) { either = A::own; }
                    either.run();
                  }
                }
                class Base { String named() { return ""; } }
            """
        },
        ".java",
    )
    assert [(text, target) for text, target, _ in answers.calls("A.java")] == [
        ("test.holds", "A.java#A.own"),
        ("test.not", "A.java#A.Test.not"),
        ("making.get", "A.java#A.A"),
        ("above.get", "A.java#Base.named"),
        ("asked.apply", "A.java#A.own"),
        ("asked.andThen", "Function.andThen"),
        ("kept.run", "A.java#A.go"),
        ("either.run", "?"),
    ]


def test_a_method_of_any_number_of_arguments_is_meant_last() -> None:
    answers = Answers(
        "Java",
        {
            "Find.java": """
                class Find {
                  static int any(CharSequence in, CharSequence... all) { return 0; }
                  static int any(CharSequence in, String one) { return 0; }
                  int few() { return any("abc", "b"); }
                  int many() { return any("abc", "b", "c"); }
                }
            """
        },
        ".java",
    )
    assert [target for _, target, _ in answers.calls("Find.java")] == ["Find.java#Find.any#2", "Find.java#Find.any"]
