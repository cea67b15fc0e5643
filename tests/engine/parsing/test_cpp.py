"""What a C++ file says."""

from __future__ import annotations

from textwrap import dedent

from apps.engine.facts import Call, Definition, FileFacts
from apps.engine.parsing import parse


def read(text: str) -> FileFacts:
    return parse("sample.cc", "C++", dedent(text).lstrip("\n"))


def named(facts: FileFacts, qualname: str) -> Definition:
    return next(definition for definition in facts.definitions if definition.qualname == qualname)


def calls_of(facts: FileFacts, text: str) -> list[Call]:
    return [call for call in facts.calls if call.callee.text == text]


def test_members_inside_and_outside_of_their_class() -> None:
    facts = read(
        """
        namespace shop::stock {
        // Holds things.
        template <typename T>
        class Box final : public Base<T>, private ns::Other {
         public:
          Box(int a, const std::string& name = "x") : Base(name), a_(a) { fill(); }
          explicit Box() = default;
          Box(const Box&) = delete;
          virtual ~Box() override;
          virtual int size(int) const = 0;
          bool operator==(const Box& other) const noexcept { return true; }
          operator bool() const { return true; }
          auto all() -> std::vector<T> { return {}; }
          static constexpr int kLimit = 3;
          std::unique_ptr<Item> item_;
          int (*hook)(int);
          enum class Color { Red, Green };
          using Self = Box<T>;
         protected:
          struct Inner { int q; };
          void hidden();
        };
        template <typename T> void Box<T>::push(T value) const { }
        Box<int>::Box() {}
        Box<int>::~Box() {}
        }
        """
    )
    assert [(item.kind, item.qualname) for item in facts.definitions] == [
        ("namespace", "shop.stock"),
        ("class", "shop.stock.Box"),
        ("constructor", "shop.stock.Box.Box"),
        ("constructor", "shop.stock.Box.Box#2"),
        ("constructor", "shop.stock.Box.Box#3"),
        ("method", "shop.stock.Box.~Box"),
        ("method", "shop.stock.Box.size"),
        ("method", "shop.stock.Box.operator=="),
        ("method", "shop.stock.Box.operator bool"),
        ("method", "shop.stock.Box.all"),
        ("enum", "shop.stock.Box.Color"),
        ("type", "shop.stock.Box.Self"),
        ("struct", "shop.stock.Box.Inner"),
        ("method", "shop.stock.Box.hidden"),
        ("method", "shop.stock.Box.push"),
        ("constructor", "shop.stock.Box.Box#4"),
        ("method", "shop.stock.Box.~Box#2"),
    ]
    box = named(facts, "shop.stock.Box")
    assert (box.start_line, box.line, box.docstring) == (2, 4, "Holds things.")
    assert box.signature == "template <typename T> class Box final : public Base<T>, private ns::Other"
    assert [base.text for base in box.bases] == ["Base", "ns.Other"]
    assert named(facts, "shop.stock.Box.Box#2").properties == ("defaulted", "public")
    assert named(facts, "shop.stock.Box.Box#3").properties == ("deleted", "public")
    assert named(facts, "shop.stock.Box.size").properties == ("abstract", "const", "declaration", "public", "virtual")
    assert named(facts, "shop.stock.Box.all").returns == "std::vector<T>"
    assert named(facts, "shop.stock.Box.hidden").properties == ("declaration", "protected")
    push = named(facts, "shop.stock.Box.push")
    assert (push.owner, push.parent, push.properties) == ("Box", "shop.stock", ("const",))
    fields = {item.target: item.annotation for item in facts.assignments if item.kind == "field"}
    assert fields == {"kLimit": "int", "item_": "std::unique_ptr<Item>", "hook": "int (*)()", "q": "int"}
    assert [call.callee.text for call in facts.calls] == ["Base", "fill"]


def test_namespaces_without_names_and_inline_ones() -> None:
    facts = read(
        """
        namespace a {
        inline namespace v1 { int f() { return 1; } }
        namespace { int hidden() { return 2; } }
        }
        """
    )
    assert [(item.kind, item.qualname, item.properties) for item in facts.definitions] == [
        ("namespace", "a", ()),
        ("namespace", "a.v1", ("inline",)),
        ("function", "a.v1.f", ()),
        ("function", "a.hidden", ("internal",)),
    ]


