"""What stands before the handlers of Express, Koa, Hono and Fastify, and what of it says who may ask."""

from __future__ import annotations

from apps.engine.frameworks import FrameworkFacts
from tests.engine.frameworks.building import endpoint, facts_of


def required(found: FrameworkFacts) -> dict[str, str]:
    """{method and path: what is required}."""
    return {f"{item.method} {item.path}": item.auth for item in found.endpoints}


def test_what_express_uses_stands_before_what_comes_later() -> None:
    found = facts_of(
        {
            "app.js": """
                const express = require('express');
                const passport = require('passport');
                const { requireLogin, isAdmin, currentUser } = require('./auth');
                const orders = require('./orders');
                const authLimiter = require('./limits');
                const app = express();
                app.use(passport.initialize());
                app.get('/open', (req, res) => res.send());
                app.post('/login', authLimiter, (req, res) => res.send());
                app.use(currentUser);
                app.use('/admin', isAdmin);
                app.get('/admin/users', (req, res) => res.send());
                app.get('/administer', (req, res) => res.send());
                app.use('/orders', requireLogin(), orders);
                app.use(requireLogin());
                app.get('/mine', isAdmin, (req, res) => res.send());
            """,
            "auth.js": """
                function requireLogin() { return (req, res, next) => { if (req.user) next(); else res.sendStatus(401); }; }
                function isAdmin(req, res, next) { return req.user.admin ? next() : next(new Error('no')); }
                function currentUser(req, res, next) { if (!req.token) return next(); req.user = 1; next(); }
                module.exports = { requireLogin, isAdmin, currentUser };
            """,
            "limits.js": "module.exports = (req, res, next) => next();\n",
            "orders.js": """
                const router = require('express').Router();
                router.get('/', (req, res) => res.send());
                module.exports = router;
            """,
        }
    )
    assert required(found) == {
        "GET /open": "",
        "POST /login": "",
        "GET /admin/users": "isAdmin",
        "GET /administer": "",
        "GET /orders": "requireLogin()",
        "GET /mine": "requireLogin(), isAdmin",
    }
    mine = endpoint(found, "GET", "/mine")
    assert [item.symbol for item in mine.passes] == ["auth.js#currentUser", "auth.js#requireLogin", "auth.js#isAdmin"]
    assert mine.auth_at is not None and mine.auth_at.line == 15


def test_koa_hono_and_the_hooks_of_fastify() -> None:
    found = facts_of(
        {
            "koa.js": """
                const Koa = require('koa');
                const Router = require('@koa/router');
                const { authenticated } = require('./auth');
                const app = new Koa();
                const open = new Router();
                open.get('/open', ctx => {});
                const closed = new Router();
                closed.use(authenticated);
                closed.get('/closed', ctx => {});
                app.use(open.routes());
                app.use(closed.routes());
            """,
            "auth.js": "exports.authenticated = async function authenticated(ctx, next) { await next(); };\n",
            "hono.ts": """
                import { Hono } from 'hono';
                import { bearerAuth } from 'hono/bearer-auth';
                const app = new Hono();
                app.get('/free', (c) => c.text(''));
                app.use('/api/*', bearerAuth({ token: 'x' }));
                app.get('/api/things', (c) => c.text(''));
                app.get('/apiary', (c) => c.text(''));
                export default app;
            """,
            "fastify.js": """
                const app = require('fastify')();
                app.register(async function inside (scope) {
                  scope.get('/kept', async () => {});
                  scope.addHook('onRequest', scope.authenticate);
                });
                app.get('/outside', async () => {});
            """,
        },
        packages=("koa", "hono", "fastify"),
    )
    assert required(found) == {
        "GET /open": "",
        "GET /closed": "authenticated",
        "GET /free": "",
        "GET /api/things": "bearerAuth({token: 'x'})",
        "GET /apiary": "",
        "GET /kept": "scope.authenticate",
        "GET /outside": "",
    }
