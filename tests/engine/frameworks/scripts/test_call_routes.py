"""Routes registered by calls: Express, Hono, Koa, Fastify.

Each application is small but whole; the routes expected of it are those the framework itself lists for the same sources.
"""

from tests.engine.frameworks.building import endpoint, facts_of, routes

EXPRESS = {
    "api.ts": """
        import { Router } from 'express';
        export class Api {
          private router = Router();
          constructor(private app) { this.routes(); }
          private routes() {
            this.router.get('/ping', this.ping);
            this.router.delete('/ping', this.ping.bind(this));
          }
          ping(req, res) { res.send(); }
          mount() { this.app.use('/api', this.router); }
        }
    """,
    "app.ts": """
        import express, { Router } from 'express';
        import { makeShop } from './shop';
        import { Api } from './api';
        const app = express();
        const a = Router();
        a.get('/1', (req, res) => res.send());
        const b = express.Router().get('/2', (req, res) => res.send()).post('/2', (req, res) => res.send());
        const table = [{ path: '/a', route: a }, { path: '/b', route: b }];
        table.forEach((r) => app.use(r.path, r.route));
        app.get(['/x', '/y'], requireLogin, handler);
        app.route('/chain').get(handler).post(handler).all(handler);
        app.use('/shop', makeShop());
        app.use(['/m1', '/m2'], a);
        app.use('/nested', Router().use('/deep', b).get('/leaf', handler));
        app.get(/^\\/pattern/, handler);
        new Api(app).mount();
        for (const name of ['red', 'blue']) {
          app.get(`/colors/${name}`, handler);
        }
        function handler(req, res) { res.send(); }
        function requireLogin(req, res, next) { next(); }
        app.options('/c', (req, res) => res.send());
        export default app;
    """,
    "shop.ts": """
        import { Router } from 'express';
        export function makeShop() {
          const router = Router();
          router.get('/items', (req, res) => res.send());
          return router;
        }
    """,
}

HONO = {
    "app.ts": """
        import { Hono } from 'hono';
        import books, { createAuthors } from './books';
        import { setup } from './setup';

        const app = new Hono<{ Bindings: X }>();
        app.use('*', logger);
        app.get('/', (c) => c.text('home'));
        const api = app.basePath('/api');
        api.get('/status', requireAuth, status);
        app.route('/books', books);
        api.route('/authors', createAuthors());
        app.on(['PUT', 'PATCH'], ['/things', '/stuff'], (c) => c.text(''));
        app.all('/any', (c) => c.text(''));
        setup(app);
        app.route('/inline', new Hono().get('/x', (c) => c.text('x')).post('/y', (c) => c.text('y')));
        const client = new Map();
        client.get('/no', () => 1);
        function status(c) { return c.text('ok'); }
        function requireAuth(c, next) { return next(); }
        function logger(c, next) { return next(); }
        export default app;
    """,
    "books.ts": """
        import { Hono } from 'hono';
        const books = new Hono()
          .basePath('/v1')
          .get('/', list)
          .post('/', (c) => c.json({}))
          .get('/:id', (c) => c.json({}))
          .delete('/:id', (c) => c.json({}))
          .put('/:id', (c) => c.json({}))
          .patch('/:id/cover', (c) => c.json({}));
        function list(c) { return c.json([]); }
        export default books;
        export const createAuthors = () => {
          const router = new Hono();
          router.get('/', (c) => c.json([]));
          return router;
        };
    """,
    "setup.ts": """
        import type { Hono } from 'hono';
        export function setup(app: Hono) {
          app.get('/docs', (c) => c.text('docs'));
        }
    """,
}

KOA = {
    "app.ts": """
        import Koa from 'koa';
        import Router from '@koa/router';
        import users from './users';
        import { posts } from './posts';
        const tags = require('./tags');
        const app = new Koa();
        const router = new Router({ prefix: '/api' });
        router.get('/', index);
        router.get('named', '/named/:id', (ctx) => {});
        router.use('/users', users.routes(), users.allowedMethods());
        router.use(posts.routes());
        router.use('/tags', require('./tags'));
        router.use(tags);
        router.all('/all', (ctx) => {});
        router.get(['/a', '/b'], (ctx) => {});
        app.use(router.routes()).use(router.allowedMethods());
        function index(ctx) {}
        export { app, router };
    """,
    "tags.js": """
        const Router = require('koa-router');
        const router = new Router();
        router.get('/all-tags', (ctx) => {});
        module.exports = router.routes();
    """,
    "posts.ts": """
        import Router from '@koa/router';
        export const posts = new Router();
        posts.prefix('/posts');
        posts.patch('/:id', (ctx) => {});
    """,
    "users.ts": """
        import Router from '@koa/router';
        const router = new Router();
        router.get('/', authenticate, (ctx) => {}).post('/', (ctx) => {}).del('/:id', (ctx) => {});
        function authenticate(ctx, next) { return next(); }
        export default router;
    """,
}

