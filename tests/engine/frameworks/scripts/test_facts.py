"""Mongoose, variables and jobs of JavaScript and TypeScript."""

from tests.engine.frameworks.building import facts_of, model, relations, shape


def test_mongoose_models():
    found = facts_of(
        {
            "user.model.js": """
                const mongoose = require('mongoose');
                const { Schema } = mongoose;

                const userSchema = mongoose.Schema(
                  {
                    name: { type: String, required: true },
                    age: Number,
                    address: { street: String, city: { type: String } },
                    tags: [String],
                    friends: [{ type: Schema.Types.ObjectId, ref: 'User' }],
                    team: { type: mongoose.SchemaTypes.ObjectId, ref: 'Team' },
                    extra: {},
                  },
                  { timestamps: true, collection: 'people' }
                );

                const User = mongoose.model('User', userSchema);
                module.exports = User;
            """,
            "team.ts": """
                import { Schema, model } from 'mongoose';

                const schema = new Schema<ITeam>({ title: String });
                export const Team = model<ITeam>('Team', schema);
            """,
        }
    )
    user = model(found, "User")
    assert (user.place.line, user.kind, user.table) == (17, "document", "people")
    assert shape(user) == [
        ("name", "String"),
        ("age", "Number"),
        ("tags", "[String]"),
        ("friends", "[ObjectId]"),
        ("team", "ObjectId"),
        ("extra", "Mixed"),
        ("address.street", "String"),
        ("address.city", "String"),
    ]
    assert relations(user) == [("friends", "ref to many", "User"), ("team", "ref", "Team")]
    assert user.fields[0].detail == "required=true"
    assert shape(model(found, "Team")) == [("title", "String")]


def test_schemas_over_process_env():
    found = facts_of(
        {
            "config.js": """
                const Joi = require('joi');

                const schema = Joi.object()
                  .keys({
                    NODE_ENV: Joi.string().required(),
                    PORT: Joi.number().default(3000),
                  })
                  .unknown();
                const { value } = schema.prefs({ errors: {} }).validate(process.env);
            """,
            "env.ts": """
                import { z } from 'zod';

                const shape = z.object({ TOKEN: z.string() });
                export const env = shape.parse(process.env);
            """,
            "clean.ts": "import { cleanEnv, str } from 'envalid';\n\nexport default cleanEnv(process.env, { HOST: str() });\n",
            "plain.js": "const a = process.env.PLAIN || 'x';\n",
        }
    )
    assert [(key.name, key.place.path, key.place.line, key.default, key.required) for key in found.config_keys] == [
        ("HOST", "clean.ts", 3, "", True),
        ("NODE_ENV", "config.js", 5, "", True),
        ("PORT", "config.js", 6, "3000", False),
        ("TOKEN", "env.ts", 3, "", True),
        ("PLAIN", "plain.js", 1, "'x'", False),
    ]


def test_cron_and_package_programs():
    found = facts_of(
        {
            "package.json": '{"name": "tool", "main": "lib/index.js", "bin": {"tool": "bin/tool.js"}}',
            "lib/index.js": "const cron = require('node-cron');\n\ncron.schedule('0 3 * * *', tidy);\nfunction tidy() {}\n",
            "bin/tool.js": "#!/usr/bin/env node\nconsole.log(1);\n",
        }
    )
    assert [(job.name, job.kind, job.schedule) for job in found.jobs] == [("tidy", "cron", "0 3 * * *")]
    assert [(entry.kind, entry.place.path) for entry in found.entry_points] == [("cli", "bin/tool.js"), ("main", "lib/index.js")]


def test_services_of_scripts():
    found = facts_of(
        {
            "a.js": """
                const mongoose = require('mongoose');
                const nodemailer = require('nodemailer');
                const axios = require('axios');

                mongoose.connect('mongodb://x');
                const mail = nodemailer.createTransport({});
                axios.get('https://api.example.dev/x');
                fetch(`https://maps.service.io/v1/${id}`);
            """,
        }
    )
    assert [(service.name, service.kind) for service in found.services] == [
        ("MongoDB", "database"),
        ("SMTP server", "mail"),
        ("api.example.dev", "http"),
        ("maps.service.io", "http"),
    ]
