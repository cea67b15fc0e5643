"""Names of JavaScript and TypeScript files, followed."""

from __future__ import annotations

from tests.engine.graph.building import calls, graph_of


def test_barrels_and_default_exports() -> None:
    graph = graph_of(
        {
            "src/button/Button.tsx": "export default function Button() { return <i/>; }\n",
            "src/button/index.ts": "export { default as Button } from './Button';\n",
            "src/index.ts": "export * from './button';\nexport * as all from './button';\n",
            "app.tsx": "import { Button, all } from './src';\nexport const App = () => <Button/>;\nall.Button();\n",
        }
    )
    assert calls(graph) == {
        ("app.tsx#App", "src/button/Button.tsx#Button"),
        ("app.tsx", "src/button/Button.tsx#Button"),
    }


def test_commonjs_in_its_shapes() -> None:
    graph = graph_of(
        {
            "services/index.js": "module.exports.userService = require('./user.service');\nexports.mail = require('./mail');\n",
            "services/user.service.js": "const find = async () => {};\nmodule.exports = { find, inline() {}, other: function () {} };\n",
            "services/mail.js": "module.exports = function send() {};\n",
            "services/shape.js": "class Shape { area() {} }\nmodule.exports = Shape;\n",
            "app.js": """
                const { userService, mail } = require('./services');
                const services = require('./services');
                const Shape = require('./services/shape');
                userService.find();
                userService.inline();
                services.userService.other();
                mail();
                new Shape().area();
                require('./services/mail')();
                """,
        }
    )
    assert calls(graph) == {
        ("app.js", "services/user.service.js#find"),
        ("app.js", "services/user.service.js#exports.inline"),
        ("app.js", "services/user.service.js#exports.other"),
        ("app.js", "services/mail.js#send"),
        ("app.js", "services/shape.js#Shape"),
        ("app.js", "services/shape.js#Shape.area"),
    }


def test_classes_this_super_and_injected_services() -> None:
    graph = graph_of(
        {
            "service.ts": "export class UserService { find(id: string) {} }\n",
            "base.ts": "export abstract class Base { constructor() {} log() {} }\n",
            "controller.ts": """
                import { UserService } from './service';
                import { Base } from './base';
                export class Controller extends Base {
                  private other = new UserService();
                  constructor(private readonly users: UserService) { super(); }
                  get(id: string) { this.users.find(id); this.other.find(id); this.log(); super.log(); this.arrow(); }
                  arrow = () => { this.get('1'); };
                }
                """,
        }
    )
    assert calls(graph) == {
        ("controller.ts#Controller", "service.ts#UserService"),
        ("controller.ts#Controller.constructor", "base.ts#Base.constructor"),
        ("controller.ts#Controller.get", "service.ts#UserService.find"),
        ("controller.ts#Controller.get", "base.ts#Base.log"),
        ("controller.ts#Controller.get", "controller.ts#Controller.arrow"),
        ("controller.ts#Controller.arrow", "controller.ts#Controller.get"),
    }


def test_aliases_base_folders_and_workspace_packages() -> None:
    graph = graph_of(
        {
            "tsconfig.base.json": '{"compilerOptions": {"baseUrl": ".", "paths": {"@lib/*": ["libs/*/src"]}}} // comment',
            "apps/web/tsconfig.json": '{"extends": "../../tsconfig.base.json", "compilerOptions": {"strict": true,},}',
            "apps/site/tsconfig.json": '{"compilerOptions": {"baseUrl": "./src", "paths": {"@/*": ["./*"]}}}',
            "packages/kit/package.json": '{"name": "@acme/kit", "main": "dist/index.js"}',
            "packages/kit/src/index.ts": "export function kit() {}\n",
            "libs/math/src/index.ts": "export function add() {}\n",
            "apps/site/src/inner/tool.ts": "export const tool = () => 1;\n",
            "apps/web/main.ts": "import { add } from '@lib/math';\nimport { kit } from '@acme/kit';\nadd();\nkit();\n",
            "apps/site/src/page.ts": "import { tool } from '@/inner/tool';\nimport { tool as t } from 'inner/tool';\ntool();\nt();\n",
        }
    )
    assert calls(graph) == {
        ("apps/web/main.ts", "libs/math/src/index.ts#add"),
        ("apps/web/main.ts", "packages/kit/src/index.ts#kit"),
        ("apps/site/src/page.ts", "apps/site/src/inner/tool.ts#tool"),
    }


def test_externals_and_hooks_that_return_objects() -> None:
    graph = graph_of(
        {
            "hook.ts": "export function useToast() {\n  const show = (m: string) => {};\n  return { show };\n}\n",
            "a.ts": """
                import express, { Router } from 'express';
                import axios from 'axios';
                import { useToast } from './hook';
                const app = express();
                const router = Router();
                app.use(router);
                router.get('/x', (req, res) => { res.send('y'); });
                axios.get('z');
                fetch('w');
                function f() { const { show } = useToast(); show('x'); }
                """,
        }
    )
    found = calls(graph)
    assert found >= {
        ("a.ts", "ext:express.use"),
        ("a.ts", "ext:express.Router"),
        ("a.ts", "ext:express.Router.get"),
        ("a.ts", "ext:axios.get"),
        ("a.ts", "ext:fetch"),
        ("a.ts#f", "hook.ts#useToast"),
        ("a.ts#f", "hook.ts#useToast.show"),
    }


def test_callback_parameters_hide_imports() -> None:
    graph = graph_of(
        {
            "user.js": "exports.save = function () {};\n",
            "a.js": "const user = require('./user');\nusers.forEach((user) => user.save());\n\nuser.save();\n",
        }
    )
    assert [(e.line, e.target) for e in graph.edges if e.kind == "calls"] == [(4, "user.js#exports.save")]


def test_prototypes_and_object_methods() -> None:
    graph = graph_of(
        {
            "a.js": """
                function Animal() { this.init(); }
                Animal.prototype.init = function () {};
                const tools = { one() { this.two(); }, two: () => {} };
                new Animal().init();
                tools.one();
                """,
        }
    )
    assert calls(graph) >= {("a.js", "a.js#tools.one"), ("a.js#tools.one", "a.js#tools.two"), ("a.js", "a.js#Animal")}


def test_overloads_lead_to_the_implementation() -> None:
    graph = graph_of({"a.ts": "function f(a: string): void;\nfunction f(a: any) {}\nf('x');\n"})
    assert calls(graph) == {("a.ts", "a.ts#f")}


def test_what_only_imports_and_names_lead_to_is_exact() -> None:
    graph = graph_of(
        {
            "services/index.js": "module.exports.mail = require('./mail');\nexports.store = require('./store');\n",
            "services/mail.js": "const send = wrap(async () => {});\nconst tidy = () => {};\nmodule.exports = { send, tidy };\n",
            "services/store.js": "class Store { keep() {} }\nconst store = new Store();\nmodule.exports = { store };\n",
            "app.js": """
                const { mail, store } = require('./services');
                let later = require('./services/mail');
                later = store;
                mail.send();
                store.store.keep();
                function f() { later.tidy(); }
                """,
        }
    )
    found = {(e.line, e.target): e.resolution for e in graph.edges if e.kind == "calls" and e.source.startswith("app.js")}
    assert found[4, "services/mail.js#send"] == "exact"
    assert found[5, "services/store.js#Store.keep"] == "inferred"
    assert found.get((6, "services/mail.js#tidy"), "inferred") == "inferred"