FASTIFY = {
    "app.ts": """
        import Fastify from 'fastify';
        import fp from 'fastify-plugin';
        import autoload from '@fastify/autoload';
        import path from 'node:path';
        import { shop } from './shop';
        const app = Fastify({ logger: false });
        app.get('/', async () => 'home');
        app.get('/opts', { preHandler: [checkAuth], schema: {} }, handler);
        app.route({ method: ['PUT', 'PATCH'], url: '/many', handler });
        app.post('/short', { handler });
        app.register(shop, { prefix: '/shop' });
        app.register(fp(async (instance) => { instance.get('/shared', async () => 1); }), { prefix: '/ignored' });
        app.register(async (instance, opts) => {
          instance.get('/', async () => 1);
          instance.register(async function inner(child) {
            child.delete('/deep', async () => 1);
          }, { prefix: '/in' });
        }, { prefix: '/out' });
        app.register(import('./late'), { prefix: '/late' });
        app.register(autoload, { dir: path.join(import.meta.dirname, 'routes'), routeParams: true, options: { prefix: '/auto' } });
        async function handler(request, reply) { return 1; }
        async function checkAuth(request, reply) {}
        export default app;
    """,
    "late.ts": """
        export default async function (fastify) {
          fastify.get('/', async () => 1);
          fastify.get('/x', async () => 1);
        }
    """,
    "shop.ts": """
        export async function shop(fastify, opts) {
          fastify.get('/items', async () => []);
          fastify.all('/every', async () => []);
        }
    """,
    "routes/root.ts": """
        export default async function (fastify) { fastify.get('/root', async () => 1); }
    """,
    "routes/own/thing.ts": """
        export const autoPrefix = '/renamed';
        export default async function one(fastify) { fastify.get('/z', async () => 1); }
    """,
    "routes/users/ignored.ts": """
        export default async function users(fastify) { fastify.get('/ignored', async () => 1); }
    """,
    "routes/users/index.ts": """
        export default async function users(fastify) { fastify.get('/', async () => 1); fastify.post('/', async () => 1); }
    """,
    "routes/users/_id/index.ts": """
        export default async function one(fastify) { fastify.get('/', async () => 1); }
    """,
}


def addresses(found) -> list[tuple[str, str]]:
    return [(method, path) for method, path, _ in routes(found)]


def test_express():
    found = facts_of(EXPRESS)
    assert addresses(found) == [
        ("ANY", "/chain"),
        ("DELETE", "/api/ping"),
        ("GET", "/^\\/pattern/"),
        ("GET", "/a/1"),
        ("GET", "/api/ping"),
        ("GET", "/b/2"),
        ("GET", "/chain"),
        ("GET", "/colors/blue"),
        ("GET", "/colors/red"),
        ("GET", "/m1/1"),
        ("GET", "/m2/1"),
        ("GET", "/nested/deep/2"),
        ("GET", "/nested/leaf"),
        ("GET", "/shop/items"),
        ("GET", "/x"),
        ("GET", "/y"),
        ("OPTIONS", "/c"),
        ("POST", "/b/2"),
        ("POST", "/chain"),
        ("POST", "/nested/deep/2"),
    ]
    assert endpoint(found, "GET", "/x").auth == "requireLogin" and endpoint(found, "GET", "/x").auth_at.line == 10
    assert endpoint(found, "GET", "/chain").auth == ""
    for method in ("GET", "DELETE"):
        assert endpoint(found, method, "/api/ping").symbol == "api.ts#Api.ping"
    assert not found.unknowns


def test_express_loop_over_the_entries_of_an_object():
    found = facts_of(
        {
            "app.js": """
                const express = require('express');
                const controllers = { users: require('./users'), shops: require('./shops') };
                const app = express();
                const wrap = (handler) => (req, res, next) => handler(req, res).catch(next);
                for (const [name, controller] of Object.entries(controllers)) {
                  app.get(`/api/${name}`, wrap(controller.list));
                }
                const table = [['/a', require('./users').one]];
                for (const [path, handler] of table) {
                  app.post(path, handler);
                }
                table.forEach(([path, handler]) => app.put(path, handler));
            """,
            "users.js": "exports.list = async (req, res) => {};\nexports.one = async (req, res) => {};\n",
            "shops.js": "async function list(req, res) {}\nmodule.exports = { list };\n",
        }
    )
    assert routes(found) == [
        ("GET", "/api/shops", "list"),
        ("GET", "/api/users", "list"),
        ("POST", "/a", "one"),
        ("PUT", "/a", "one"),
    ]
    assert endpoint(found, "GET", "/api/shops").place.path == "shops.js"


