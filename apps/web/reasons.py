"""Why a file was left out and why a sync failed, in the reader's language.

The engine and the pipeline say both in English and give a stable code or a stable beginning; what stands here is chosen by
that.  Something unknown is shown as it was said.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

ERRORS = {
    "git:failed": gettext_noop("Git could not read the repository."),
    "git:missing": gettext_noop("Git is missing on the machine of the worker, or is too old."),
    "git:refused-address": gettext_noop("The address can't be used."),
    "git:no-access": gettext_noop("The repository refuses access. Check that it exists and that the credential may read it."),
    "git:not-found": gettext_noop("There is no repository at this address, or it can't be seen without a credential."),
    "git:unreachable": gettext_noop("The server can't be reached, or cut the connection. Try again later."),
    "git:moved": gettext_noop("The address leads to another one, which is not followed. Enter the repository's present address."),
    "git:untrusted": gettext_noop("The server's certificate is not trusted. Check the address, or the certificate."),
    "git:timeout": gettext_noop("The server was too slow. Try again later."),
    "git:not-a-repository": gettext_noop("There is no git repository at this address."),
    "git:empty": gettext_noop("The repository is empty: it has no commit yet."),
    "git:no-branch": gettext_noop("The branch is gone. Choose another one, or leave the branch empty for the default branch."),
    "git:damaged": gettext_noop("The repository holds objects that are malformed or missing. Run git fsck on it."),
    "git:busy": gettext_noop("The repository's mirror is in use by another process. Try again in a moment."),
    "git:no-room": gettext_noop("There is no room left on the machine of the worker. The operator can make some."),
    "source:too-large": gettext_noop("The repository is over a limit. The operator can raise it."),
    "source:shrunk": gettext_noop("The repository got much smaller than it was, so nothing was replaced."),
    "source:refused": gettext_noop("This team may not follow a repository at this address."),
    "source:branch": gettext_noop("This is not a branch name that git allows. Leave it empty for the default branch."),
    "source:credential": gettext_noop("The credential is for another host. A token is only ever sent to its own host."),
    "source:unusable": gettext_noop("The repository can't be used as it is."),
    "credential:unreadable": gettext_noop("The credential can't be read with the keys in use. Enter its token again."),
    "credential:refused": gettext_noop("The credential can't be stored like this: check its name, host and token."),
    "token:unusable": gettext_noop("The token can't be made like this: check its name, what it may do, and its repositories."),
    "tenant:last-owner": gettext_noop("This is the team's only owner. Make somebody else an owner first."),
    "work:died": gettext_noop("The worker ended in the middle of this sync, more than once. The operator's log says more."),
    "query:empty": gettext_noop("The question is empty: ask with a name, a path or a sentence."),
    "query:pattern": gettext_noop("This can't be searched as a regular expression: it is malformed, too long, or refers back."),
    "query:refused": gettext_noop("This can't be searched for."),
    "ask:busy": gettext_noop("Too many answers are being written at this moment. Ask again in a few seconds."),
    "feedback:verdict": gettext_noop("Say whether the answer was helpful: up or down."),
    "ask:unverified": gettext_noop("Nothing that the model wrote could be verified against its sources, so none of it is shown."),
    "ask:doubtful": gettext_noop(
        "Most of the question's words stand nowhere in the repositories: these passages are near it at best."
    ),
    "llm:billing": gettext_noop("The account of the language model can't pay for the call. The operator can check its billing."),
    "llm:context": gettext_noop("The question with its sources does not fit the language model."),
    "llm:dropped": gettext_noop("The connection to the language model broke off."),
    "llm:empty": gettext_noop("The language model's answer was empty."),
    "llm:key": gettext_noop("The language model's server does not accept the key. The operator can check it."),
    "llm:left": gettext_noop("The page was left before the answer was whole."),
    "llm:model": gettext_noop("The language model's server does not know the model. The operator can choose another one."),
    "llm:nonsense": gettext_noop("The language model's server answered with something that is no answer."),
    "llm:overloaded": gettext_noop("The language model is overloaded at this moment."),
    "llm:rate-limited": gettext_noop("The language model's server asks for fewer calls."),
    "llm:refused": gettext_noop("The language model refused to answer."),
    "llm:refused-call": gettext_noop("The language model's server does not accept the call."),
    "llm:server": gettext_noop("The language model's server reports a fault of its own."),
    "llm:stalled": gettext_noop("The language model stopped in the middle of its answer."),
    "llm:stop": gettext_noop("The language model stopped for a reason that is no end."),
    "llm:timeout": gettext_noop("The language model did not answer in time."),
    "llm:too-large": gettext_noop("The question with its sources is larger than the language model takes."),
    "llm:truncated": gettext_noop("The language model's answer was cut at its limit of length."),
    "llm:unreachable": gettext_noop("The language model's server can't be reached."),
    "spending:call": gettext_noop("The answer could cost more than one call may. The operator can raise the ceiling."),
    "spending:month": gettext_noop("The team has spent on language models what it may in this month."),
    "spending:no-price": gettext_noop(
        "What the language model costs is not known, so it is not used. The operator can set its price."
    ),
    "service:unavailable": gettext_noop("The records can't be reached at this moment. Try again in a few seconds."),
    "internal:unexpected": gettext_noop("Something went wrong in the portal itself."),
}
IN_OUR_WORDS = frozenset(
    {"tenant:last-owner", "source:refused"}
)  # said so in every language: elsewhere a team is called a tenant

REASONS = (
    ("binary (image)", gettext_noop("binary: an image")),
    ("binary (video)", gettext_noop("binary: a video")),
    ("binary (audio)", gettext_noop("binary: sound")),
    ("binary (font)", gettext_noop("binary: a font")),
    ("binary (archive)", gettext_noop("binary: an archive")),
    ("binary (document)", gettext_noop("binary: a document")),
    ("binary (compiled)", gettext_noop("binary: compiled code")),
    ("binary (data)", gettext_noop("binary: data")),
    ("binary (model)", gettext_noop("binary: a trained model")),
    ("binary (key store)", gettext_noop("binary: a key store")),
    ("dependencies of others", gettext_noop("dependencies, written by others")),
    ("build output", gettext_noop("build output")),
    ("files of a tool", gettext_noop("files of a tool")),
    ("larger than the limit", gettext_noop("larger than the limit")),
    ("minified", gettext_noop("minified or bundled")),
    ("generated", gettext_noop("generated")),
    ("lock file", gettext_noop("lock file")),
    ("symbolic link", gettext_noop("symbolic link, not followed")),
    ("another repository", gettext_noop("another repository, not fetched")),
    ("stored in Git LFS", gettext_noop("stored in Git LFS, content not fetched")),
    ("Git LFS pointer", gettext_noop("stored in Git LFS, content not fetched")),
    ("database dump", gettext_noop("database dump, not kept")),
    ("no readable lines", gettext_noop("no readable lines")),
    ("the parser crashed", gettext_noop("the parser crashed on it")),
    ("the parser took", gettext_noop("the parser took too long")),
    ("the parser needed", gettext_noop("the parser needed too much memory")),
    ("read as", gettext_noop("read in another encoding than UTF-8")),
    ("kept in git although", gettext_noop("kept in git although .gitignore names it")),
)
UNREADABLE = gettext_noop("binary: not text that can be read")  # of a file whose name says nothing
_NUMBERS = re.compile(r"[0-9][0-9,.]*")


def sentence_for(code: str, message: str) -> str:
    """What happened, in the reader's language; the message itself where that is English and there is one, or the code is new."""
    if code in ERRORS and (code in IN_OUR_WORDS or not message or not _reads_english()):
        return _(ERRORS[code])
    return message


def reason_in_words(reason: str) -> str:
    """Why a file was left out, or what is special about it.  English keeps every detail of what was said."""
    words = _words_of(reason)
    return _(words) if words and (words.startswith("binary") or not _reads_english()) else reason


def reasons_counted(skipped: Iterable[tuple[str, str]]) -> list[tuple[str, int]]:
    """(reason in words, how many files), the most frequent first.  Numbers in reasons don't tell them apart."""
    groups: Counter[str] = Counter()
    for _path, reason in skipped:
        groups[_words_of(reason) or _NUMBERS.sub("…", reason)] += 1
    return [(_(words) if words else "", number) for words, number in sorted(groups.items(), key=lambda pair: (-pair[1], pair[0]))]


def _words_of(reason: str) -> str:
    if reason == "binary":
        return UNREADABLE
    return next((words for beginning, words in REASONS if reason.startswith(beginning)), "")


def _reads_english() -> bool:
    return (get_language() or "en").startswith("en")