def test_what_is_made_and_called() -> None:
    facts = read(
        """
        void go() {
          auto x = make<int>(3);
          Door door(1);
          Door other{2};
          auto* made = new ns::Door(3);
          Door(4).shut();
          doors[1].open();
          static_cast<Door*>(x)->lock();
          for (auto& item : all) item.run();
          auto work = [&](int q) { return use(q); };
          a::b::c();
          T::template create<int>();
          this->self();
        }
        """
    )
    made = [(call.callee.text, call.is_new) for call in facts.calls]
    assert made == [
        ("make", False), ("Door", True), ("Door", True), ("ns.Door", True), ("shut", False), ("Door", False), ("open", False),
        ("lock", False), ("item.run", False), ("use", False), ("a.b.c", False), ("T.create", False), ("this.self", False),
    ]  # fmt: skip
    assert calls_of(facts, "make")[0].type_arguments == ("int",)
    bound = {item.target: (item.annotation, item.kind) for item in facts.assignments}
    assert bound["door"] == ("Door", "var")
    assert bound["item"] == ("", "loop")
    assert bound["q"] == ("int", "parameter")


def test_specialisations_and_overloads_stay_apart() -> None:
    facts = read(
        """
        template <class T> struct Hash { };
        template <> struct Hash<int> { };
        template <class T> void put(T) { }
        template <> void put<int>(int) { }
        void put(int, int) { }
        """
    )
    assert [item.qualname for item in facts.definitions] == ["Hash", "Hash#2", "put", "put#2", "put#3"]


def test_tests_of_frameworks() -> None:
    facts = read(
        """
        TEST(Doors, Open) { EXPECT_TRUE(open()); }
        TEST_F(Doors, Shut) { shut(); }
        BOOST_AUTO_TEST_CASE(works) { run(); }
        """
    )
    assert [(item.kind, item.name) for item in facts.definitions] == [
        ("test", "Doors.Open"),
        ("test", "Doors.Shut"),
        ("test", "works"),
    ]
    assert [item.owner for item in facts.definitions] == ["", "Doors", ""]


def test_words_of_the_preprocessor_cost_nothing() -> None:
    facts = read(
        """
        LIB_BEGIN_NAMESPACE
        class LIB_EXPORT Door : public Thing {
          Q_OBJECT
         public:
          LIB_API std::string name() const LOCKED(mutex_);
          int count_ GUARDED_BY(mutex_);
        };
        NODISCARD CONSTEXPR auto size() -> int { return 1; }
        LIB_END_NAMESPACE
        """
    )
    assert facts.syntax_errors == 0
    assert [(item.kind, item.qualname) for item in facts.definitions] == [
        ("class", "Door"),
        ("method", "Door.name"),
        ("function", "size"),
    ]
    assert named(facts, "Door.name").returns == "std::string"
    assert [item.target for item in facts.assignments if item.kind == "field"] == ["count_"]


def test_usings() -> None:
    facts = read(
        """
        #include <vector>
        using namespace std;
        using shop::Door;
        namespace fs = std::filesystem;
        """
    )
    assert [(item.kind, item.module, [name.name for name in item.names], item.alias) for item in facts.imports] == [
        ("include", "<vector>", [], ""),
        ("using", "std", ["*"], ""),
        ("using", "shop", ["Door"], ""),
        ("using", "std.filesystem", [], "fs"),
    ]


def test_macros_among_members_cost_nothing() -> None:
    facts = read(
        """
        class EXPORTED Users : public Controller<Users>, Base
        {
          public:
            METHOD_LIST_BEGIN
            // where a user is read
            METHOD_ADD(Users::read, "/{id}",
                       Get, "Login(1);");
            METHOD_LIST_END
            enum class Kind { A };
            Users();
            void read(const Request &request,
                      std::function<void(const Answer &)> &&callback) const;
            void run() { LOGGED("a", 1); CHECKED(x); }
        };
        class URL
        {
            DECLARED(URL, "/", 1)
            URL(int port);
            static int
            PORT(int at);
        };
        """
    )
    assert facts.syntax_errors == 0
    assert [(item.kind, item.qualname) for item in facts.definitions] == [
        ("class", "Users"),
        ("enum", "Users.Kind"),
        ("constructor", "Users.Users"),
        ("method", "Users.read"),
        ("method", "Users.run"),
        ("class", "URL"),
        ("constructor", "URL.URL"),
        ("method", "URL.PORT"),
    ]
    assert [base.text for base in named(facts, "Users").bases] == ["Controller", "Base"]
    assert [item.callee.text for item in facts.calls if item.scope == "Users.run"] == ["LOGGED", "CHECKED"]
