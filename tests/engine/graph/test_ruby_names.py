"""What names and calls of Ruby mean."""

from __future__ import annotations

from textwrap import dedent

from apps.engine.graph import Resolver
from apps.engine.parsing import parse


class Repository:
    """Files given as {path: source}, taken through the real parser and resolver."""

    def __init__(self, sources: dict[str, str]) -> None:
        self.files = {path: parse(path, "Ruby", dedent(text).lstrip("\n")) for path, text in sources.items()}
        self.resolver = Resolver(self.files)

    def calls(self, path: str) -> dict[str, str]:
        """Text of what is called → symbol, ``ext:name`` or "unknown"; of calls on values ``….name``."""
        out = {}
        for call in self.files[path].calls:
            found = self.resolver.resolve_call(path, call)
            text = call.callee.text if call.callee.kind == "name" else f"….{call.callee.text}"
            out[text] = f"ext:{found.external}" if found.kind == "external" else found.symbol or "unknown"
        return out

    def name(self, path: str, scope: str, name: str) -> str:
        found = self.resolver.resolve(path, scope, name)
        return f"ext:{found.external}" if found.kind == "external" else found.symbol or "unknown"


def test_constants_by_nesting_then_ancestors_then_the_top() -> None:
    repository = Repository(
        {
            "a.rb": """
                class User; end
                module Shop
                  class User; end
                  class Base
                    class Inner; end
                  end
                  class Cart < Base
                    def a
                      User.new
                      ::User.new
                      Inner.new
                      Shop::Base.new
                      Net::HTTP.get(1)
                    end
                  end
                end
                class Shop::Order
                  def b
                    User.new
                  end
                end
            """,
        }
    )
    assert repository.calls("a.rb") == {
        "User.new": "a.rb#User",  # of Shop::Order, whose body does not stand in Shop's
        "::User.new": "a.rb#User",
        "Inner.new": "a.rb#Shop.Base.Inner",
        "Shop.Base.new": "a.rb#Shop.Base",
        "Net.HTTP.get": "ext:Net.HTTP.get",
    }
    assert repository.name("a.rb", "Shop.Cart.a", "User") == "a.rb#Shop.User"


def test_methods_through_openings_modules_and_superclasses() -> None:
    repository = Repository(
        {
            "base.rb": "class Base < Outside::Thing\n  def shared; end\n  def self.make; end\nend\n",
            "first.rb": "class Item < Base\n  include Named\n  extend Finders\n  def initialize(a); end\nend\n",
            "second.rb": """
                class Item
                  prepend Loud
                  def price
                    name
                    shared
                    self.speak
                    outer
                    puts 1
                    super
                  end
                  def speak; end
                  def self.build
                    new(1)
                    make
                    locate
                    listed
                    record
                  end
                end
            """,
            "named.rb": """
                module Named
                  extend ActiveSupport::Concern
                  class_methods do
                    def listed; end
                  end
                  module ClassMethods
                    def record; end
                  end
                  def name
                    price
                  end
                end
                module Finders
                  def locate; end
                end
                module Loud
                  def speak
                    super
                  end
                end
            """,
        }
    )
    assert repository.calls("second.rb") == {
        "name": "named.rb#Named.name",
        "shared": "base.rb#Base.shared",
        "self.speak": "named.rb#Loud.speak",
        "outer": "ext:Outside.Thing.outer",
        "puts": "ext:Kernel.puts",
        "super": "ext:Outside.Thing.price",
        "new": "first.rb#Item.initialize",
        "make": "base.rb#Base.make",
        "locate": "named.rb#Finders.locate",
        "listed": "named.rb#Named.listed",
        "record": "named.rb#Named.ClassMethods.record",
        "prepend": "ext:Outside.Thing.prepend",
    }
    assert repository.calls("named.rb")["price"] == "second.rb#Item.price"


