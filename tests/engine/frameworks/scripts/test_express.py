"""Express: mounts across files, chains, lists, handlers inside wrappers, what is no route."""

from tests.engine.frameworks.building import endpoint, facts_of, routes


def test_mounts_chains_and_handlers_across_files():
    found = facts_of(
        {
            "src/app.js": """
                const express = require('express');
                const cors = require('cors');
                const routes = require('./routes');

                const app = express();
                app.use(express.json());
                app.options('*', cors());
                app.set('port', 3000);
                app.get('port');
                app.use('/v1', routes);
                app.use((req, res, next) => next());

                module.exports = app;
            """,
            "src/server.js": """
                const app = require('./app');

                app.listen(3000, () => console.log('up'));
            """,
            "src/routes/index.js": """
                const express = require('express');
                const userRoute = require('./user.route');
                const authRoute = require('./auth.route');

                const router = express.Router();
                const defaultRoutes = [
                  { path: '/auth', route: authRoute },
                  { path: '/users', route: userRoute },
                ];
                defaultRoutes.forEach((route) => {
                  router.use(route.path, route.route);
                });

                module.exports = router;
            """,
            "src/routes/user.route.js": """
                const express = require('express');
                const auth = require('../auth');
                const { userController } = require('../controllers');

                const router = express.Router();

                router
                  .route('/')
                  .post(auth('manage'), userController.createUser)
                  .get(auth('read'), userController.getUsers);

                router.route('/:userId').delete(userController.deleteUser);

                module.exports = router;
            """,
            "src/routes/auth.route.js": """
                const express = require('express');
                const { login } = require('../controllers/auth');
                const router = express.Router();

                router.post('/login', login);

                module.exports = router;
            """,
            "src/controllers/index.js": "module.exports.userController = require('./user');\n",
            "src/controllers/user.js": """
                const catchAsync = require('../catchAsync');

                const createUser = catchAsync(async (req, res) => {
                  res.send();
                });

                const getUsers = catchAsync(async (req, res) => res.send());

                function deleteUser(req, res) {}

                module.exports = { createUser, getUsers, deleteUser };
            """,
            "src/controllers/auth.js": "exports.login = async (req, res) => {};\n",
            "src/catchAsync.js": "module.exports = (fn) => (req, res, next) => fn(req, res, next).catch(next);\n",
            "src/auth.js": "module.exports = (right) => (req, res, next) => next();\n",
        }
    )
    assert [(method, path) for method, path, _ in routes(found)] == [
        ("DELETE", "/v1/users/:userId"),
        ("GET", "/v1/users"),
        ("POST", "/v1/auth/login"),
        ("POST", "/v1/users"),
    ]
    create = endpoint(found, "POST", "/v1/users")
    assert (create.handler, create.place.path, create.place.line) == ("createUser", "src/controllers/user.js", 3)
    assert create.symbol == "src/controllers/user.js#createUser"
    assert (create.registered.path, create.registered.line, create.registered.end_line) == ("src/routes/user.route.js", 7, 9)
    assert endpoint(found, "GET", "/v1/users").place.line == 7
    assert endpoint(found, "DELETE", "/v1/users/:userId").place.line == 9
    assert endpoint(found, "POST", "/v1/auth/login").place.path == "src/controllers/auth.js"
    assert found.frameworks == ("Express",) and not found.unknowns
    assert [(entry.kind, entry.place.path, entry.place.line) for entry in found.entry_points] == [
        ("app", "src/app.js", 5),
        ("main", "src/server.js", 3),
    ]


