"""Controllers of a Rails application: which method an action is, and what must hold before it runs."""

from __future__ import annotations

import re
from dataclasses import dataclass

from apps.engine.facts import Call, Definition, Place
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.guards import Guard
from apps.engine.frameworks.inflection import camelize
from apps.engine.frameworks.ruby.blocks import option, positional, words
from apps.engine.frameworks.ruby.classes import Holder, RubyClasses

# Names that can only mean that a request is turned away: ``authenticate_user`` alone often just looks who is there.
_GUARD = re.compile(
    r"(?:authenticat|authoriz|authoris)\w*!$|^(?:authenticate|authorize|login_required|logged_in_user|signed_in_user|authorize_admin)$"
    r"|^(?:require|ensure|verify|must_be|check)\w*_(?:log(?:ged_)?in|signed?_in|authenticat\w+|authoriz\w+|user|admin|moderator|staff)\w*$"
).search
_BEFORE = frozenset({"before_action", "before_filter", "prepend_before_action", "prepend_before_filter"})
_SKIP = frozenset({"skip_before_action", "skip_before_filter"})


@dataclass(frozen=True, slots=True)
class Action:
    """What runs for a route: the method, or the class where it has no method of the action's own."""

    path: str
    definition: Definition
    is_method: bool


class Controllers:
    """Answers for the controllers of a repository by their paths in routes: ``admin/posts``."""

    def __init__(self, code: Code) -> None:
        self._classes = RubyClasses(code)

    def _holder(self, controller: str) -> Holder | None:
        return self._classes.named(f"{camelize(controller)}Controller")

    def action(self, controller: str, action: str) -> Action | None:
        """The method of an action, its own or an inherited one; the class where none of the repository is known."""
        holder = self._holder(controller)
        if holder is None:
            return None
        for item in self._classes.line(holder):
            if action in item.methods:
                path, definition = item.methods[action]
                return Action(path, definition, True)
        path, definition = holder.parts[0]
        return Action(path, definition, False)

    def guard(self, controller: str, action: str) -> Guard | None:
        """What must hold before an action runs; one with an empty text where the controller takes that back."""
        holder = self._holder(controller)
        if holder is None:
            return None
        required: dict[str, Place] = {}
        lifted: Place | None = None
        for item in reversed(self._classes.line(holder)):
            for path, call in item.calls:
                is_skip = call.callee.text in _SKIP
                if not is_skip and call.callee.text not in _BEFORE:
                    continue
                place = Place(path, call.line, call.end_line)
                names = [value.text for value in positional(call) if value.kind == "string" and _GUARD(value.text)]
                if not names or not _holds(call, action):
                    continue
                if is_skip:
                    for name in names:
                        if required.pop(name, None) is not None:
                            lifted = place
                elif option(call, "if", "unless") is None:
                    required |= dict.fromkeys(names, place)
        if required:
            return Guard(", ".join(required), next(iter(required.values())))
        return Guard("", lifted) if lifted is not None else None


def _holds(call: Call, action: str) -> bool:
    """Whether a hook is for an action."""
    only, but = option(call, "only"), option(call, "except")
    if only is not None and action not in words(only):
        return False
    return but is None or action not in words(but)
