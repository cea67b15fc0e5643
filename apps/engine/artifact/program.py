"""The facts of the program itself: without those of examples, benchmarks, documentation and the tools of tests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from apps.engine.extraction.roles import guess
from apps.engine.facts import Asides, Command, Component, ConfigKey, FactSheet
from apps.engine.facts.asides import DOCUMENTATION, TESTS


def program_of(sheet: FactSheet, asides: Asides) -> FactSheet:
    """The sheet as far as it is of the program; files, languages, documents, tests and findings stay whole."""
    if not asides:
        return sheet
    return replace(
        sheet,
        dependencies=asides.apart(sheet.dependencies),
        models=asides.apart(sheet.models),
        endpoints=asides.apart(sheet.endpoints),
        schemas=asides.apart(sheet.schemas),
        entry_points=asides.apart(sheet.entry_points),
        jobs=asides.apart(sheet.jobs),
        services=asides.apart(sheet.services),
        unknowns=asides.apart(sheet.unknowns),
        flows=asides.apart(sheet.flows),
        config_keys=_read(sheet.config_keys, asides),
        env_example=_read(sheet.env_example, asides),
        deployment=_read(sheet.deployment, asides),
        commands=tuple(command for command in sheet.commands if _is_typed_here(command, asides)),
        components=_joined(part for part in sheet.components if not asides.holds(part.path) or part.role == TESTS),
    )


def _read(keys: Iterable[ConfigKey], asides: Asides) -> tuple[ConfigKey, ...]:
    """Without what is read beside the program; what tests read is told as theirs."""
    return tuple(key for key in keys if not asides.has(key) or guess(key.place.path).role == "test")


def _is_typed_here(command: Command, asides: Asides) -> bool:
    """Whether people type a command to work on the program: its tests are run and its documentation is built."""
    kind = asides.kind_of(command.place.path)
    return kind in ("", TESTS) or (kind == DOCUMENTATION and command.kind == "make")


def _joined(parts: Iterable[Component]) -> tuple[Component, ...]:
    """Parts with the ties that lead to one of them."""
    kept = tuple(parts)
    names = {part.name for part in kept}
    return tuple(
        replace(
            part,
            uses=tuple(use for use in part.uses if use[0] in names),
            uses_at=tuple(use for use in part.uses_at if use[0] in names),
        )
        for part in kept
    )
