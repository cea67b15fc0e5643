"""Routes of Rails: the mapper's words, controllers behind them, what they require, engines."""

from __future__ import annotations

from tests.engine.frameworks.building import endpoint, facts_of, routes

HOME = """
    class HomeController < ApplicationController
      def index; end
    end
"""


def drawn(body: str) -> list[tuple[str, str, str]]:
    """Routes of a ``config/routes.rb`` with these lines in its block, "Controller" left out of the handlers."""
    found = facts_of({"config/routes.rb": f"Rails.application.routes.draw do\n{body}\nend\n"})
    return [(method, path, handler.replace("Controller", "")) for method, path, handler in routes(found)]


def test_resources_with_their_nesting_members_and_collections() -> None:
    assert drawn(
        """
        resources :posts, only: %i[index update] do
          get :preview
          get 'drafts', on: :collection
          member { patch :publish }
          collection do
            post 'bulk/run', to: 'posts#bulk'
          end
          resources :labels, only: :destroy, path: 'tags', param: :name
          namespace(:admin) { resource :note, only: :show }
        end
        resource :account, except: %i[new edit create destroy]
        """
    ) == [
        ("DELETE", "/posts/:post_id/tags/:name", "Labels#destroy"),
        ("GET", "/account", "Accounts#show"),
        ("GET", "/posts", "Posts#index"),
        ("GET", "/posts/:post_id/admin/note", "Admin::Notes#show"),
        ("GET", "/posts/:post_id/preview", "Posts#preview"),
        ("GET", "/posts/drafts", "Posts#drafts"),
        ("PATCH", "/account", "Accounts#update"),
        ("PATCH", "/posts/:id", "Posts#update"),
        ("PATCH", "/posts/:id/publish", "Posts#publish"),
        ("POST", "/posts/bulk/run", "Posts#bulk"),
        ("PUT", "/account", "Accounts#update"),
        ("PUT", "/posts/:id", "Posts#update"),
    ]


def test_a_root_by_its_options() -> None:
    assert drawn("scope module: :shop do\nroot controller: :home, action: :show\nend") == [("GET", "/", "Shop::Home#show")]


def test_shallow_resources_and_concerns() -> None:
    assert drawn(
        """
        concern :noted do
          resources :notes, only: :index
        end
        resources :shops, only: :show, shallow: true, concerns: :noted do
          resources :items, only: [:index, :show]
        end
        """
    ) == [
        ("GET", "/items/:id", "Items#show"),
        ("GET", "/shops/:id", "Shops#show"),
        ("GET", "/shops/:shop_id/items", "Items#index"),
        ("GET", "/shops/:shop_id/notes", "Notes#index"),
    ]


def test_namespaces_scopes_and_single_routes() -> None:
    assert drawn(
        """
        root 'home#index'
        get 'about/us'
        get 'help' => 'pages#help', as: :assistance
        match '/any', to: 'search#any', via: :all
        get '/list/(:page)', to: 'list#show'
        get '/old', to: redirect('/new')
        get '/rack', to: ->(env) { [200, {}, []] }
        namespace :api, path: '' do
          scope module: 'v2', path: 'v2' do
            resources :orders, only: :show
          end
        end
        controller :sessions do
          get 'login' => :new
        end
        with_options only: :index do |map|
          map.resources :cats
        end
        %w[terms privacy].each do |name|
          get "/legal/#{name}", to: "legal##{name}"
        end
        get some_path, to: 'x#y'
        """
    ) == [
        ("ANY", "/any", "Search#any"),
        ("GET", "/", "Home#index"),
        ("GET", "/about/us", "About#us"),
        ("GET", "/cats", "Cats#index"),
        ("GET", "/help", "Pages#help"),
        ("GET", "/legal/privacy", "Legal#privacy"),
        ("GET", "/legal/terms", "Legal#terms"),
        ("GET", "/list(/:page)", "List#show"),
        ("GET", "/login", "Sessions#new"),
        ("GET", "/old", "redirect(/new)"),
        ("GET", "/rack", "anonymous function"),
        ("GET", "/v2/orders/:id", "Api::V2::Orders#show"),
    ]


