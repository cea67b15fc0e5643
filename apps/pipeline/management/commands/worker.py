"""`manage.py worker`: take up what died, then run jobs until told to stop."""

from __future__ import annotations

import logging
import time
from typing import Any

import django_rq
from django.core.management.base import BaseCommand
from django.db import connections
from rq import Worker
from rq.job import Job
from rq.serializers import JSONSerializer

from apps.pipeline.names import QUEUES
from apps.pipeline.recovery import recover
from apps.tenants import outage

logger = logging.getLogger(__name__)

OUTAGE_SECONDS = 1_800.0  # that a job waits for its records before the next one is tried


def take_up_after_death(job: Job, pid: int, status: int, _usage: object) -> None:
    """The child that ran a job was killed: what it left running waits again at once, not at the next start."""
    logger.warning("the process of job %s died (status %s)", job.id, status)
    recover()
    connections.close_all()  # the next child must not inherit a connection


def take_up_after_outage(job: Job, _kind: type[BaseException], error: BaseException, _trace: object) -> bool:
    """The records went out of reach while a job ran: once they are back, what it left running waits again."""
    if isinstance(error, outage.OUT_OF_REACH):
        logger.warning("job %s lost its records (%s)", job.id, type(error).__name__)
        end = time.monotonic() + OUTAGE_SECONDS
        while not _is_taken_up() and time.monotonic() < end:
            time.sleep(1)
    return True


def _is_taken_up() -> bool:
    connections.close_all()
    try:
        recover()
    except outage.OUT_OF_REACH:
        return False
    return True


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
            exception_handlers=[take_up_after_outage],
        )
        worker.work(logging_level="WARNING")
