"""What a Ruby file says."""

from __future__ import annotations

from textwrap import dedent

import pytest

from apps.engine.facts import Call, Definition, FileFacts, Value
from apps.engine.parsing import parse


def read(text: str) -> FileFacts:
    return parse("sample.rb", "Ruby", dedent(text).lstrip("\n"))


def named(facts: FileFacts, qualname: str) -> Definition:
    return next(definition for definition in facts.definitions if definition.qualname == qualname)


def calls_of(facts: FileFacts, text: str) -> list[Call]:
    return [call for call in facts.calls if call.callee.text == text]


def value_of(facts: FileFacts, target: str) -> Value | None:
    return next(item.value for item in facts.assignments if item.target == target)


def test_classes_that_are_opened_again_and_named_from_outside_stay_apart() -> None:
    facts = read(
        """
        # frozen_string_literal: true

        # Holds what is sold.
        module Shop::Stock
          class Item < Base::Record
            def price; end
          end
          class Item
            def price = 3
          end
          class ::Other; end
        end
        """
    )
    assert [(item.qualname, item.kind, item.owner) for item in facts.definitions] == [
        ("Shop.Stock", "module", "Shop"),
        ("Shop.Stock.Item", "class", ""),
        ("Shop.Stock.Item.price", "method", ""),
        ("Shop.Stock.Item#2", "class", ""),
        ("Shop.Stock.Item#2.price", "method", ""),
        ("Shop.Stock.Other", "class", ""),
    ]
    stock = named(facts, "Shop.Stock")
    assert (stock.start_line, stock.line, stock.end_line, stock.docstring) == (3, 4, 12, "Holds what is sold.")
    item = named(facts, "Shop.Stock.Item")
    assert (item.signature, [base.text for base in item.bases]) == ("class Item < Base::Record", ["Base.Record"])
    assert named(facts, "Shop.Stock.Item.price").signature == "def price"


def test_methods_in_every_form_with_their_parameters() -> None:
    facts = read(
        """
        class Order
          # Makes one.
          def initialize(a, b = 1, *rest, key:, opt: 2, **more, &block)
          end
          def self.build(x) = new(x)
          class << self
            def open; end
            private
            def hidden; end
          end
          def ==(other); end
          def total=(value); end
          def empty?; end
          define_method(:dynamic) { |a| run a }
          alias old empty?
          alias_method :older, :empty?
          attr_accessor :name
          attr_reader "code"
        end
        """
    )
    assert [item.qualname.removeprefix("Order.") for item in facts.definitions[1:]] == [
        "initialize", "build", "open", "hidden", "==", "total=", "empty?", "dynamic", "old", "older", "name", "name=", "code",
    ]  # fmt: skip
    made = named(facts, "Order.initialize")
    assert (made.kind, made.docstring, made.start_line, made.line) == ("constructor", "Makes one.", 2, 3)
    assert made.signature == "def initialize(a, b = 1, *rest, key:, opt: 2, **more, &block)"
    assert [(item.name, item.default, item.kind) for item in made.parameters] == [
        ("a", "", ""), ("b", "1", ""), ("rest", "", "rest"), ("key", "", "keyword"), ("opt", "2", "keyword"),
        ("more", "", "keywords"), ("block", "", "block"),
    ]  # fmt: skip
    assert [named(facts, f"Order.{name}").properties for name in ("build", "open", "hidden")] == [
        ("static",), ("static",), ("private", "static"),
    ]  # fmt: skip
    assert calls_of(facts, "run")[0].scope == "Order.dynamic"
    assert [named(facts, f"Order.{name}").kind for name in ("name", "name=", "code")] == ["accessor"] * 3
    assert named(facts, "Order.name=").signature == "attr_accessor :name="
    assert [(item.name, item.scope) for item in facts.references] == [("empty?", "Order.old"), ("empty?", "Order.older")]


def test_visibility_by_section_by_name_and_in_front() -> None:
    facts = read(
        """
        module Tools
          def open; end
          def closed; end
          private :closed
          private def inline; end
          private attr_reader :state
          def self.maker; end
          private_class_method :maker
          def still_open; end
          protected
          def guarded; end
          private
          def last; end
          def self.not_private; end
          public
          def again; end
        end
        module Functions
          module_function
          def helper; end
        end
        """
    )
    words = {item.name: item.properties for item in facts.definitions}
    assert words["open"] == words["still_open"] == words["again"] == ()
    assert words["closed"] == words["inline"] == words["last"] == ("private",)
    assert words["state"] == ("getter", "private")
    assert words["maker"] == ("private", "static")
    assert words["guarded"] == ("protected",)
    assert words["not_private"] == words["helper"] == ("static",)


def test_types_that_calls_make_and_methods_in_blocks_of_a_module() -> None:
    facts = read(
        """
        Point = Struct.new(:x, :y) do
          def length; end
        end
        Place = Data.define(:name)
        Failure = Class.new(StandardError)
        class Row < Struct.new(:cells); end
        let(:event) { Struct.new(:payload) }
        module Listed
          extend ActiveSupport::Concern
          included do
            def shown; end
          end
          class_methods do
            def listed; end
          end
        end
        """
    )
    assert [(item.kind, item.qualname) for item in facts.definitions] == [
        ("struct", "Point"), ("accessor", "Point.x"), ("accessor", "Point.y"), ("method", "Point.length"), ("struct", "Place"),
        ("accessor", "Place.name"), ("class", "Failure"), ("class", "Row"), ("accessor", "Row.cells"), ("module", "Listed"),
        ("method", "Listed.shown"), ("method", "Listed.listed"),
    ]  # fmt: skip
    assert named(facts, "Point").signature == "Point = Struct.new(:x, :y)"
    assert [base.text for base in named(facts, "Failure").bases] == ["StandardError"]
    listed = named(facts, "Listed.listed")
    assert (listed.properties, [item.name for item in listed.decorators]) == (("static",), ["class_methods"])
    assert [(item.kind, item.base.text) for item in facts.conformances] == [("extend", "ActiveSupport.Concern")]