def test_typescript_modules_and_classes():
    found = facts_of(
        {
            "src/index.ts": """
                import express, { Router } from 'express';
                import itemRoutes from './items';
                import { BASE } from './config';

                const app = express();
                const api = Router();
                api.use('/items', itemRoutes);
                app.use(`${BASE}/v2`, api);
                export default app;
            """,
            "src/config.ts": "export const BASE = '/api';\n",
            "src/items.ts": """
                import { Router } from 'express';
                import { ItemController } from './item.controller';

                const router = Router();
                const controller = new ItemController();

                router.get('/:id', controller.show);
                router.put(['/:id', '/:id/all'], (req, res) => res.send());

                export default router;
            """,
            "src/item.controller.ts": """
                export class ItemController {
                  async show(req: Request, res: Response) {}
                }
            """,
        }
    )
    assert routes(found) == [
        ("GET", "/api/v2/items/:id", "ItemController.show"),
        ("PUT", "/api/v2/items/:id", "anonymous function"),
        ("PUT", "/api/v2/items/:id/all", "anonymous function"),
    ]


def test_functions_that_are_given_the_app():
    found = facts_of(
        {
            "app.js": """
                const express = require('express');
                const app = express();
                require('./one')(app);
                const two = require('./two');
                two(app);
            """,
            "one.js": "module.exports = (app) => {\n  app.get('/one', (req, res) => res.send());\n};\n",
            "two.js": "function two(server) {\n  server.post('/two', (req, res) => res.send());\n}\nmodule.exports = two;\n",
        }
    )
    assert [(method, path) for method, path, _ in routes(found)] == [("GET", "/one"), ("POST", "/two")]


def test_one_entry_per_mount_and_middleware_before_the_router():
    found = facts_of(
        {
            "app.js": """
                const express = require('express');
                const router = express.Router();
                const guard = require('./guard');
                router.all('/x', guard, function handle(req, res) {});
                const app = express();
                app.use('/a', guard, router).use('/b', [guard, router]);
                app.use(router);
            """,
            "guard.js": "module.exports = (req, res, next) => next();\n",
        }
    )
    assert [(method, path) for method, path, _ in routes(found)] == [("ANY", "/a/x"), ("ANY", "/b/x"), ("ANY", "/x")]


def test_unknown_prefixes_and_patterns():
    found = facts_of(
        {
            "app.js": """
                const express = require('express');
                const { prefix } = require('./unknown');
                const router = express.Router();
                const lost = express.Router();
                router.get('/x', (req, res) => res.send());
                router.get(/^\\/y/, (req, res) => res.send());
                lost.get('/z', (req, res) => res.send());
                const app = express();
                app.use(prefix, router);
            """,
        }
    )
    assert [(method, path) for method, path, _ in routes(found)] == [("GET", "…/^\\/y"), ("GET", "…/x"), ("GET", "…/z")]
    assert [unknown.kind for unknown in found.unknowns] == ["endpoint prefix"]


def test_loops_with_destructuring_and_for_of():
    found = facts_of(
        {
            "app.js": """
                const express = require('express');
                const a = express.Router();
                const b = express.Router();
                a.get('/1', (req, res) => res.send());
                b.get('/2', (req, res) => res.send());
                const app = express();
                [{ path: '/a', route: a }].forEach(({ path, route }) => app.use(path, route));
                for (const item of [{ at: '/b', router: b }]) {
                  app.use(item.at, item.router);
                }
            """,
        }
    )
    assert [(method, path) for method, path, _ in routes(found)] == [("GET", "/a/1"), ("GET", "/b/2")]


def test_clients_and_maps_are_no_routes():
    found = facts_of(
        {
            "app.js": """
                const express = require('express');
                const axios = require('axios');
                const app = express();
                const cache = new Map();
                axios.get('/remote', { timeout: 1 });
                cache.get('/key', 1);
                request(app).get('/tested', 1);
            """,
        }
    )
    assert not found.endpoints


