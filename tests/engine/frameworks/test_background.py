"""Background and scheduled work: Celery's periodic tasks, and jobs of Java, Go, C#, Ruby, PHP."""

from __future__ import annotations

import pytest

from apps.engine.facts import Conformance, Definition, FileEntry, FileFacts, Import, Value
from apps.engine.frameworks import find_framework_facts
from apps.engine.graph import Resolver
from tests.engine.frameworks.building import facts_of


def test_celery_schedules_wherever_they_are_set() -> None:
    found = facts_of(
        {
            "settings.py": """
                from celery.schedules import crontab

                CELERY_BEAT_SCHEDULE = {"a": {"task": "t.a", "schedule": 5}}
                if MORE:
                    CELERY_BEAT_SCHEDULE["b"] = {
                        "task": "t.b",
                        "schedule": crontab(hour=1),
                    }
                    CELERY_BEAT_SCHEDULE.update({"c": {"task": "t.c", "schedule": 7}})
                    CELERY_BEAT_SCHEDULE |= {"d": {"task": "t.d", "schedule": 8}}
                OTHER["x"] = {"task": "no", "schedule": 1}
            """,
            "app.py": """
                app.conf.update(beat_schedule={"e": {"task": "t.e", "schedule": 9}})
                app.conf.beat_schedule["f"] = {"task": "t.f", "schedule": 10}

                @app.on_after_configure.connect
                def setup(sender, **given):
                    sender.add_periodic_task(10.0, clean.s("x"), name="every ten")
                    sender.add_periodic_task(20.0, tidy.si())
            """,
        }
    )
    assert [(job.name, job.schedule, job.place.path, job.place.line) for job in found.jobs] == [
        ("t.e", "9", "app.py", 1),
        ("t.f", "10", "app.py", 2),
        ("every ten", "10.0", "app.py", 6),
        ("tidy", "20.0", "app.py", 7),
        ("t.a", "5", "settings.py", 3),
        ("t.b", "crontab(hour=1)", "settings.py", 5),
        ("t.c", "7", "settings.py", 9),
        ("t.d", "8", "settings.py", 10),
    ]
    assert {job.kind for job in found.jobs} == {"celery schedule"}


def test_java_and_go() -> None:
    found = facts_of(
        {
            "Tasks.java": """
                import org.quartz.Job;
                class Tasks {
                  @Scheduled(cron = "0 0 * * * *")
                  void hourly() {}
                  @Scheduled(fixedRate = 5000, initialDelay = 10)
                  void often() {}
                  @KafkaListener(topics = "orders")
                  void onOrder() {}
                }
                class Nightly implements Job {}
                class Plain implements Runnable {}
            """,
            "cron.go": """
                package main

                import (
                    "github.com/robfig/cron/v3"
                    "github.com/hibiken/asynq"
                )

                func main() {
                    c := cron.New()
                    c.AddFunc("@hourly", clean)
                    c.AddFunc(spec, clean)
                    mux.HandleFunc(TypeMail, send)
                    mux.HandleFunc("/orders", orders)
                }
            """,
        }
    )
    assert [(job.name, job.kind, job.schedule, job.place.line) for job in found.jobs] == [
        ("Tasks.hourly", "scheduled method", "0 0 * * * *", 3),
        ("Tasks.often", "scheduled method", "fixedRate=5000, initialDelay=10", 5),
        ("Tasks.onOrder", "kafka listener", "", 7),
        ("Nightly", "quartz job", "", 10),
        ("clean", "cron", "@hourly", 10),
        ("TypeMail", "asynq task", "", 12),
    ]


def derived(name: str, base: str, *properties: str) -> Definition:
    bases = (Value("name", base),) if base else ()
    return Definition("class", name, name, 3, 9, 3, "", bases=bases, properties=properties)


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (FileFacts("a.cs", "C#", definitions=(derived("Mailer", "BackgroundService"),)), [("Mailer", "hosted service")]),
        (FileFacts("a.cs", "C#", definitions=(derived("Base", "BackgroundService", "abstract"),)), []),
        (FileFacts("a.cs", "C#", definitions=(derived("X", "IJob"),)), []),
        (FileFacts("a.cs", "C#", definitions=(derived("X", "IJob"),), imports=(Import("Quartz"),)), [("X", "quartz job")]),
        (FileFacts("a.php", "PHP", definitions=(derived("Send", "ShouldQueue"),)), [("Send", "laravel job")]),
        (
            FileFacts(
                "a.rb",
                "Ruby",
                definitions=(derived("Ping", ""), derived("Warm", "ApplicationJob")),
                conformances=(Conformance("Ping", Value("name", "Sidekiq::Job"), 4, kind="include"),),
            ),
            [("Ping", "sidekiq job"), ("Warm", "active job")],
        ),
    ],
)
def test_classes_that_are_jobs(facts: FileFacts, expected: list[tuple[str, str]]) -> None:
    files = {facts.path: facts}
    found = find_framework_facts(files, {facts.path: ""}, Resolver(files), [], [FileEntry(facts.path, facts.language, 1)])
    assert [(job.name, job.kind) for job in found.jobs] == expected


def test_ruby_classes_that_inherit_work_and_clockwork() -> None:
    found = facts_of(
        {
            "app/jobs/application_job.rb": "class ApplicationJob < ActiveJob::Base\nend\n",
            "app/jobs/mail_job.rb": "class MailJob < ApplicationJob\n  def perform; end\nend\n",
            "app/workers/base_worker.rb": "class BaseWorker\n  include Sidekiq::Worker\nend\n",
            "app/workers/feed.rb": "module Feed\n  class Refresh < BaseWorker\n    def perform(id); end\n  end\nend\n",
            "app/workers/feed/inner.rb": "module Feed\n  class Inner < Refresh\n    def perform(id); end\n  end\nend\n",
            "lib/clock.rb": """
                require "clockwork"
                include Clockwork
                every(10.seconds, "often") do
                  Feed::Refresh.perform_async
                end
                every(1.day, "daily", at: "4:00") { puts 1 }
            """,
        }
    )
    assert [(job.name, job.kind, job.schedule) for job in found.jobs] == [
        ("MailJob", "active job", ""),
        ("Feed.Refresh", "sidekiq job", ""),
        ("Feed.Inner", "sidekiq job", ""),
        ("Feed.Refresh", "clockwork schedule", "every 10.seconds"),
        ("daily", "clockwork schedule", "every 1.day at 4:00"),
    ]


def test_classes_that_inherit_from_a_job_of_the_project_are_jobs() -> None:
    found = facts_of(
        {
            "app/Jobs/QueuedJob.php": """
                <?php
                namespace App\\Jobs;
                use Illuminate\\Contracts\\Queue\\ShouldQueue;
                abstract class QueuedJob implements ShouldQueue {}
            """,
            "app/Jobs/SendMail.php": "<?php\nnamespace App\\Jobs;\nclass SendMail extends QueuedJob { public function handle() {} }\n",
            "app/Jobs/SendBill.php": "<?php\nnamespace App\\Jobs;\nclass SendBill extends SendMail {}\n",
            "app/Other/SendNone.php": "<?php\nnamespace App\\Other;\nclass SendNone extends QueuedJob {}\n",
        }
    )
    assert [(job.name, job.kind) for job in found.jobs] == [("SendBill", "laravel job"), ("SendMail", "laravel job")]