def test_receivers_are_known_by_what_is_assigned_returned_and_associated() -> None:
    repository = Repository(
        {
            "models.rb": """
                class Post < ActiveRecord::Base
                  belongs_to :author, class_name: "User"
                  scope :recent, -> { order(:at) }
                  def publish; end
                end
                class User < ActiveRecord::Base
                  has_many :posts
                  def greet; end
                  def self.active; end
                end
            """,
            "use.rb": """
                class Use
                  attr_reader :client
                  def initialize(given)
                    @client = Client.new
                    @post = Post.find(1)
                    @mixed = Client.new
                    @given = given
                  end
                  def run(thing)
                    @client.send_it
                    @post.publish
                    @mixed.send_it
                    client.other
                    made.publish
                    @post.author.greet
                    user = User.where(a: 1).first
                    user.posts.each { |post| post.publish }
                    Post.recent.first.publish
                    User.all.active
                    thing.publish
                    @given.greet
                  rescue Failure => failure
                    failure.explain
                  end
                  def made
                    Post.new
                  end
                  def reset
                    @mixed = Post.new
                  end
                end
                class Client
                  def send_it; end
                  def other; end
                end
                class Failure < StandardError
                  def explain; end
                end
            """,
        }
    )
    found = repository.calls("use.rb")
    publish, greet = "models.rb#Post.publish", "models.rb#User.greet"
    assert found["@client.send_it"] == "use.rb#Client.send_it"
    assert found["client.other"] == "use.rb#Client.other"
    assert (
        found["@post.publish"] == found["made.publish"] == found["post.publish"] == found["Post.recent.first.publish"] == publish
    )
    assert found["@post.author.greet"] == greet
    assert found["User.all.active"] == "models.rb#User.active"
    assert found["failure.explain"] == "use.rb#Failure.explain"
    assert found["@mixed.send_it"] == found["thing.publish"] == found["@given.greet"] == "unknown"


def test_functions_files_and_symbols() -> None:
    repository = Repository(
        {
            "lib/tool.rb": "def helper; end\nclass Tool\n  before_save :check\n  def check; end\nend\n",
            "bin/run.rb": "require_relative '../lib/tool'\nrequire 'tool'\nrequire 'json'\nhelper\nnowhere\n",
            "spec/tool_spec.rb": "require 'factory_bot'\ndescribe Tool do\n  let(:helper) { create(:tool) }\n  it { helper }\nend\n",
        }
    )
    assert repository.calls("bin/run.rb")["helper"] == "lib/tool.rb#helper"
    assert repository.calls("bin/run.rb")["nowhere"] == "unknown"
    spec = repository.calls("spec/tool_spec.rb")
    assert (spec["describe"], spec["create"], spec["helper"]) == ("ext:RSpec.describe", "ext:FactoryBot.create", "unknown")
    assert repository.name("lib/tool.rb", "Tool", "check") == "lib/tool.rb#Tool.check"
    imports = [repository.resolver.resolve_module("bin/run.rb", item) for item in repository.files["bin/run.rb"].imports]
    assert [item.path or item.external for item in imports] == ["lib/tool.rb", "lib/tool.rb", "json"]


def test_helpers_of_views_see_each_other() -> None:
    repository = Repository(
        {
            "app/helpers/a_helper.rb": "module AHelper\n  def first\n    second\n    link_to 1\n  end\nend\n",
            "app/helpers/b_helper.rb": "module BHelper\n  def second; end\nend\n",
        }
    )
    assert repository.calls("app/helpers/a_helper.rb") == {
        "second": "app/helpers/b_helper.rb#BHelper.second",
        "link_to": "ext:ActionView.Base.link_to",
    }


def test_classes_that_inherit_in_a_circle_end() -> None:
    repository = Repository({"a.rb": "class A < B\n  def x\n    y\n  end\nend\nclass B < A\n  include A\nend\n"})
    assert repository.calls("a.rb")["y"] == "unknown"


def test_what_a_repository_adds_to_a_library_is_not_the_library() -> None:
    repository = Repository(
        {
            "lib/more.rb": "class String\n  def shout\n    upcase\n  end\nend\nmodule Rails\n  module Own\n    def self.go; end\n  end\nend\n",
            "use.rb": "String.new\nRails.env\nRails::Own.go\n",
        }
    )
    assert repository.calls("use.rb") == {
        "String.new": "ext:String.new", "Rails.env": "ext:Rails.env", "Rails.Own.go": "lib/more.rb#Rails.Own.go",
    }  # fmt: skip
