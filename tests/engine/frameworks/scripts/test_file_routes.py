"""Routes named by files: Next.js (both routers), SvelteKit, Nuxt, Astro, Remix."""

from tests.engine.frameworks.building import endpoint, facts_of, routes

PAGE = "export default function Page() { return null }\n"


def test_nextjs_app_router():
    found = facts_of(
        {
            "next.config.js": "/** @type {X} */\nconst config = { basePath: '/docs' };\nmodule.exports = config;\n",
            "app/page.tsx": PAGE,
            "app/layout.tsx": PAGE,
            "app/(shop)/items/[id]/page.tsx": PAGE,
            "app/(shop)/all/[[...slug]]/page.mdx": "# Hello\n",
            "app/@modal/items/page.tsx": PAGE,
            "app/feed/(..)photo/page.tsx": PAGE,
            "app/_private/page.tsx": PAGE,
            "app/api/items/route.ts": """
                import { auth } from './auth';
                /** All of them. */
                export async function GET(request) {}
                export const POST = auth(async (request) => {});
                async function DELETE() {}
                export const dynamic = 'force-dynamic';
                export { DELETE };
            """,
            "app/api/auth/[...all]/route.ts": "export const { GET, POST } = handlers;\n",
            "app/api/again/route.ts": "export { GET as PUT } from '../items/route';\n",
            "app/robots.ts": "export default function robots() {}\n",
            "app/api/items/route.test.ts": "export function GET() {}\n",
            "app/helpers/route-names.ts": "export function GET() {}\n",
        },
        packages=("next",),
        roles={"app/api/items/route.test.ts": "test"},
    )
    assert routes(found) == [
        ("DELETE", "/docs/api/items", "DELETE"),
        ("GET", "/docs", "Page"),
        ("GET", "/docs/all/[[...slug]]", "page.mdx"),
        ("GET", "/docs/api/auth/[...all]", "GET"),
        ("GET", "/docs/api/items", "GET"),
        ("GET", "/docs/items/[id]", "Page"),
        ("GET", "/docs/robots.txt", "robots"),
        ("POST", "/docs/api/auth/[...all]", "POST"),
        ("POST", "/docs/api/items", "POST"),
        ("PUT", "/docs/api/again", "GET"),
    ]
    get = endpoint(found, "GET", "/docs/api/items")
    assert (get.place.path, get.place.line, get.symbol) == ("app/api/items/route.ts", 3, "app/api/items/route.ts#GET")
    assert get.docstring == "All of them."
    assert endpoint(found, "POST", "/docs/api/items").place.line == 4
    assert endpoint(found, "PUT", "/docs/api/again").place.path == "app/api/items/route.ts"
    assert found.frameworks == ("Next.js",)


def test_nextjs_pages_router_and_other_projects():
    sources = {
        "pages/index.tsx": PAGE,
        "pages/_app.tsx": PAGE,
        "pages/blog/[slug].tsx": PAGE,
        "pages/helper.ts": "export const x = 1;\n",
        "pages/api/users/index.ts": "export default async function handler(req, res) {}\n",
        "pages/api/old.js": "module.exports = (req, res) => {};\n",
    }
    assert routes(facts_of(sources, packages=("next",))) == [
        ("ANY", "/api/old", "old.js"),
        ("ANY", "/api/users", "handler"),
        ("GET", "/", "Page"),
        ("GET", "/blog/[slug]", "Page"),
    ]
    assert not facts_of(sources, packages=("react",)).endpoints


def test_sveltekit_nuxt_and_astro():
    svelte = facts_of(
        {
            "src/routes/+page.svelte": "<h1/>\n",
            "src/routes/(app)/blog/[slug]/+page.svelte": "<h1/>\n",
            "src/routes/api/x/+server.ts": "export const GET = async () => {};\nexport function POST() {}\n",
        },
        packages=("@sveltejs/kit",),
    )
    assert [(method, path) for method, path, _ in routes(svelte)] == [
        ("GET", "/"),
        ("GET", "/api/x"),
        ("GET", "/blog/[slug]"),
        ("POST", "/api/x"),
    ]
    nuxt = facts_of(
        {
            "server/api/users/[id].get.ts": "export default defineEventHandler((event) => 1);\n",
            "server/api/users/index.post.ts": "export default defineEventHandler(async (event) => 1);\n",
            "server/routes/feed.ts": "export default defineEventHandler(() => 1);\n",
            "server/utils/x.ts": "export default 1;\n",
            "pages/about.vue": "<template/>\n",
        },
        packages=("nuxt",),
    )
    assert [(method, path) for method, path, _ in routes(nuxt)] == [
        ("ANY", "/feed"),
        ("GET", "/about"),
        ("GET", "/api/users/[id]"),
        ("POST", "/api/users"),
    ]
    astro = facts_of(
        {
            "src/pages/index.astro": "---\n---\n",
            "src/pages/api/[id].ts": "export const ALL = () => {};\n",
            "src/pages/_draft.astro": "---\n---\n",
        },
        packages=("astro",),
    )
    assert [(method, path) for method, path, _ in routes(astro)] == [("ANY", "/api/[id]"), ("GET", "/")]


