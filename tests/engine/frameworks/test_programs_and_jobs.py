"""Entry points, jobs, external services and folder names."""

from apps.engine.facts import Place
from apps.engine.frameworks.services import strength
from tests.engine.frameworks.building import facts_of


def entries(found):
    return [(entry.kind, entry.place.path, entry.place.line) for entry in found.entry_points]


def test_python_programs():
    found = facts_of(
        {
            "run.py": 'def main(): ...\n\nif __name__ == "__main__":\n    main()\n',
            "pkg/__main__.py": "import sys\n\nserver = sys.intern('x')\nprint(server)\n",
            "cli.py": 'import click\n\n@click.command()\n@click.option("--x")\ndef tool(x): ...\n',
            "alembic/env.py": "from alembic import context\n",
            "src/migrations/env.py": "from alembic import context\n",
            "lib.py": "x = 1\n",
        },
        roles={"src/migrations/env.py": "migration"},
    )
    assert entries(found) == [
        ("script", "alembic/env.py", 1),
        ("cli", "cli.py", 5),
        ("main", "pkg/__main__.py", 3),  # what it calls, not its first line
        ("script", "run.py", 3),
        ("script", "src/migrations/env.py", 1),
    ]


def test_celery():
    found = facts_of(
        {
            "tasks.py": """
                from celery import Celery, shared_task
                from celery.schedules import crontab

                app = Celery("x")
                app.conf.beat_schedule = {
                    "nightly": {"task": "tasks.clean", "schedule": crontab(hour=3)},
                }

                @app.task
                def clean(): ...

                @shared_task(name="mail.send")
                def send(): ...

                @other.task
                def no_task(): ...
            """,
        }
    )
    assert [(job.name, job.kind, job.place.line, job.schedule) for job in found.jobs] == [
        ("tasks.clean", "celery schedule", 6, "crontab(hour=3)"),
        ("clean", "celery task", 9, ""),
        ("mail.send", "celery task", 12, ""),
    ]
    assert entries(found) == [("worker", "tasks.py", 4)] and found.frameworks == ("Celery",)


def test_tasks_through_a_decorator_of_the_projects_own():
    found = facts_of(
        {
            "shop/jobs.py": """
                from celery import shared_task

                def alone(_func=None, **kwargs):
                    def wrapper(func):
                        def inner(self): ...
                        return shared_task(bind=True, **kwargs)(inner)
                    return wrapper if _func is None else wrapper(_func)

                def quiet(func):
                    @shared_task
                    def inner(): ...
                    return inner

                def plain(func):
                    return func
            """,
            "shop/tasks.py": """
                from celery import shared_task
                from shop.jobs import alone, plain, quiet

                @alone
                def clean(): ...

                @plain
                @alone(queue="slow")
                def tidy(): ...

                @quiet
                def hush(): ...

                @plain
                def nothing(): ...
            """,
        }
    )
    assert [(job.name, job.place.line, job.place.end_line) for job in found.jobs] == [
        ("clean", 4, 5), ("tidy", 8, 9), ("hush", 11, 12),
    ]  # fmt: skip


def test_schedules_are_shown_as_they_are_written():
    found = facts_of({"conf.py": 'CELERY_BEAT_SCHEDULE = {"a": {"task": "shop.a", "schedule": slow_at_night}}\n'})
    assert [(job.name, job.kind, job.schedule) for job in found.jobs] == [("shop.a", "celery schedule", "slow_at_night")]


def test_tools_examples_and_tests_hold_no_jobs_of_the_application():
    task = "from celery import shared_task\n\n@shared_task\ndef work(): ...\n"
    paths = (".rules/celery.py", "docs/how.py", "examples/a/tasks.py", "shop/tests/test_tasks.py", "shop/tasks.py")
    found = facts_of(dict.fromkeys(paths, task), roles={"shop/tests/test_tasks.py": "test"})
    assert [job.place.path for job in found.jobs] == ["shop/tasks.py"]


def test_rq_jobs():
    found = facts_of({"jobs.py": 'from django_rq import job\n\n@job("low")\ndef work(): ...\n'})
    assert [(job.name, job.kind, job.symbol) for job in found.jobs] == [("work", "rq job", "jobs.py#work")]


