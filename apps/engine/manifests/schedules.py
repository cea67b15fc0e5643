"""Schedules in files of their own: crontabs, recurring work of Ruby's queues, `whenever`, systemd, clouds."""

from __future__ import annotations

import re

from apps.engine.facts import Job, Place
from apps.engine.manifests.collected import Collector, one_line
from apps.engine.manifests.nodes import Node, read_json, read_yaml

_CRONTAB = re.compile(
    r"(?:^|/)(?:crontab(?:\.[\w-]+)?|[\w.-]+\.cron(?:tab)?|[\w.-]+-cron|cron\.(?:d|daily|hourly)/[\w.-]+|cron/[\w-]+)$", re.I
)
_RUBY = re.compile(
    r"(?:^|/)config/(?:recurring|schedule|scheduler|sidekiq|sidekiq_cron|sidekiq_schedule|sidekiq_scheduler|resque_schedule)"
    r"(?:[._-]\w+)?\.ya?ml$"
)
_WHENEVER = re.compile(r"(?:^|/)config/schedule\.rb$")
_FIELD = r"(?:[\d*/,\-?LW#]+|(?:(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[,\-]?)+)"
_LINE = re.compile(
    rf"^\s*(?P<when>@(?:reboot|yearly|annually|monthly|weekly|daily|midnight|hourly)|{_FIELD}(?:\s+{_FIELD}){{4}})\s+(?P<what>\S.*)$",
    re.I,
)
_EVERY = re.compile(r"^\s*every\s*\(?\s*(?P<when>.+?)\s*\)?\s+do\s*$")
_DOES = re.compile(r"""^\s*(?P<how>rake|runner|command|script)\s*\(?\s*["'](?P<what>[^"'\n]+)["']""")
_USER = re.compile(r"^(?:root|www-data|app|deploy|nobody)\s+(?=\S)")
_CALENDAR = re.compile(r"^\s*(?P<key>OnCalendar|OnBootSec|OnUnitActiveSec)\s*=\s*(?P<when>\S.*)$")


def matches(path: str, text: str) -> bool:
    name = path.rpartition("/")[2]
    return (
        name in ("cron.yaml", "vercel.json", "serverless.yml", "serverless.yaml")
        or name.endswith(".timer")
        or _CRONTAB.search(path) is not None
        or _RUBY.search(path) is not None
        or _WHENEVER.search(path) is not None
    )


def read(path: str, text: str, out: Collector) -> None:
    name = path.rpartition("/")[2]
    if name == "vercel.json":
        for item in read_json(text).get("crons").items:
            _add(item.get("path").text, "cron", item.get("schedule"), "vercel", path, out)
    elif name == "cron.yaml":
        for root in read_yaml(text):
            for item in root.get("cron").items:
                _add(item.get("description").text or item.get("url").text, "cron", item.get("schedule"), "appengine", path, out)
    elif name.startswith("serverless."):
        for root in read_yaml(text):
            _serverless(root, path, out)
    elif name.endswith(".timer"):
        for number, line in enumerate(text.split("\n"), 1):
            found = _CALENDAR.match(line[:500])
            if found:
                when = found["when"] if found["key"] == "OnCalendar" else f"{found['key']}={found['when']}"
                out.jobs.append(
                    Job(name.removesuffix(".timer"), "cron", Place(path, number, number), when, "", "manifest:systemd")
                )
    elif _RUBY.search(path):
        for root in read_yaml(text):
            _queue(root, path, out)
    elif _WHENEVER.search(path):
        _whenever(path, text, out)
    else:
        _crontab(path, text, out)


def _add(name: str, kind: str, schedule: Node, source: str, path: str, out: Collector) -> None:
    if name and schedule.text:
        place = Place(path, schedule.line, schedule.line)
        out.jobs.append(Job(one_line(name, 120), kind, place, schedule.text, "", f"manifest:{source}"))


def _crontab(path: str, text: str, out: Collector) -> None:
    for number, line in enumerate(text.split("\n"), 1):
        found = _LINE.match(" ".join(line[:1_000].split()))
        if found:
            what = _USER.sub("", found["what"], count=1)
            out.jobs.append(Job(one_line(what, 120), "cron", Place(path, number, number), found["when"], "", "manifest:cron"))


def _queue(root: Node, path: str, out: Collector) -> None:
    """Entries that name work and its time, at the top, below an environment, or below ``:scheduler: :schedule:``."""
    kind = "solid queue schedule" if path.rpartition("/")[2].startswith("recurring") else "sidekiq schedule"
    waiting = [root]
    count = 0
    while waiting and count < 2_000:
        node = waiting.pop(0)
        for key, value in node.keyed():
            count += 1
            when = value.get("cron") or value.get("schedule") or value.get("every")
            when = when if when.kind == "text" else when.items[0] if when.items else when
            if value.kind == "map" and when.kind == "text":
                what = value.get("class").text or value.get("command").text or key.text
                _add(what, kind, when, "rails", path, out)
            elif value.kind == "map":
                waiting.append(value)
            elif value.kind == "list":
                timed = [item for item in value.items if item.get("cron") or item.get("schedule")]
                named = [(Node("text", item.line, text=item.get("name").text), item) for item in timed]
                waiting.append(Node("map", value.line, pairs=named))


def _whenever(path: str, text: str, out: Collector) -> None:
    when, at = "", 0
    for number, raw in enumerate(text.split("\n"), 1):
        line = " ".join(re.sub(r"(?:^|\s)#.*$", "", raw[:1_000]).split())
        opened, does = _EVERY.match(line), _DOES.match(line)
        if opened:
            when, at = opened["when"], number
        elif line == "end":
            when = ""
        elif does and when:
            place = Place(path, at, number)
            out.jobs.append(Job(one_line(does["what"], 120), "cron", place, when, "", "manifest:whenever"))


def _serverless(root: Node, path: str, out: Collector) -> None:
    for name, function in root.get("functions").entries():
        for event in function.get("events").items:
            schedule = event.get("schedule")
            rate = schedule.get("rate") if schedule.kind == "map" else schedule
            rate = rate.items[0] if rate.items else rate
            _add(name, "cron", rate, "serverless", path, out)