def test_actions_are_found_in_what_a_controller_inherits_and_guards_with_them() -> None:
    found = facts_of(
        {
            "config/routes.rb": """
                Rails.application.routes.draw do
                  namespace :api do
                    resources :posts, only: %i[index show destroy]
                  end
                  root to: 'home#index'
                  draw :extra
                  devise_for :users
                  mount Sidekiq::Web => '/jobs'
                end
            """,
            "config/routes/extra.rb": "get '/extra', to: 'home#extra'\n",
            "app/controllers/application_controller.rb": """
                class ApplicationController < ActionController::Base
                  before_action :authenticate_user!
                  before_action :set_locale, :authenticate_guest
                end
            """,
            "app/controllers/api/posts_controller.rb": """
                module API
                  class PostsController < BaseController
                    include Listed
                    skip_before_action :authenticate_user!, only: [:index]
                    before_action :require_admin, only: :destroy
                    # Shows one.
                    def show; end
                  end
                end
            """,
            "app/controllers/api/base_controller.rb": "class API::BaseController < ApplicationController\n  def destroy; end\nend\n",
            "app/controllers/concerns/listed.rb": "module Listed\n  def index; end\nend\n",
            "app/controllers/home_controller.rb": HOME,
        }
    )
    index = endpoint(found, "GET", "/api/posts")
    assert (index.symbol, index.auth) == ("app/controllers/concerns/listed.rb#Listed.index", "")
    assert index.auth_at is not None and index.auth_at.line == 4
    show = endpoint(found, "GET", "/api/posts/:id")
    assert (show.symbol, show.docstring, show.auth) == (
        "app/controllers/api/posts_controller.rb#API.PostsController.show", "Shows one.", "authenticate_user!",
    )  # fmt: skip
    assert show.registered is not None and (show.registered.path, show.registered.line) == ("config/routes.rb", 3)
    destroy = endpoint(found, "DELETE", "/api/posts/:id")
    assert (destroy.symbol.partition("#")[2], destroy.auth) == (
        "API.BaseController.destroy", "authenticate_user!, require_admin",
    )  # fmt: skip
    extra = endpoint(found, "GET", "/extra")  # no method of its own: a template may answer, so the class is named
    assert (extra.symbol, extra.registered and extra.registered.path) == (
        "app/controllers/home_controller.rb#HomeController", "config/routes/extra.rb",
    )  # fmt: skip
    assert sorted(item.what for item in found.unknowns) == ["Sidekiq::Web at /jobs", "devise_for users"]


def test_routes_of_an_engine_stand_where_it_is_mounted() -> None:
    sources = {
        "shop/config/routes.rb": "Shop::Engine.routes.draw do\n  resources :carts, only: :index\nend\n",
        "config/routes.rb": "Rails.application.routes.draw do\n  scope :my do\n    mount Shop::Engine, at: '/shop'\n  end\nend\n",
    }
    assert routes(facts_of(sources)) == [("GET", "/my/shop/carts", "CartsController#index")]
    del sources["config/routes.rb"]
    alone = facts_of(sources)
    assert routes(alone) == [("GET", "…/carts", "CartsController#index")]
    assert not alone.endpoints[0].prefix_known and [item.kind for item in alone.unknowns] == ["endpoint prefix"]


def test_words_of_routes_elsewhere_are_no_routes() -> None:
    found = facts_of({"lib/client.rb": "client.get '/users'\nget '/x', to: 'a#b'\nresources :posts\n"})
    assert routes(found) == []


def test_routes_under_a_condition_say_so() -> None:
    found = facts_of(
        {
            "config/routes.rb": """
                Rails.application.routes.draw do
                  if Rails.env.development?
                    get 'a', to: 'x#a'
                  else
                    get 'b', to: 'x#b'
                  end
                  get 'c', to: 'x#c' unless ENV['PLAIN']
                  get 'd', to: 'x#d'
                end
            """,
        }
    )
    assert {item.path: item.condition for item in found.endpoints} == {
        "/a": "Rails.env.development?", "/b": "else of Rails.env.development?", "/c": "unless ENV['PLAIN']", "/d": "",
    }  # fmt: skip
    at = endpoint(found, "GET", "/b").condition_at
    assert at is not None and at.line == 2
