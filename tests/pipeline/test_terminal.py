import io
import re

from rich.console import Console

from apps.pipeline.terminal import LABELS, Steps
from apps.repos.models import SyncStep


def test_without_a_terminal_each_finished_step_is_one_plain_line():
    out = io.StringIO()
    with Steps(Console(file=out, force_terminal=False, width=100)) as steps:
        steps.update("fetch", 1, 2, "receiving objects")
        steps.update("fetch", 2, 2, "2 commits")
        steps.update("extract", 7, 7, "[7] capsules")
        steps.update("fetch", 1, 2, "late")
    lines = out.getvalue().splitlines()
    assert [line.split()[0] for line in lines] == ["Fetch", "Extract"]
    assert lines[0].endswith("2 commits") and lines[1].endswith("[7] capsules")


def test_in_a_terminal_there_is_a_bar_a_step():
    out = io.StringIO()
    with Steps(Console(file=out, force_terminal=True, width=100)) as steps:
        steps.update("fetch", 1, 1, "")
        steps.update("extract", 5, 10, "reading files")
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", out.getvalue())
    assert "Fetch" in plain and "1/1" in plain and "Extract" in plain and "10/10" in plain


def test_every_step_of_a_sync_has_its_line() -> None:
    assert {step.value for step in SyncStep} <= set(LABELS)
