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
