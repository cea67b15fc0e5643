"""Queues and schedules of JavaScript and TypeScript."""

from tests.engine.frameworks.building import facts_of


def test_queues_workers_and_schedules():
    found = facts_of(
        {
            "queues.js": """
                const Queue = require('bull');
                const { send } = require('./send');
                const mails = new Queue('mails', process.env.REDIS_URL);
                mails.process(send);
                mails.process('urgent', 5, async (job) => {});
                const other = new Map();
                other.process('x', () => 1);
            """,
            "send.js": "exports.send = async (job) => {};\n",
            "worker.ts": """
                import { Worker } from 'bullmq';
                import cron from 'node-cron';
                import { CronJob } from 'cron';
                new Worker('video', async (job) => {});
                cron.schedule('0 3 * * *', cleanUp);
                new CronJob('* * * * *', () => {});
                function cleanUp() {}
            """,
            "examples/worker.ts": "import { Worker } from 'bullmq';\nnew Worker('shown', async () => {});\n",
        }
    )
    assert sorted((job.kind, job.name, job.schedule, job.place.path, job.place.line) for job in found.jobs) == [
        ("bull queue", "mails", "", "send.js", 1),
        ("bull queue", "mails: urgent", "", "queues.js", 5),
        ("bullmq worker", "video", "", "worker.ts", 4),
        ("cron", "anonymous function", "* * * * *", "worker.ts", 6),
        ("cron", "cleanUp", "0 3 * * *", "worker.ts", 5),
    ]
    taken = next(job for job in found.jobs if job.name == "mails")
    assert taken.symbol == "send.js#exports.send" and taken.asked_at.path == "queues.js"