def test_applications_and_routers_from_the_repositorys_own_functions():
    found = facts_of(
        {
            "shared/express.js": """
                const express = require('express');

                module.exports = (name) => {
                  const app = express();
                  app.set('name', name);
                  return app;
                };
                module.exports.Router = (name) => {
                  const router = express.Router();
                  return router;
                };
            """,
            "routes.js": """
                const express = require('./shared/express');

                module.exports = function apiRoutes() {
                  const router = express.Router('content');
                  router.get('/posts', (req, res) => res.send());
                  return router;
                };
            """,
            "app.js": """
                const express = require('./shared/express');
                const routes = require('./routes');

                module.exports = function setup() {
                  const api = express('api');
                  api.use('/content', routes());
                  return api;
                };
            """,
        }
    )
    assert [(method, path) for method, path, _ in routes(found)] == [("GET", "/content/posts")]


def test_a_mounting_method_of_the_applications_own():
    found = facts_of(
        {
            "api.js": """
                const express = require('express');

                module.exports = function setup() {
                  const api = express();
                  api.get('/posts', (req, res) => res.send());
                  return api;
                };
            """,
            "app.js": """
                const express = require('express');
                const app = express();
                app.lazyUse('/ghost', require('./api'));
            """,
        }
    )
    assert [(method, path) for method, path, _ in routes(found)] == [("GET", "/ghost/posts")]


def test_an_application_handed_on_as_a_property_of_an_object():
    found = facts_of(
        {
            "tsconfig.json": '{"compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["src/*"]}}}',
            "src/app.ts": """
                import express from 'express';

                async function start() {
                  const app = express();
                  await require('./loaders').default({ expressApp: app });
                }
            """,
            "src/loaders/index.ts": """
                import expressLoader from './express';

                export default async ({ expressApp }) => {
                  await expressLoader({ app: expressApp });
                };
            """,
            "src/loaders/express.ts": """
                import express from 'express';
                import routes from '@/api';
                import config from '@/config';

                export default ({ app }: { app: express.Application }) => {
                  app.get('/status', (req, res) => res.end());
                  app.use(config.api.prefix, routes());
                };
            """,
            "src/config/index.ts": "export default { api: { prefix: '/api' } };\n",
            "src/api/index.ts": """
                import { Router } from 'express';
                import user from './routes/user';

                export default () => {
                  const app = Router();
                  user(app);
                  return app;
                };
            """,
            "src/api/routes/user.ts": """
                import { Router } from 'express';
                const route = Router();

                export default (app: Router) => {
                  app.use('/users', route);
                  route.get('/me', (req, res) => res.json({}));
                };
            """,
        }
    )
    assert [(method, path) for method, path, _ in routes(found)] == [("GET", "/api/users/me"), ("GET", "/status")]
    assert not found.unknowns


def test_an_application_class_that_is_handed_the_routes():
    found = facts_of(
        {
            "app.ts": """
                import express from 'express';

                export class App {
                  public app: express.Application;

                  constructor(routes: Routes[]) {
                    this.app = express();
                    this.initializeRoutes(routes);
                  }

                  private initializeRoutes(routes: Routes[]) {
                    this.app.get('/health', (req, res) => res.end());
                    routes.forEach((route) => {
                      this.app.use('/api', route.router);
                    });
                  }
                }
            """,
            "server.ts": """
                import { App } from './app';
                import { AuthRoute, UserRoute } from './routes';

                const app = new App([new UserRoute(), new AuthRoute()]);
            """,
            "routes.ts": """
                import { Router } from 'express';

                export class UserRoute {
                  public path = '/users';
                  public router = Router();

                  constructor() {
                    this.router.get(`${this.path}/:id`, (req, res) => res.end());
                  }
                }

                export class AuthRoute {
                  public router: Router;

                  constructor() {
                    this.router = Router();
                    this.router.post('/login', (req, res) => res.end());
                  }
                }
            """,
        }
    )
    assert [(method, path) for method, path, _ in routes(found)] == [
        ("GET", "/api/users/:id"),
        ("GET", "/health"),
        ("POST", "/api/login"),
    ]
    assert not found.unknowns
