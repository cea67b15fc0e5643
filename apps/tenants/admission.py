"""Who comes in with a token: read from the request's header, asked of the records, counted.

The one way in for whatever a token opens: the JSON API, the MCP server, the portal's texts for assistants.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from apps.engine.errors import OwnerError
from apps.tenants.rates import charge
from apps.tenants.services import Bearer, TokenRefused, TooManyGuesses, use_token


@dataclass(frozen=True, slots=True)
class Admitted:
    """Who holds the token; `headers`, of every answer, tell what is left of its rate."""

    bearer: Bearer
    headers: Mapping[str, str]


class NotAdmitted(OwnerError):
    """Why the token opens nothing, with the `status` and the `headers` of the answer that says so."""

    def __init__(self, status: HTTPStatus, code: str, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message, code=code)
        self.status = status
        self.headers = dict(headers or {})


def admit(*, authorization: str, address: str, scope: str = "read") -> Admitted:
    """The holder of the token in an ``Authorization`` header, if it has the scope and is not used too often.

    `address` is where the request came from: wrong tokens are counted by it.  Raises `NotAdmitted`.
    """
    kind, _space, text = authorization.partition(" ")
    try:
        bearer = use_token(text=text.strip() if kind.casefold() == "bearer" else "", address=address)
    except TooManyGuesses as error:
        wait = {"Retry-After": str(error.retry_after)}
        raise NotAdmitted(HTTPStatus.TOO_MANY_REQUESTS, error.code, error.message, wait) from None
    except TokenRefused as error:
        challenge = {"WWW-Authenticate": 'Bearer realm="Repolore"'}
        raise NotAdmitted(HTTPStatus.UNAUTHORIZED, error.code, error.message, challenge) from None
    if not bearer.may(scope):
        raise NotAdmitted(HTTPStatus.FORBIDDEN, "token:scope", _lacking(scope, is_given=scope in bearer.token.scopes))
    rate = charge(bearer.token.pk, scope)
    if rate.is_exceeded:
        message = f"This token may do {rate.limit} requests a minute of this kind. Wait {rate.left} seconds."
        wait = {**rate.headers, "Retry-After": str(rate.left)}
        raise NotAdmitted(HTTPStatus.TOO_MANY_REQUESTS, "rate:exceeded", message, wait)
    return Admitted(bearer, rate.headers)


def _lacking(scope: str, *, is_given: bool) -> str:
    if is_given:
        return f"The role of the token's member does not allow the scope {scope}: an owner of the team can change the role."
    return f"The token lacks the scope {scope}: make one that has it on the portal's page Assistants, API tokens."
