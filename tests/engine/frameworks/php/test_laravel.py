"""Routes of Laravel, Lumen and Slim."""

from __future__ import annotations

from tests.engine.frameworks.building import endpoint, facts_of, routes

CONTROLLER = """
    <?php
    namespace App\\Http\\Controllers;

    class PostController
    {
        public function __construct() { $this->middleware('auth:web')->only(['store']); }
        /** All posts. */
        public function index() {}
        public function store() {}
        public function show() {}
        public function update() {}
        public function destroy() {}
    }

    class SearchController { public function __invoke() {} }
"""
WEB = """
    <?php
    use App\\Http\\Controllers\\PostController;
    use App\\Http\\Controllers\\SearchController;
    use Illuminate\\Support\\Facades\\Route;

    Route::get('/', fn () => view('home'))->name('home');
    Route::view('/about', 'pages.about');
    Route::redirect('/old', '/new');
    Route::get('search', SearchController::class)->middleware(['throttle:60', 'auth']);

    Route::middleware('auth')->prefix('admin')->name('admin.')->group(function () {
        Route::controller(PostController::class)->group(function () {
            Route::get('/posts', 'index')->name('posts');
            Route::post('/posts', 'store')->withoutMiddleware('auth');
        });
        Route::group(['prefix' => 'deep', 'middleware' => ['can:edit']], function () {
            Route::match(['get', 'post'], 'any', [PostController::class, 'show']);
        });
    });
    Route::prefix(config('app.prefix'))->group(function () { Route::get('unknown', SearchController::class); });
    Route::get(config('app.path'), SearchController::class);
    Route::fallback([PostController::class, 'index']);
    $cache->get('nothing', 1);
    Cache::get('nothing');
"""
API = """
    <?php
    Route::apiResource('posts', 'PostController')->only('index', 'update');
    Route::resource('posts.old-comments', PostController::class, ['except' => ['create', 'edit', 'update', 'destroy']])->shallow();
    Route::apiResources(['photos' => \\App\\Http\\Controllers\\PostController::class]);
    Route::singleton('profile', 'ProfileController')->destroyable();
"""
BOOTSTRAP = """
    <?php
    return Application::configure(basePath: dirname(__DIR__))
        ->withRouting(web: __DIR__ . '/../routes/web.php', api: __DIR__ . '/../routes/api.php', apiPrefix: 'api/v1')
        ->create();
"""


def test_groups_controllers_and_guards() -> None:
    found = facts_of(
        {"app/Http/Controllers/PostController.php": CONTROLLER, "routes/web.php": WEB, "bootstrap/app.php": BOOTSTRAP}
    )
    assert routes(found) == [
        ("ANY", "/old", "redirect"),
        ("GET", "/", "anonymous function"),
        ("GET", "/about", "view pages.about"),
        ("GET", "/admin/deep/any", "PostController.show"),
        ("GET", "/admin/posts", "PostController.index"),
        ("GET", "/search", "SearchController"),
        ("GET", "/{fallbackPlaceholder}", "PostController.index"),
        ("GET", "…/unknown", "SearchController"),
        ("POST", "/admin/deep/any", "PostController.show"),
        ("POST", "/admin/posts", "PostController.store"),
    ]
    posts = endpoint(found, "GET", "/admin/posts")
    assert (posts.name, posts.auth, posts.prefix, posts.docstring) == ("admin.posts", "auth", "/admin", "All posts.")
    assert posts.symbol == "app/Http/Controllers/PostController.php#PostController.index"
    assert [item.line for item in posts.mounts] == [11]
    assert endpoint(found, "POST", "/admin/posts").auth == "auth:web"
    assert endpoint(found, "GET", "/admin/deep/any").auth == "auth, can:edit"
    assert endpoint(found, "GET", "/search").auth == "auth"
    assert endpoint(found, "GET", "/search").symbol.endswith("#SearchController.__invoke")
    assert not endpoint(found, "GET", "…/unknown").prefix_known
    assert {item.kind for item in found.unknowns} == {"endpoint", "endpoint prefix"}


