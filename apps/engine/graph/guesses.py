"""The last resort for a call whose receiver is unknown: its method's name, where the repository leaves only one choice.

Only distinctive names count (more than one word), only with arguments that fit, and never names that libraries use as well.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping

from apps.engine.facts import Call, Definition, FileFacts
from apps.engine.graph.entities import Resolution
from apps.engine.graph.modules import SCRIPT_LANGUAGES
from apps.engine.graph.testfiles import is_test

_WORDS = re.compile(r"[a-z0-9]_[a-z0-9]|[a-z0-9][A-Z]")
_COMMON = frozenset(
    """
    get_queryset get_object get_context_data get_serializer get_serializer_class get_absolute_url get_or_create update_or_create
    bulk_create bulk_update is_valid full_clean to_dict to_json from_dict from_json as_dict as_view to_representation
    to_internal_value get_response get_form get_form_class form_valid form_invalid set_password check_password has_perm has_perms
    is_authenticated get_user get_username get_full_name get_permissions add_arguments call_command setup_method set_up tear_down
    get_value set_value get_data set_data get_name get_id get_json add_argument parse_args read_text write_text get_logger
    get_extra_inline_formsets log_error send_message send_mail add_message get_message start_time end_time run_sync load_data
    toString valueOf toJSON hasOwnProperty addEventListener removeEventListener setState forceUpdate componentDidMount
    componentWillUnmount shouldComponentUpdate getItem setItem removeItem findOne findAll findMany findById findByPk findUnique
    createElement appendChild querySelector querySelectorAll getElementById preventDefault stopPropagation setTimeout toISOString
    forEach indexOf lastIndexOf includes toLowerCase toUpperCase charAt startsWith endsWith padStart padEnd flatMap findIndex
    mockReturnValue mockResolvedValue mockImplementation toEqual toBe toHaveBeenCalled toHaveBeenCalledWith toString getValue
    setValue getState onChange onClick onSubmit handleSubmit deleteOne deleteMany updateOne updateMany insertOne insertMany
    """.split()  # noqa: SIM905
)
_DATA = frozenset({"string", "number", "boolean", "none", "template"})
_SELF = frozenset({"self", "cls"})


class Guesses:
    """Methods of the repository by name."""

    def __init__(self, files: Mapping[str, FileFacts]) -> None:
        self._names: dict[bool, set[str]] = {False: set(), True: set()}
        for facts in files.values():
            names = self._names[facts.language in SCRIPT_LANGUAGES]
            names.update(definition.name for definition in facts.definitions)
            for assignment in facts.assignments:
                if assignment.value is None or assignment.value.kind not in _DATA:
                    names.add(assignment.target.rpartition(".")[2])
        self._methods: dict[str, list[tuple[str, Definition]]] = defaultdict(list)
        taken: dict[str, int] = defaultdict(int)
        for path in sorted(files):
            for definition in files[path].definitions:
                is_member = definition.kind == "function" and "." in definition.qualname.removeprefix(f"{definition.parent}.")
                if definition.kind == "method" or is_member:
                    self._methods[definition.name].append((path, definition))
                elif definition.kind in ("function", "accessor", "component"):
                    taken[definition.name] += 1
        for name in [name for name, found in self._methods.items() if len(found) > 1 or taken[name]]:
            del self._methods[name]

    def leaves(self, facts: FileFacts, call: Call) -> bool:
        """Whether a method's name is one that nothing in the repository has: then the call leaves it, wherever to."""
        callee = call.callee
        if callee.kind == "attribute":
            name = callee.text
        elif callee.kind == "name" and "." in callee.text:
            name = callee.text.rpartition(".")[2]
        else:
            return False
        return name not in self._names[facts.language in SCRIPT_LANGUAGES]

    def target(self, facts: FileFacts, call: Call) -> Resolution | None:
        """The one method of that name, labelled as found by name; None where that says too little."""
        callee = call.callee
        if callee.kind == "name":
            below, _, name = callee.text.rpartition(".")
            if not below or below in _SELF:
                return None
        elif callee.kind == "attribute":
            name = callee.text
        else:
            return None
        found = self._methods.get(name)
        if not found or name in _COMMON or name.startswith("__") or not _WORDS.search(name.strip("_")):
            return None
        path, definition = found[0]
        here, there = facts.language in SCRIPT_LANGUAGES, not path.endswith((".py", ".pyi"))
        if here != there or (is_test(path) and not is_test(facts.path)) or not _fits(call, definition, here):
            return None
        return Resolution("definition", path, definition.qualname, "", "name", definition)


def _fits(call: Call, definition: Definition, is_script: bool) -> bool:
    """Whether the arguments of a call can be passed to a method."""
    parameters = list(definition.parameters)
    if not is_script and parameters and "static" not in definition.properties:
        parameters = parameters[1:]
    if any(argument.value.kind == "spread" for argument in call.arguments):
        return True
    kinds = {parameter.kind for parameter in parameters}
    places = [parameter for parameter in parameters if parameter.kind in ("", "positional")]
    given = [argument for argument in call.arguments if not argument.name]
    named = {argument.name for argument in call.arguments if argument.name}
    if len(given) > len(places) and "rest" not in kinds:
        return False
    names = {parameter.name for parameter in parameters if parameter.kind in ("", "keyword")}
    if named - names and "keywords" not in kinds:
        return False
    if is_script:
        return True
    needed = [parameter.name for parameter in places[len(given) :] if not parameter.default]
    return all(name in named for name in needed)
