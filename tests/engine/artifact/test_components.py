"""Section 6: what a part is known by, uses that are cited, entry points in order."""

from __future__ import annotations

from dataclasses import replace

from apps.engine.artifact import write_artifact
from apps.engine.artifact.structure.components import principal_symbols
from apps.engine.facts import Component, EntryPoint, FactSheet, Job, Language, PartSymbol, Project, Unknown
from tests.engine.artifact.sheets import at, shop

PAY = PartSymbol("pay", "app/pay.py#pay", at("app/pay.py", 9, 12), "function", 7, 2, at("web/views.py", 4))
LATE = PartSymbol("late", "app/pay.py#late", at("app/pay.py", 19), "function", 1, 1, at("web/views.py", 8))
FORM = PartSymbol("Form", "web/forms.py#Form", at("web/forms.py", 3, 7), "class")


def section(sheet: FactSheet) -> str:
    return next(part.markdown for part in write_artifact(sheet).sections if part.key == "services-components")


def two_parts() -> tuple[Component, Component]:
    app = Component("app", "app", 4, 400, at("app/a.py"), "services", source="folder name", shared=(PAY, LATE), holds=(PAY,))
    web = Component(
        "(root)", ".", 6, 300, at("web/views.py"), "", uses=(("app", 3),), uses_at=(("app", at("web/views.py", 1)),),
        holds=(FORM,),
    )  # fmt: skip
    return app, web


def test_a_part_is_known_by_what_others_use_of_it_else_by_what_it_holds() -> None:
    app, web = two_parts()
    assert principal_symbols(app) == (PAY, LATE)
    assert principal_symbols(web) == (FORM,)
    text = section(replace(shop(), components=(app, web)))
    assert "**`app`** (services by its name, 4 files, about 400 lines)." in text
    assert "`pay` (in at least 2 other parts, such as at [source](cite:web/views.py#use:pay))" in text
    assert "Others use its `late` (at [source](cite:web/views.py#use:late))" in text
    assert "**Files at the root** (6 files, about 300 lines). It uses `app` [source]" in text
    assert "It defines `Form` [source](cite:web/forms.py#Form)." in text
    assert dict(write_artifact(replace(shop(), components=(app, web))).citations)["web/views.py#use:app"].line == 1


def test_applications_come_first_and_commands_share_a_row() -> None:
    commands = tuple(
        EntryPoint("cli", f"management command `c{n}`", at(f"shop/management/commands/c{n}.py", 5), f"c{n}.py#Command")
        for n in range(12)
    )
    wsgi = EntryPoint("wsgi", "WSGI application `application`", at("shop/wsgi.py", 9), "shop/wsgi.py")
    main = EntryPoint("main", "`main` of package.json", at("server.js", 1), "server.js", "manifest:package.json")
    listens = EntryPoint("main", "starts the server", at("server.js", 7), "server.js", "framework:express")
    rows = [
        line
        for line in section(replace(shop(), entry_points=(*commands, main, listens, wsgi))).split("\n")
        if line.startswith("| ") and "---" not in line
    ]
    starts = rows[rows.index("| Kind | What starts | File | Defined in |") + 1 :][:3]
    assert starts[0].startswith("| wsgi | WSGI application `application` |")
    assert starts[1].startswith("| main | starts the server | `server.js` |")
    assert starts[2].startswith("| cli | 12 management commands, such as `c0` and `c1` | `shop/management/commands` |")


def test_only_what_the_languages_can_hold_is_looked_for() -> None:
    sheet = replace(shop(), jobs=(), languages=(Language("JavaScript", 5, 500),))
    assert "Looked for: schedules of cron packages, workers of BullMQ, schedules of workflows." in section(sheet)
    assert "Celery" in section(replace(sheet, languages=(Language("Python", 5, 500),)))
    assert "Project" not in section(FactSheet(Project("empty")))


def test_a_job_that_is_enqueued_cites_the_line_and_one_that_cannot_be_followed_is_said() -> None:
    job = Job("send", "rq job", at("shop/tasks.py", 5, 9), "", "shop/tasks.py#send", "framework:rq", at("shop/queue.py", 7))
    unknown = Unknown("background job", "name", "Decided when the program runs.", at("shop/other.py", 3))
    said = section(replace(shop(), jobs=(job,)))
    assert "when asked for [source](cite:shop/queue.py#enqueue:send)" in said
    left = "put on a queue in 1 place that could not be followed [source](cite:shop/other.py#enqueued:name)."
    assert f"Jobs are {left}" in section(replace(shop(), jobs=(), unknowns=(unknown,)))
    assert "No background" not in section(replace(shop(), jobs=(), unknowns=(unknown,)))
    assert f"Jobs are also {left}" in section(replace(shop(), jobs=(job,), unknowns=(unknown,)))


def test_what_is_left_over_is_named_and_parts_stand_by_their_paths() -> None:
    left = Component("other folders in src", "src/*", 3, 900, at("src/a/x.py"), folders=("src/a", "src/b"))
    big = Component("web", "src/web", 9, 800, at("src/web/v.py"), uses=(("pay", 9), ("app", 2)), description="Pages.")
    app, pay = (
        Component(name, f"src/{name}", 4, 100, at(f"src/{name}/a.py"), description=f"The {name}.") for name in ("app", "pay")
    )
    text = section(replace(shop(), components=(big, pay, left, app)))
    assert "By its folders the code falls into 3 parts besides what is left over" in text
    order = [text.index(f"**`src/{name}`**") for name in ("app", "pay", "web")]
    assert order == sorted(order)
    assert "are other folders in `src`: `a` and `b` (3 files)." in text
    assert "It uses `src/app` and `src/pay`." in text


def test_of_many_parts_used_the_strongest_are_shown_by_name() -> None:
    names = [f"p{n}" for n in range(8)]
    others = tuple(Component(name, name, 2, 50, at(f"{name}/a.py"), description="One.") for name in names)
    uses = tuple((name, 20 - n if n > 2 else n + 1) for n, name in enumerate(names))
    hub = Component("hub", "hub", 9, 900, at("hub/a.py"), uses=uses, uses_at=(("p3", at("hub/a.py", 7)),))
    assert "It uses `p3` [source](cite:hub/a.py#use:p3), `p4`, `p5`, `p6` and 4 more." in section(
        replace(shop(), components=(*others, hub))
    )
