"""Routes of Sinatra and Grape."""

from __future__ import annotations

from tests.engine.frameworks.building import endpoint, facts_of, routes


def test_sinatra_classes_namespaces_and_where_they_run() -> None:
    found = facts_of(
        {
            "app.rb": """
                require 'sinatra/base'
                module Shop
                  class Web < Sinatra::Base
                    before { authenticate! }
                    get '/' do
                      erb :index
                    end
                    get '/items/:id/', provides: :json do |id|
                      Item.find(id).delete('/cache')
                    end
                    namespace '/admin' do
                      post('/items') { create }
                    end
                    get %r{/hello/(\\w+)} do
                    end
                    def helper
                      get '/no-route'
                    end
                  end
                  class Api < Web
                    delete('/x') { }
                  end
                end
            """,
            "config.ru": """
                require './app'
                map '/api' do
                  run Shop::Api
                end
                run Shop::Web
            """,
            "client.rb": "class Client\n  def go\n    get('/other') { |x| x }\n  end\nend\n",
        }
    )
    assert routes(found) == [
        ("DELETE", "/api/x", "Shop::Api"),
        ("GET", "/", "Shop::Web"),
        ("GET", "/hello/(\\w+)", "Shop::Web"),
        ("GET", "/items/:id/", "Shop::Web"),
        ("POST", "/admin/items", "Shop::Web"),
    ]
    one = endpoint(found, "DELETE", "/api/x")
    assert (one.symbol, one.prefix, [place.path for place in one.mounts]) == ("app.rb#Shop.Api", "/api", ["config.ru"])


def test_classic_sinatra() -> None:
    found = facts_of({"web.rb": "require 'sinatra'\nput('/a') { 'x' }\nget '/b' do\nend\n", "other.rb": "get('/c') { 1 }\n"})
    assert routes(found) == [("GET", "/b", "anonymous function"), ("PUT", "/a", "anonymous function")]


GRAPE = {
    "api.rb": """
        class Base < Grape::API
          prefix :api
          version 'v1', using: :path
          mount Users
          mount Sub::Posts => '/blog'
          version 'v2' do
            get(:ping) { 'pong' }
          end
        end
        class Users < Grape::API
          resource :users do
            desc 'All of them.'
            get do
            end
            route_param :id do
              desc 'One.'
              params do
                requires :id
              end
              get { }
              route(['PUT', 'PATCH'], 'name') { }
            end
          end
        end
        module Sub
          class Posts < Grape::API
            version 'v3', using: :header, vendor: 'x'
            post { }
          end
        end
    """,
}


def test_grape_prefixes_versions_and_mounts() -> None:
    found = facts_of(GRAPE)
    assert routes(found) == [
        ("GET", "/api/v1/users", "Users"),
        ("GET", "/api/v1/users/:id", "Users"),
        ("GET", "/api/v2/ping", "Base"),
        ("PATCH", "/api/v1/users/:id/name", "Users"),
        ("POST", "/api/v1/blog", "Sub::Posts"),
        ("PUT", "/api/v1/users/:id/name", "Users"),
    ]
    assert endpoint(found, "GET", "/api/v1/users").docstring == "All of them."
    assert endpoint(found, "GET", "/api/v1/users/:id").docstring == "One."


def test_grape_below_routes_of_rails() -> None:
    drawn = {"config/routes.rb": "Rails.application.routes.draw do\n  mount Base => '/in'\nend\n"}
    assert "/in/api/v1/users" in {item.path for item in facts_of(GRAPE | drawn).endpoints}
    lost = facts_of(GRAPE | {"config/routes.rb": "Rails.application.routes.draw do\nend\n"})
    assert "…/api/v1/users" in {item.path for item in lost.endpoints}
    assert [item.kind for item in lost.unknowns] == ["endpoint prefix"]


def test_sinatra_routes_told_in_a_loop() -> None:
    found = facts_of(
        {
            "app.rb": """
                require "sinatra/base"
                class App < Sinatra::Base
                  %w[specs
                     latest].each do |name|
                    get "/#{name}" do
                      serve
                    end
                  end
                  [:a, :b].each { |name| post("/x/#{name}") { 1 } }
                  settings.kinds.each do |kind|
                    get "/kinds/#{kind}" do
                      serve
                    end
                  end
                end
            """
        }
    )
    assert [(method, path) for method, path, _ in routes(found)] == [
        ("GET", "/latest"),
        ("GET", "/specs"),
        ("GET", "…/"),
        ("POST", "/x/a"),
        ("POST", "/x/b"),
    ]
