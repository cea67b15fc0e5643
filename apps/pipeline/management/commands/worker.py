"""`manage.py worker`: take up what died, then run jobs until told to stop."""

from __future__ import annotations

import logging
from typing import Any

import django_rq
from django.core.management.base import BaseCommand
from django.db import connections
from rq import Worker
from rq.job import Job
from rq.serializers import JSONSerializer

from apps.pipeline.names import QUEUES
from apps.pipeline.recovery import recover

logger = logging.getLogger(__name__)


def take_up_after_death(job: Job, pid: int, status: int, _usage: object) -> None:
    """The child that ran a job was killed: what it left running waits again at once, not at the next start."""
    logger.warning("the process of job %s died (status %s)", job.id, status)
    recover()
    connections.close_all()  # the next child must not inherit a connection


class Command(BaseCommand):
    help = "Run syncs and other jobs. Stop with Ctrl-C: the job in hand is finished first."

    def handle(self, *args: Any, **options: Any) -> None:
        recover()
        connections.close_all()
        queues = [django_rq.get_queue(name) for name in QUEUES]
        worker = Worker(
            queues,
            connection=queues[0].connection,
            serializer=JSONSerializer,
            work_horse_killed_handler=take_up_after_death,
        )
        worker.work(logging_level="WARNING")