def test_names_alone_are_calls_where_nothing_was_assigned() -> None:
    facts = read(
        """
        def show(given)
          local = load_it
          puts given, local, other
          items.each { |item| item.name + outside }
          item
          super
          self.state = 1
          handler.(2)
          a&.b.c
        end
        """
    )
    assert [call.callee.text for call in facts.calls] == [
        "load_it", "puts", "other", "items.each", "items", "item.name", "outside", "item", "super", "self.state=",
        "handler.call", "handler", "a.b.c", "a.b", "a",
    ]  # fmt: skip
    assert named(facts, "show").complexity == 1
    assert [(item.target, item.kind, item.line) for item in facts.assignments] == [
        ("local", "", 2), ("item", "parameter", 4), ("self.state", "", 7),
    ]  # fmt: skip


def test_arguments_symbols_hashes_blocks_and_heredocs() -> None:
    facts = read(
        """
        get 'posts/:id' => 'posts#show', as: :post, via: %i[get post]
        items.map(&:name)
        run(<<~A, <<~B)
          one
        A
          two #{name}
        B
        ::User.find 1
        form key:, "other": 2 do |f|
          f.go
        end
        """
    )
    get = facts.calls[0]
    assert [(item.name, item.value.kind) for item in get.arguments] == [("as", "string"), ("via", "list"), ("", "dict")]
    assert [item.text for item in get.arguments[1].value.items] == ["get", "post"]
    assert (get.arguments[2].value.keys[0].text, get.arguments[2].value.items[0].text) == ("posts/:id", "posts#show")
    assert [(item.name, item.value.text) for item in calls_of(facts, "items.map")[0].arguments] == [("&", "name")]
    one, two = (item.value for item in calls_of(facts, "run")[0].arguments)
    assert (one.kind, one.text.strip(), two.kind) == ("string", "one", "template")
    assert calls_of(facts, "::User.find")
    block = calls_of(facts, "form")[0].arguments[-1]
    assert (block.name, block.value.kind, block.value.line, block.value.end_line) == ("&", "function", 9, 11)


def test_environment_requires_references_and_syntax_errors() -> None:
    facts = read(
        """
        require_relative '../lib/x'
        require "json"
        autoload :Worker, "app/worker"
        class A
          before_action :check, only: :show
          HOST = ENV["HOST"] || "localhost"
          def check
            ENV.fetch("PORT", 80)
            ENV.fetch("KEY")
            ENV.fetch("MODE") { default }
          rescue IOError => error
            error.message
          end
        end
        def broken(
        """
    )
    assert [(item.kind, item.module) for item in facts.imports] == [
        ("include", "../lib/x"), ("require", "json"), ("require", "app/worker"),
    ]  # fmt: skip
    assert [(item.name, item.default, item.required) for item in facts.environment] == [
        ("HOST", '"localhost"', False), ("PORT", "80", False), ("KEY", "", True), ("MODE", "default", False),
    ]  # fmt: skip
    assert ("check", "A") in [(item.name, item.scope) for item in facts.references]
    assert ("error", "except") in [(item.target, item.kind) for item in facts.assignments]
    assert named(facts, "A.check").kind == "method"
    assert facts.syntax_errors


@pytest.mark.parametrize(
    "text",
    [
        "def a\n  x = <<~A\n    x #{b(<<~B)} y\n      inner\n    B\n    more\n  A\nend\ndef c\nend\n",
        "def a\n  foo <<~A\n    x #{<<~B.strip}\n      y\n    B\n    z\n  A\nend\ndef c\nend\n",
        "def a\n  foo <<~A\n    x #{[1].map do |q|\n      <<~B\n        z #{q}\n      B\n    end.join}\n  A\nend\ndef c\nend\n",
        "def a\n  foo(<<~A, <<~B)\n    x #{<<-C}\n      c\n    C\n  A\n    y\n  B\nend\ndef c\nend\n",
    ],
)
def test_heredocs_in_heredocs_end_where_they_end(text: str) -> None:
    facts = parse("a.rb", "Ruby", text)
    assert [(item.qualname, item.line) for item in facts.definitions] == [("a", 1), ("c", text.count("\n") - 1)]
    assert facts.syntax_errors == 0


def test_a_heredoc_as_an_example_in_a_plain_one_is_text() -> None:
    facts = parse("a.rb", "Ruby", "X = <<~'A'\n  say #{1}\n  foo <<~B\n    text\n  B\nA\ndef c\nend\n")
    assert [(item.qualname, item.line) for item in facts.definitions] == [("c", 7)]
    assert [item.value.text for item in facts.assignments if item.value] == ["  say #{1}\n  foo <<~B\n    text\n  B\n"]


def test_signs_are_names_too() -> None:
    facts = parse("a.rb", "Ruby", "class A\n  alias_method :die, :exit\n  alias_method :☠, :exit\n  def go; ☠; end\nend\n")
    assert [(item.qualname, item.line) for item in facts.definitions] == [("A", 1), ("A.die", 2), ("A.☠", 3), ("A.go", 4)]
