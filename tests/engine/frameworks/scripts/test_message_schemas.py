"""Schemas that requests and answers are checked by."""

from __future__ import annotations

from tests.engine.frameworks.building import facts_of, model, relations, shape


def test_objects_of_zod_that_routes_name() -> None:
    found = facts_of(
        {
            "app.ts": """
                import { Hono } from 'hono';
                import { zValidator } from '@hono/zod-validator';
                import { CreateUser, Env, Short } from './schemas';
                const app = new Hono();
                app.post('/users', zValidator('json', CreateUser), (c) => c.json({}));
                app.post('/short', zValidator('json', Short), (c) => c.json({}));
                const env = Env.parse(process.env);
            """,
            "schemas.ts": """
                import { z } from 'zod/v4';
                export const Address = z.object({ city: z.string() });
                export const CreateUser = z.object({
                    name: z.string().min(1).max(5),
                    tags: z.array(z.string()).optional(),
                    role: z.enum(['a', 'b']),
                    addresses: z.array(Address),
                });
                export const Short = CreateUser.omit({ tags: true, role: true }).extend({ id: z.number() });
                export const Env = z.object({ PORT: z.string() });
                export const Form = z.object({ name: z.string() });
            """,
        }
    )
    assert sorted(item.name for item in found.models) == ["Address", "CreateUser", "Short"]
    short = model(found, "Short")
    assert [(item.name, item.inherited_from) for item in short.fields] == [
        ("name", "CreateUser"),
        ("addresses", "CreateUser"),
        ("id", ""),
    ]
    assert (short.framework, relations(short)) == ("Zod", [("addresses", "to many", "Address")])
    made = model(found, "CreateUser")
    assert shape(made) == [("name", "string"), ("tags", "array(string)"), ("role", "enum"), ("addresses", "array(Address)")]
    assert [item.detail for item in made.fields[:2]] == ["min(1), max(5)", "optional"]
    assert relations(made) == [("addresses", "to many", "Address")]
    assert (made.kind, made.framework, made.place.path) == ("schema", "Zod", "schemas.ts")


def test_objects_of_typebox_in_the_options_of_a_route() -> None:
    found = facts_of(
        {
            "app.ts": """
                import fastify from 'fastify';
                import { Type } from 'typebox';
                const Task = Type.Object({ id: Type.Integer({ minimum: 1 }), note: Type.Optional(Type.String()) });
                const Page = Type.Object({ tasks: Type.Array(Task) });
                const Other = Type.Object({ id: Type.Integer() });
                const app = fastify();
                app.get('/tasks', { schema: { response: { 200: Page } } }, async () => []);
                cache.get(Other2, () => 1);
            """,
        }
    )
    assert sorted(item.name for item in found.models) == ["Page", "Task"]
    assert [(item.name, item.type, item.detail) for item in model(found, "Task").fields] == [
        ("id", "Integer", "minimum: 1"),
        ("note", "String", "optional"),
    ]
    assert relations(model(found, "Page")) == [("tasks", "to many", "Task")]