def test_resources_below_the_configured_prefix() -> None:
    found = facts_of(
        {"app/Http/Controllers/PostController.php": CONTROLLER, "routes/api.php": API, "bootstrap/app.php": BOOTSTRAP}
    )
    assert routes(found) == [
        ("DELETE", "/api/v1/photos/{photo}", "PostController.destroy"),
        ("DELETE", "/api/v1/profile", "ProfileController.destroy"),
        ("GET", "/api/v1/old-comments/{old_comment}", "PostController.show"),
        ("GET", "/api/v1/photos", "PostController.index"),
        ("GET", "/api/v1/photos/{photo}", "PostController.show"),
        ("GET", "/api/v1/posts", "PostController.index"),
        ("GET", "/api/v1/posts/{post}/old-comments", "PostController.index"),
        ("GET", "/api/v1/profile", "ProfileController.show"),
        ("GET", "/api/v1/profile/edit", "ProfileController.edit"),
        ("PATCH", "/api/v1/photos/{photo}", "PostController.update"),
        ("PATCH", "/api/v1/posts/{post}", "PostController.update"),
        ("PATCH", "/api/v1/profile", "ProfileController.update"),
        ("POST", "/api/v1/photos", "PostController.store"),
        ("POST", "/api/v1/posts/{post}/old-comments", "PostController.store"),
        ("PUT", "/api/v1/photos/{photo}", "PostController.update"),
        ("PUT", "/api/v1/posts/{post}", "PostController.update"),
        ("PUT", "/api/v1/profile", "ProfileController.update"),
    ]
    assert endpoint(found, "GET", "/api/v1/posts").symbol == "app/Http/Controllers/PostController.php#PostController.index"


def test_files_are_run_in_the_groups_of_providers() -> None:
    provider = """
        <?php
        namespace App\\Providers;

        use Illuminate\\Support\\Facades\\Route;

        class RouteServiceProvider
        {
            public function boot() {
                Route::prefix('api')->middleware('auth:api')->group(base_path('routes/api.php'));
                Route::group(['prefix' => 'in', 'middleware' => ['web', 'inside']], function () { require base_path("routes/{$this->version}.part.php"); });
            }
        }
    """
    one = "<?php\nRoute::get('one', fn () => 1);\n"
    kernel = """
        <?php
        class Kernel {
            protected $middlewareGroups = ['web' => [Guests::class], 'inside' => ['throttle', \\App\\ApiAuthenticate::class]];
        }
    """
    found = facts_of(
        {
            "app/Providers/RouteServiceProvider.php": provider,
            "routes/api.php": one,
            "routes/v1.part.php": one,
            "routes/lost.php": one,
            "app/Http/Kernel.php": kernel,
        }
    )
    assert [item[1] for item in routes(found)] == ["/api/one", "/in/one", "…/one"]
    assert endpoint(found, "GET", "/api/one").auth == "auth:api"
    assert endpoint(found, "GET", "/in/one").auth == "inside: ApiAuthenticate"


def test_routers_that_are_handed_in() -> None:
    slim = """
        <?php
        use App\\ListUsers;
        use Slim\\App;
        use Slim\\Interfaces\\RouteCollectorProxyInterface as Group;

        return function (App $app) {
            $app->get('/', function () {});
            $app->group('/users', function (Group $group) {
                $group->map(['GET', 'HEAD'], '/{id}', ListUsers::class);
                $group->delete('', 'App\\\\ListUsers:remove');
            });
        };
    """
    lumen = """
        <?php
        $router->group(['prefix' => 'api'], function () use ($router) {
            $router->get('posts', ['middleware' => 'auth', 'uses' => 'PostController@index']);
        });
    """
    users = "<?php\nnamespace App;\nclass ListUsers { public function __invoke() {} public function remove() {} }\n"
    found = facts_of(
        {"app/routes.php": slim, "src/ListUsers.php": users, "routes/web.php": lumen, "app/Http/Controllers/P.php": CONTROLLER}
    )
    assert routes(found) == [
        ("DELETE", "/users", "ListUsers.remove"),
        ("GET", "/", "anonymous function"),
        ("GET", "/api/posts", "PostController.index"),
        ("GET", "/users/{id}", "ListUsers"),
        ("HEAD", "/users/{id}", "ListUsers"),
    ]
    assert found.frameworks == ("Laravel", "Slim")


def test_routes_told_in_a_loop_over_what_stands_there() -> None:
    told = """
        <?php
        use App\\Http\\Controllers\\PostController;
        use App\\Http\\Controllers\\SearchController;

        $pages = ['ping' => SearchController::class, 'posts' => [PostController::class, 'index']];
        Route::prefix('rest')->group(static function () use ($pages) {
            foreach ($pages as $page => $controller) {
                Route::get("{$page}.view", $controller);
            }
            foreach (['a', 'b'] as $letter) { Route::post('x/' . $letter, SearchController::class); }
            foreach (config('app.pages') as $page) { Route::get($page, SearchController::class); }
        });
    """
    found = facts_of({"app/Http/Controllers/PostController.php": CONTROLLER, "routes/web.php": told})
    assert routes(found) == [
        ("GET", "/rest/ping.view", "SearchController"),
        ("GET", "/rest/posts.view", "PostController.index"),
        ("POST", "/rest/x/a", "SearchController"),
        ("POST", "/rest/x/b", "SearchController"),
    ]
    assert [item.kind for item in found.unknowns] == ["endpoint"]