def test_external_services_with_evidence():
    found = facts_of(
        {
            "a.py": """
                import boto3
                import redis
                import requests

                HOST = "https://api.weather.org"
                s3 = boto3.client("s3")
                cache = redis.Redis()
                requests.get(f"{HOST}/today")
                requests.post("http://localhost:9000/x")
                local.get("https://not.a.request.org")
                DATABASES = {"default": {"ENGINE": "django.db.backends.postgresql"}}
            """,
        },
        dependencies=("psycopg", "left-pad"),
    )
    assert [(service.name, service.kind, service.evidence, service.place.line) for service in found.services] == [
        ("Amazon S3", "storage", "call boto3.client", 6),
        ("PostgreSQL", "database", "DATABASES", 11),
        ("PostgreSQL", "database", "dependency psycopg", 1),
        ("Redis", "cache", "call redis.Redis", 7),
        ("api.weather.org", "http", "host api.weather.org", 8),
    ]
    assert [service.address_at for service in found.services] == [None, None, None, None, Place("a.py", 5, 5)]


def test_folder_names_where_no_framework_is_known():
    found = facts_of(
        {
            "app/models/order.rb": "class Order\nend\n",
            "models/user.go": "package models\n\ntype User struct {\n    ID string\n}\n\ntype Users struct{}\n",
            "app/services/billing.rb": "class Billing\nend\n",
            "app/controllers/orders_controller.rb": "class OrdersController\nend\n",
            "app/models/readme.md": "text\n",
        }
    )
    assert [(one.name, one.kind, one.place.path, one.source) for one in found.models] == [
        ("order", "class", "app/models/order.rb", "folder name"),
        ("User", "class", "models/user.go", "folder name"),  # by what the file declares, where that has fields
    ]
    assert [(field.name, field.type) for field in found.models[1].fields] == [("ID", "string")]
    assert found.conventions == (
        ("handlers", "app/controllers/orders_controller.rb"),
        ("models", "app/models/order.rb"),
        ("models", "models/user.go"),
        ("services", "app/services/billing.rb"),
    )
    assert not found.endpoints


def test_no_folder_models_beside_a_framework():
    found = facts_of(
        {
            "models.py": "from pydantic import BaseModel\n\nclass A(BaseModel):\n    x: int\n",
            "web/models/thing.rb": "class Thing\nend\n",
        }
    )
    assert [one.name for one in found.models] == ["A"]


def test_the_order_of_files_changes_nothing():
    sources = {f"m{number}.py": f"import os\n\nX = os.environ['X{number}']\n" for number in range(5)}
    assert facts_of(sources) == facts_of(dict(reversed(sources.items())))


def test_nothing_to_find():
    found = facts_of({"a.py": "x = 1\n", "b.txt": "text\n"})
    assert not (found.endpoints or found.models or found.config_keys or found.jobs or found.services or found.unknowns)


def test_a_projects_own_maker_of_the_asgi_application():
    found = facts_of(
        {
            "manage.py": "import django\n",
            "shop/asgi/__init__.py": """
                from .handler import get_asgi_application

                application = get_asgi_application()
                application = wrapped(application)
            """,
            "shop/asgi/handler.py": "def get_asgi_application():\n    return object()\n",
        },
        dependencies=("django",),
    )
    assert [(entry.kind, entry.place.path, entry.place.line) for entry in found.entry_points if entry.kind == "asgi"] == [
        ("asgi", "shop/asgi/__init__.py", 3)
    ]


def jobs(found):
    return [(job.name, job.kind, job.place.path, job.place.line, job.asked_at and job.asked_at.line) for job in found.jobs]


def test_what_is_put_on_a_queue_is_a_job_where_it_is_defined():
    tasks = "def sync(row): ...\n\n\ndef clean(): ...\n\n\ndef mail(): ...\n\n\nclass Report:\n    @staticmethod\n    def build(): ...\n"
    found = facts_of(
        {
            "shop/tasks.py": tasks,
            "shop/names.py": 'CLEAN = "shop.tasks.clean"\n',
            "shop/queue.py": """
                import django_rq
                from redis import Redis
                from rq import Queue

                from shop.names import CLEAN
                from shop.tasks import mail

                queue = Queue(connection=Redis())
                queue.enqueue("shop.tasks.sync", 5)
                queue.enqueue_call(func=CLEAN)
                django_rq.get_queue("low").enqueue_at(soon, mail)
                queue.enqueue_in(later, "shop.tasks.Report.build")
                queue.enqueue("shop.tasks.sync", 6)

                def again(name):
                    queue.enqueue(getattr(tasks, name))

                box.enqueue("shop.tasks.nothing")
            """,
        }
    )
    assert jobs(found) == [
        ("sync", "rq job", "shop/tasks.py", 1, 9),
        ("clean", "rq job", "shop/tasks.py", 4, 10),
        ("mail", "rq job", "shop/tasks.py", 7, 11),
        ("Report.build", "rq job", "shop/tasks.py", 12, 12),
    ]
    assert [(unknown.kind, unknown.what, unknown.place.line) for unknown in found.unknowns] == [
        ("background job", "getattr(tasks, name)", 16)
    ]


