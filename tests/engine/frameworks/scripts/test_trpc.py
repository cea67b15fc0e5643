"""tRPC: nested routers, plain records, what a procedure is built on."""

from tests.engine.frameworks.building import endpoint, facts_of, routes


def test_procedures_by_the_names_clients_call():
    found = facts_of(
        {
            "trpc.ts": """
                import { initTRPC } from '@trpc/server';
                const t = initTRPC.context<typeof create>().create({ transformer });
                export const createTRPCRouter = t.router;
                export const publicProcedure = t.procedure;
                export const protectedProcedure = t.procedure.use(isSignedIn);
            """,
            "post.ts": """
                import { createTRPCRouter, publicProcedure, protectedProcedure } from './trpc';
                export const postRouter = createTRPCRouter({
                  all: publicProcedure.query(({ ctx }) => []),
                  add: protectedProcedure
                    .input(z.object({ title: z.string() }))
                    .output(z.any())
                    .mutation(addPost),
                  comments: createTRPCRouter({ list: publicProcedure.query(() => []) }),
                  router: { inner: publicProcedure.subscription(() => 1) },
                });
                async function addPost() {}
            """,
            "user.ts": """
                import { publicProcedure } from './trpc';
                export const userRouter = { me: publicProcedure.query(() => 1) };
            """,
            "root.ts": """
                import { createTRPCRouter } from './trpc';
                import { postRouter } from './post';
                import { userRouter } from './user';
                export const appRouter = createTRPCRouter({ post: postRouter, user: userRouter });
            """,
            "decoy.ts": "const router = createRouter({ x: publicProcedure.query(() => 1) });\n",
        }
    )
    assert [(method, path) for method, path, _ in routes(found)] == [
        ("MUTATION", "post.add"),
        ("QUERY", "post.all"),
        ("QUERY", "post.comments.list"),
        ("QUERY", "user.me"),
        ("SUBSCRIPTION", "post.router.inner"),
    ]
    add = endpoint(found, "MUTATION", "post.add")
    assert (add.symbol, add.place.line, add.registered.line, add.auth) == ("post.ts#addPost", 11, 4, "protectedProcedure")
    assert endpoint(found, "QUERY", "post.all").auth == ""
    assert found.frameworks == ("tRPC",)