def test_remix():
    found = facts_of(
        {
            "app/routes/_index.tsx": PAGE,
            "app/routes/_auth.tsx": PAGE,
            "app/routes/_auth.login.tsx": PAGE + "export async function action() {}\n",
            "app/routes/posts.$slug_.edit.tsx": PAGE,
            "app/routes/feed[.]xml.ts": "export const loader = async () => {};\n",
            "app/routes/files.$.tsx": PAGE,
            "app/routes/user/route.tsx": PAGE,
            "app/routes/user/form.tsx": PAGE,
        },
        packages=("@remix-run/react",),
    )
    assert [(method, path) for method, path, _ in routes(found)] == [
        ("GET", "/"),
        ("GET", "/feed.xml"),
        ("GET", "/files/*"),
        ("GET", "/login"),
        ("GET", "/posts/:slug/edit"),
        ("GET", "/user"),
        ("POST", "/login"),
    ]


def test_tanstack_start():
    found = facts_of(
        {
            "src/routes/index.tsx": """
                import { createFileRoute } from '@tanstack/react-router';
                export const Route = createFileRoute('/')({ component: Home, loader: () => 1 });
                function Home() { return null }
            """,
            "src/routes/_auth.posts.$id.tsx": """
                import { createFileRoute } from '@tanstack/react-router';
                export const Route = createFileRoute('/_auth/posts/$id')({ component: () => null });
            """,
            "src/routes/_auth.tsx": """
                import { createFileRoute } from '@tanstack/react-router';
                export const Route = createFileRoute('/_auth')({ component: () => null });
            """,
            "src/routes/api/auth.$.ts": """
                import { createFileRoute } from '@tanstack/react-router';
                const handler = () => 1;
                export const Route = createFileRoute('/api/auth/$')({ server: { handlers: { GET: handler, POST: () => 1 } } });
            """,
            "src/routes/api/old.ts": """
                import { createServerFileRoute } from '@tanstack/react-start/server';
                export const ServerRoute = createServerFileRoute('/api/old').methods({ PUT: () => 1 });
            """,
        },
        packages=("@tanstack/react-start",),
    )
    assert [(method, path) for method, path, _ in routes(found)] == [
        ("GET", "/"), ("GET", "/api/auth/*"), ("GET", "/posts/:id"), ("POST", "/api/auth/*"), ("PUT", "/api/old"),
    ]  # fmt: skip
    assert endpoint(found, "GET", "/").symbol == "src/routes/index.tsx#Home"
    assert found.frameworks == ("TanStack Start",)


def test_react_router_lists_its_routes():
    action = PAGE + "export async function action() {}\n"
    found = facts_of(
        {
            "app/routes.ts": """
                import { type RouteConfig, route, index, layout, prefix } from '@react-router/dev/routes';
                export default [
                    index('./home.tsx'),
                    route('about', './about.tsx'),
                    layout('./frame.tsx', [route('login', './login.tsx')]),
                    ...prefix('concerts', [index('./home.tsx'), route(':city', './about.tsx', [route('edit', './login.tsx')])]),
                    other('x', './about.tsx'),
                ] satisfies RouteConfig;
            """,
            "app/home.tsx": PAGE,
            "app/about.tsx": "export async function loader() {}\n",
            "app/frame.tsx": PAGE,
            "app/login.tsx": action,
        },
        packages=("@react-router/dev",),
    )
    assert [(method, path) for method, path, _ in routes(found)] == [
        ("GET", "/"), ("GET", "/about"), ("GET", "/concerts"), ("GET", "/concerts/:city"), ("GET", "/concerts/:city/edit"),
        ("GET", "/login"), ("POST", "/concerts/:city/edit"), ("POST", "/login"),
    ]  # fmt: skip
    assert endpoint(found, "POST", "/login").registered.path == "app/routes.ts"
