"""What can go wrong with a model, as stable codes.  No text of the provider is in a message: it may repeat what was sent."""

from __future__ import annotations

from apps.engine.errors import OwnerError

MESSAGES = {
    "llm:unreachable": "The model's server can't be reached.",
    "llm:timeout": "The model's server did not answer in time.",
    "llm:stalled": "The model stopped in the middle of its answer.",
    "llm:dropped": "The connection to the model broke off.",
    "llm:overloaded": "The model is overloaded at this moment.",
    "llm:rate-limited": "The model's server asks for fewer calls.",
    "llm:server": "The model's server reports a fault of its own.",
    "llm:key": "The model's server does not accept the key. Check LLM_API_KEY.",
    "llm:billing": "The model's account can't pay for the call. Check its billing.",
    "llm:model": "The model's server does not know the model. Check LLM_MODEL.",
    "llm:refused-call": "The model's server does not accept the call.",
    "llm:too-large": "The call is larger than the model takes.",
    "llm:truncated": "The model's answer was cut at its limit of length.",
    "llm:refused": "The model refused to answer.",
    "llm:context": "The call does not fit the model's context.",
    "llm:stop": "The model stopped for a reason that is no end.",
    "llm:nonsense": "The model's server answered with something that is no answer.",
    "llm:empty": "The model's answer is empty.",
}
TEMPORARY = frozenset(
    {
        "llm:unreachable", "llm:timeout", "llm:stalled", "llm:dropped", "llm:overloaded", "llm:rate-limited", "llm:server",
        "llm:nonsense", "llm:empty",
    }
)  # fmt: skip
LONGEST_WAIT = 3_600.0  # seconds; a server may ask for weeks


class LlmError(OwnerError):
    """A call that did not end cleanly.

    `is_temporary`: the same call may succeed later.  `retry_after` is the wait that the server asked for in seconds, at most an
    hour, None if it asked for none.
    """

    code = "llm:server"

    def __init__(self, code: str, retry_after: float | None = None) -> None:
        super().__init__(MESSAGES[code], code=code)
        self.is_temporary = code in TEMPORARY
        self.retry_after = None if retry_after is None else min(max(retry_after, 0.0), LONGEST_WAIT)