def test_hono():
    found = facts_of(HONO)
    assert addresses(found) == [
        ("ANY", "/any"),
        ("DELETE", "/books/v1/:id"),
        ("GET", "/"),
        ("GET", "/api/authors"),
        ("GET", "/api/status"),
        ("GET", "/books/v1"),
        ("GET", "/books/v1/:id"),
        ("GET", "/docs"),
        ("GET", "/inline/x"),
        ("PATCH", "/books/v1/:id/cover"),
        ("PATCH", "/stuff"),
        ("PATCH", "/things"),
        ("POST", "/books/v1"),
        ("POST", "/inline/y"),
        ("PUT", "/books/v1/:id"),
        ("PUT", "/stuff"),
        ("PUT", "/things"),
    ]
    status = endpoint(found, "GET", "/api/status")
    assert (status.handler, status.place.line, status.auth) == ("status", 18, "requireAuth")
    assert endpoint(found, "GET", "/books/v1").symbol == "books.ts#list"
    assert [(entry.kind, entry.place.path, entry.place.line) for entry in found.entry_points] == [("app", "app.ts", 5)]
    assert found.frameworks == ("Hono",) and not found.unknowns


def test_hono_with_openapi_routes_and_a_router_nobody_mounts():
    found = facts_of(
        {
            "create.ts": """
                import { OpenAPIHono } from '@hono/zod-openapi';
                export function createRouter() {
                  return new OpenAPIHono<Bindings>({ strict: false });
                }
                export default function createApp() {
                  const app = createRouter();
                  app.use(log()).notFound(lost);
                  app.get('/health', (c) => c.text(''));
                  return app;
                }
            """,
            "app.ts": """
                import { serve } from '@hono/node-server';
                import createApp from './create';
                import tasks from './tasks';
                const app = createApp();
                const routes = [tasks] as const;
                routes.forEach((route) => {
                  app.route('/v1', route);
                });
                app.doc('/doc', { openapi: '3.0.0' });
                serve({ fetch: app.fetch, port: 1 });
            """,
            "tasks.ts": """
                import { createRoute } from '@hono/zod-openapi';
                import { createRouter } from './create';
                const one = createRoute({ method: 'get', path: '/tasks/{id}', responses: {} });
                const router = createRouter()
                  .openapi(one, (c) => c.json({}))
                  .openapi(createRoute({ method: 'post', path: '/tasks' }), (c) => c.json({}));
                export default router;
            """,
            "lost.ts": """
                import { Hono } from 'hono';
                export const lost = new Hono().get('/gone', (c) => c.text(''));
            """,
        }
    )
    assert addresses(found) == [
        ("GET", "/doc"),
        ("GET", "/health"),
        ("GET", "/v1/tasks/:id"),
        ("GET", "…/gone"),
        ("POST", "/v1/tasks"),
    ]
    assert [unknown.kind for unknown in found.unknowns] == ["endpoint prefix"]


def test_koa():
    found = facts_of(KOA)
    assert addresses(found) == [
        ("ANY", "/api/all"),
        ("DELETE", "/api/users/:id"),
        ("GET", "/api"),
        ("GET", "/api/a"),
        ("GET", "/api/all-tags"),
        ("GET", "/api/b"),
        ("GET", "/api/named/:id"),
        ("GET", "/api/tags/all-tags"),
        ("GET", "/api/users"),
        ("PATCH", "/api/posts/:id"),
        ("POST", "/api/users"),
    ]
    assert endpoint(found, "GET", "/api/users").auth == "authenticate"
    assert endpoint(found, "GET", "/api").symbol == "app.ts#index"
    assert found.frameworks == ("Koa",) and not found.unknowns


def test_fastify():
    found = facts_of(FASTIFY)
    assert addresses(found) == [
        ("ANY", "/shop/every"),
        ("DELETE", "/out/in/deep"),
        ("GET", "/"),
        ("GET", "/auto/renamed/z"),
        ("GET", "/auto/root"),
        ("GET", "/auto/users"),
        ("GET", "/auto/users/:id"),
        ("GET", "/late"),
        ("GET", "/late/x"),
        ("GET", "/opts"),
        ("GET", "/out"),
        ("GET", "/shared"),
        ("GET", "/shop/items"),
        ("PATCH", "/many"),
        ("POST", "/auto/users"),
        ("POST", "/short"),
        ("PUT", "/many"),
    ]
    options = endpoint(found, "GET", "/opts")
    assert (options.symbol, options.auth) == ("app.ts#handler", "checkAuth")
    assert endpoint(found, "GET", "/shop/items").mounts[0].line == 11
    assert found.frameworks == ("Fastify",) and not found.unknowns


