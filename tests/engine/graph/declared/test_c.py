"""Names of C and C++: prototypes and definitions, linkage, includes, members through declared types."""

from __future__ import annotations

from tests.engine.graph.declared.reading import Answers

C = {
    "include/door.h": """
        #include <stdlib.h>
        int door_open(const char *name);
        #define CLOSE(x) door_close(x)
        int door_close(int x);
        """,
    "src/door.c": """
        #include "door.h"
        static int check(int x) { return x; }
        int door_open(const char *name) { return check(1); }
        int door_close(int x) { return check(x); }
        """,
    "src/main.c": """
        #include "door.h"
        #define release free
        static int check(int x) { return 2; }
        int main(void) {
            door_open("a");
            CLOSE(1);
            check(1);
            release(0);
            printf("x");
            hidden(3);
            return 0;
        }
        """,
    "other/tool.c": """
        #include <stdio.h>
        static int hidden(int x) { return x; }
        int printf(const char *text, ...) { return hidden(1); }
        """,
}

CPP = {
    "shop/item.h": """
        namespace shop {
        class Item {
         public:
          Item(int price, int count = 1);
          int price() const { return price_; }
          virtual void show() = 0;
          static Item make();
          Item* next();
         private:
          int price_;
        };
        void put(int x);
        void put(const std::string& text);
        }
        """,
    "shop/item.cc": """
        #include "shop/item.h"
        namespace shop {
        namespace { int hidden() { return 1; } }
        Item::Item(int price, int count) : price_(price) { hidden(); }
        Item Item::make() { return Item(3); }
        Item* Item::next() { price(); return this; }
        void put(int x) {}
        void put(const std::string& text) {}
        }
        void shop::Item::show() { next(); }
        """,
    "shop/box.cc": """
        #include <memory>
        #include "shop/item.h"
        using namespace shop;
        struct Base { void base(); };
        void Base::base() {}
        class Box : public Base {
          std::unique_ptr<Item> item_;
          std::vector<Item*> all_;
          Item* rows_[3];
          void fill();
        };
        void Box::fill() {
          item_->price();
          base();
          for (auto* item : all_) item->next();
          rows_[0]->next()->price();
          auto made = Item::make();
          made.price();
          Item other(4);
          auto kept = std::make_unique<shop::Item>(1);
          kept->next();
          static_cast<Item*>(nullptr)->price();
          put(1);
          put("x");
          std::move(made);
        }
        TEST_F(Box, Works) { fill(); }
        """,
}


def test_c_calls_run_definitions_that_they_can_see() -> None:
    c = Answers("C", C, (".c", ".h"))
    assert [target for _, target, _ in c.calls("src/main.c")] == [
        "src/door.c#door_open",
        "include/door.h#CLOSE",
        "src/main.c#check",
        "free",
        "printf",
        "hidden",
    ]
    assert c.runs("src/door.c", "check") == "src/door.c#check"


def test_members_through_pointers_values_and_results() -> None:
    cpp = Answers("C++", CPP, (".cc", ".h"))
    answers = [(callee, target) for callee, target, _ in cpp.calls("shop/box.cc")]
    assert answers == [
        ("item_.price", "shop/item.h#shop.Item.price"),
        ("base", "shop/box.cc#Base.base#2"),
        ("item.next", "shop/item.cc#shop.Item.next"),
        ("price", "shop/item.h#shop.Item.price"),
        ("next", "shop/item.cc#shop.Item.next"),
        ("Item.make", "shop/item.cc#shop.Item.make"),
        ("made.price", "shop/item.h#shop.Item.price"),
        ("Item", "shop/item.cc#shop.Item.Item"),
        ("std.make_unique", "std.make_unique"),
        ("kept.next", "shop/item.cc#shop.Item.next"),
        ("price", "shop/item.h#shop.Item.price"),
        ("put", "shop/item.cc#shop.put"),
        ("put", "shop/item.cc#shop.put#2"),
        ("std.move", "std.move"),
        ("fill", "shop/box.cc#Box.fill#2"),
    ]


def test_members_outside_of_their_class_see_what_is_in_it() -> None:
    cpp = Answers("C++", CPP, (".cc", ".h"))
    assert cpp.runs("shop/item.cc", "hidden") == "shop/item.cc#shop.hidden"
    assert cpp.runs("shop/item.cc", "price") == "shop/item.h#shop.Item.price"
    assert cpp.runs("shop/item.cc", "next") == "shop/item.cc#shop.Item.next"


def test_definitions_as_near_as_each_other_are_told_by_what_they_are_declared_as() -> None:
    env = Answers(
        "C++",
        {
            "env.h": "struct Env { static Env* standard(); void go() {} };",
            "main.cc": '#include "env.h"\nvoid f() { Env::standard()->go(); }',
            "posix/env.cc": '#include "../env.h"\nEnv* Env::standard() { return 0; }',
            "win/env.cc": '#include "../env.h"\nEnv* Env::standard() { return 0; }',
        },
        (".cc", ".h"),
    )
    assert [target for _, target, _ in env.calls("main.cc")] == ["env.h#Env.go", "env.h#Env.standard"]


def test_literals_are_arrays_of_characters_first() -> None:
    slices = Answers(
        "C++",
        {
            "slice.cc": """
                struct Slice {
                  Slice(const std::string& s) {}
                  Slice(const char* s) {}
                };
                void f() { Slice("x"); }
                """
        },
        ".cc",
    )
    assert slices.runs("slice.cc", "Slice") == "slice.cc#Slice.Slice#2"


def test_a_deleted_function_is_never_run() -> None:
    answers = Answers(
        "C++",
        {
            "lock.h": """
                class Mutex {};
                class Lock {
                 public:
                  Lock(const Lock&) = delete;
                  explicit Lock(Mutex* mutex) : mutex_(mutex) {}
                };
            """,
            "use.cc": """
                #include "lock.h"
                void use(Mutex& mutex) { Lock lock(&mutex); }
            """,
        },
        (".h", ".cc"),
    )
    assert [target for _, target, _ in answers.calls("use.cc")] == ["lock.h#Lock.Lock#2"]


def test_a_macro_in_a_function_holds_in_the_whole_file() -> None:
    answers = Answers(
        "C",
        {
            "a.c": """
                static int one(int x) { return x; }
                int first(void) {
                #define TWICE(x) one(one(x))
                    return TWICE(1);
                }
                int second(void) { return TWICE(2); }
            """
        },
        ".c",
    )
    assert [definition.qualname for definition in answers.files["a.c"].definitions] == ["one", "first", "TWICE", "second"]
    assert [target for text, target, _ in answers.calls("a.c") if text == "TWICE"] == ["a.c#TWICE", "a.c#TWICE"]