def test_a_function_that_passes_jobs_on_is_looked_through():
    found = facts_of(
        {
            "shop/tasks.py": "def sync(row): ...\n\n\ndef clean(row): ...\n",
            "shop/queue.py": """
                from functools import partial

                import django_rq
                from django.db import transaction

                SYNC = "shop.tasks.sync"

                def _enqueue(queue, function, row):
                    django_rq.get_queue(queue).enqueue(function, row)

                def later(function, row):
                    transaction.on_commit(partial(_enqueue, "low", function, row))

                def ask(row):
                    transaction.on_commit(partial(_enqueue, "high", SYNC, row))
            """,
            "shop/views.py": 'from shop.queue import later\n\ndef view(row):\n    later("shop.tasks.clean", row)\n',
        }
    )
    assert [job[0] for job in jobs(found)] == ["sync", "clean"]
    assert not found.unknowns
    alone = facts_of({"q.py": "from rq import Queue\n\ndef put(what):\n    Queue().enqueue(what)\n"})
    assert [(unknown.kind, unknown.what, unknown.place.line) for unknown in alone.unknowns] == [("background job", "what", 4)]


def test_jobs_of_other_packages():
    found = facts_of(
        {
            "a.py": """
                from apscheduler.schedulers.background import BackgroundScheduler

                scheduler = BackgroundScheduler()

                @scheduler.scheduled_job("cron", hour=3, id="nightly")
                def nightly(): ...

                def tidy(): ...

                scheduler.add_job(tidy, "interval", minutes=5)
            """,
            "e.py": (
                "from rq_scheduler import Scheduler\n\ndef sweep(): ...\n\ndef poll(): ...\n\nclock = Scheduler()\n"
                'clock.cron("0 4 * * *", func=sweep)\nclock.schedule(scheduled_time=now, func=poll, interval=60)\n'
            ),
            "b.py": "from huey import MemoryHuey\n\nhuey = MemoryHuey()\n\n@huey.task()\ndef count(): ...\n",
            "c.py": "import arq\n\nasync def send(ctx): ...\n\nclass WorkerSettings:\n    functions = [send]\n",
            "d.ts": 'import { Worker } from "bullmq";\n\nnew Worker("mails", async (job) => {});\n',
        }
    )
    assert [(job.name, job.kind, job.schedule) for job in found.jobs] == [
        ("nightly", "apscheduler job", "'cron', hour=3"),
        ("tidy", "apscheduler job", "'interval', minutes=5"),
        ("count", "huey task", ""),
        ("send", "arq job", ""),
        ("mails", "bullmq worker", ""),
        ("sweep", "rq job", "'0 4 * * *'"),
        ("poll", "rq job", "interval=60"),
    ]  # fmt: skip


def databases(source, path="settings.py"):
    found = facts_of({path: source})
    return [(service.name, service.evidence, service.place.line) for service in found.services if service.kind == "database"]