def test_no_route_of_what_is_no_application():
    found = facts_of(
        {
            "app.ts": """
                import fastify from 'fastify';
                import { Hono } from 'hono';
                import Router from '@koa/router';
                import express from 'express';
                const app = express();
                const cache = new Map();
                cache.get('/a', () => 1);
                axios.get('/b', () => 1);
                client.post('/c', () => 1);
                function helper(x) { x.get('/d', () => 1); }
                helper(cache);
            """,
        }
    )
    assert found.endpoints == ()


def test_hapi():
    found = facts_of(
        {
            "server.js": """
                const Hapi = require('@hapi/hapi');
                const users = require('./users');
                const orders = require('./orders');
                const init = async () => {
                    const server = Hapi.server({ port: 3000 });
                    server.route({ method: 'GET', path: '/health', handler: () => 'ok' });
                    await server.register([users, { plugin: orders, routes: { prefix: '/orders' } }]);
                    await server.register(require('./tags'), { routes: { prefix: '/v1' } });
                    cache.route({ method: 'GET', path: '/nothing', handler: () => 1 });
                };
            """,
            "users.js": """
                const Handlers = require('./handlers');
                exports.plugin = {
                    name: 'users',
                    register: async function (server, options) {
                        server.route([
                            { method: ['PUT', 'PATCH'], path: '/users/{id}', options: { auth: 'jwt', handler: Handlers.update } },
                            { method: '*', path: '/login', handler: Handlers.login, options: { auth: false } },
                        ]);
                    },
                };
            """,
            "orders.js": """
                const routes = [{ method: 'GET', path: '/', handler: list }, { method: 'get', path: '/{id}', handler: list }];
                function list(request, h) {}
                const plugin = { name: 'orders', register(server) { server.route(routes); } };
                module.exports = plugin;
            """,
            "tags.js": """
                const register = (server, options, next) => { server.route({ method: 'GET', path: '/tags', handler: () => 1 }); };
                module.exports = register;
            """,
            "lost.js": """
                module.exports = { name: 'lost', register: (server) => { server.route({ method: 'GET', path: '/lost', handler: () => 1 }); } };
            """,
            "handlers.js": """
                exports.update = (request, h) => {};
                exports.login = (request, h) => {};
            """,
        }
    )
    assert addresses(found) == [
        ("ANY", "/login"),
        ("GET", "/health"),
        ("GET", "/orders"),
        ("GET", "/orders/{id}"),
        ("GET", "/v1/tags"),
        ("GET", "…/lost"),
        ("PATCH", "/users/{id}"),
        ("PUT", "/users/{id}"),
    ]
    update, login = endpoint(found, "PUT", "/users/{id}"), endpoint(found, "ANY", "/login")
    assert (update.auth, update.symbol) == ("'jwt'", "handlers.js#exports.update")
    assert login.auth == "" and login.auth_at is not None
    assert found.frameworks == ("Hapi",) and [item.kind for item in found.unknowns] == ["endpoint prefix"]


def test_elysia():
    found = facts_of(
        {
            "index.ts": """
                import { Elysia, t } from 'elysia'
                import { users } from './users'
                import { tags } from './tags'
                import { createOrders } from './orders'
                const app = new Elysia()
                    .use(users)
                    .use(tags)
                    .use(createOrders(new Orders()))
                    .get('/', () => 'ok')
                    .group('/v1', (app) => app
                        .get('/items', list)
                        .guard({ a: 1 }, (guarded) => guarded.post('/items', list)))
                    .listen(3000)
                function list() {}
                cache.get('/nothing', () => 1)
            """,
            "users.ts": """
                import { Elysia, t } from 'elysia'
                export const users = new Elysia({ prefix: '/users' })
                    .get('/:id', ({ params }) => params.id)
                    .post('/', create, { beforeHandle: isAuthorized, body: t.Object({ name: t.String() }) })
                function create() {}
                function isAuthorized() {}
            """,
            "orders.ts": """
                import { Elysia } from 'elysia'
                export const createOrders = (orders) => new Elysia({ prefix: '/orders' }).get('/', () => orders.all())
            """,
            "tags.ts": """
                import type { Elysia } from 'elysia'
                export const tags = (app: Elysia) => app.get('/tags', () => [])
            """,
        }
    )
    assert addresses(found) == [
        ("GET", "/"),
        ("GET", "/orders"),
        ("GET", "/tags"),
        ("GET", "/users/:id"),
        ("GET", "/v1/items"),
        ("POST", "/users"),
        ("POST", "/v1/items"),
    ]
    create = endpoint(found, "POST", "/users")
    assert (create.symbol, create.auth) == ("users.ts#create", "isAuthorized")
    assert found.frameworks == ("Elysia",) and not found.unknowns