def test_a_database_in_a_file_is_told_as_the_default_or_not():
    django = 'DATABASES = {{"default": {{"ENGINE": {}}}}}\n'
    assert databases(django.format('"django.db.backends.sqlite3"')) == [("SQLite", "file", 1)]
    assert databases(django.format('env("E", default="django.db.backends.sqlite3")')) == [("SQLite", "file by default", 1)]
    assert databases(django.format('"django.db.backends.sqlite3"'), "config/test.py") == []
    chosen = """
        import os

        if "DATABASE_URL" in os.environ:
            DATABASES = {"default": {"ENGINE": "django.db.backends.postgresql"}}
        else:
            DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3"}}
        if DEBUG:
            DATABASES["default"] = {"ENGINE": "django.db.backends.sqlite3"}
    """
    assert databases(chosen) == [("PostgreSQL", "DATABASES", 4), ("SQLite", "file by default", 3), ("SQLite", "file if DEBUG", 7)]
    for line, evidence in (
        ('DATABASES = {"default": env.db(default="sqlite:///db.sqlite3")}', "file by default"),
        ('DATABASES = {"default": dj_database_url.config(default=f"sqlite:///{BASE_DIR}/db.sqlite3")}', "file by default"),
        ('URL = os.getenv("DATABASE_URL", "sqlite:///./app.db")', "file by default"),
        ('SQLALCHEMY_DATABASE_URI = os.environ.get("DB") or "sqlite:///" + path', "file by default"),
        ('class Settings(BaseSettings):\n    DATABASE_URL: str = "sqlite:///./app.db"', "file by default"),
        ('engine = create_engine("sqlite:///app.db")', "file"),
        ('DATABASE_URL = "sqlite+aiosqlite:///./app.db"', "file"),
    ):
        assert [item[:2] for item in databases(f"{line}\n")] == [("SQLite", evidence)], line
    assert databases('engine = create_engine("sqlite:///:memory:")\nother = create_engine("sqlite://")\n') == []
    assert databases('import sqlite3\n\ndb = sqlite3.connect("a.db")\n') == [("SQLite", "call sqlite3.connect", 3)]
    assert databases('import sqlite3\n\ndb = sqlite3.connect(":memory:")\n') == []


def test_mail_that_a_library_hands_to_a_server():
    found = facts_of(
        {
            "a.py": """
                import emails

                def send(to, options):
                    message = emails.message.Message(subject="Hi")
                    message.send(to=to, smtp=options)
            """,
            "b.py": 'import smtplib\n\nwith smtplib.SMTP("mail") as server:\n    server.send_message(x)\n',
            "settings.py": 'import django\n\nEMAIL_HOST = env("EMAIL_HOST")\n',
            "c.py": "import emails\n\nmessage = emails.Message()\nmessage.send(to=x)\n",
        }
    )
    assert [(service.name, service.evidence, service.place) for service in found.services] == [
        ("Mail server", "EMAIL_HOST", Place("settings.py", 3, 3)),
        ("SMTP server", "call message.send", Place("a.py", 5, 5)),
        ("SMTP server", "call smtplib.SMTP", Place("b.py", 3, 3)),
    ]


def test_what_the_settings_say_is_the_strongest():
    found = facts_of(
        {
            "a/tool.py": "import psycopg\n\nlink = psycopg.connect(address)\n",
            "settings.py": """
                DATABASES = {"default": {"ENGINE": "django.db.backends.postgresql"}}
                if DEBUG:
                    DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3"}}
                if CI:
                    DATABASES = {"default": {"ENGINE": "django.db.backends.mysql"}}
                if not os.environ:
                    DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3"}}
            """,
        },
        dependencies=("psycopg",),
    )
    assert [strength(service) for service in found.services if service.name == "MySQL"] == [1]
    ordered = sorted(found.services, key=lambda service: (service.name, strength(service)))
    assert [service.evidence for service in ordered] == [
        "DATABASES", "DATABASES", "call psycopg.connect", "dependency psycopg", "file by default", "file if DEBUG",
    ]  # fmt: skip


def test_functions_of_a_module_that_a_queue_names_by_its_beginning():
    files = {
        "shop/models.py": """
            import rq
            from flask import current_app

            class User:
                def launch(self, name):
                    return current_app.task_queue.enqueue(f"shop.tasks.{name}", self.id)
        """,
        "shop/tasks.py": "def _progress(n): ...\n\ndef export(user): ...\n\nclass Other:\n    def no(self): ...\n",
    }
    found = facts_of({**files, "Procfile": "web: gunicorn shop\nworker: rq worker shop-tasks\n"})
    assert [(job.name, job.kind, job.place.path, job.place.line) for job in found.jobs] == [
        ("export", "rq job", "shop/tasks.py", 3)
    ]
    assert not found.unknowns
    without = facts_of({**files, "README.md": "Start it with rq worker.\n"})
    assert not without.jobs
    assert [(unknown.kind, unknown.place.path, unknown.place.line) for unknown in without.unknowns] == [
        ("background job", "shop/models.py", 6)
    ]
