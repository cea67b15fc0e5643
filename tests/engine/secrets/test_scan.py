"""Secrets become placeholders, look-alikes stay."""

from __future__ import annotations

import ast
import base64
import random

import pytest

from apps.engine.secrets import replace_secrets
from tests.engine.secrets.planted import UPPER, Maker, look_alikes, planted


def test_recall_and_false_positives() -> None:
    cases = planted()
    missed = [case for case in cases if case.secret in replace_secrets(case.text, case.path)[0]]
    assert len(cases) >= 200
    assert not [case.name for case in missed if case.sure]
    assert len(missed) <= 0.05 * len(cases), [case.name for case in missed]
    harmless = look_alikes()
    wrong = [(path, text) for path, text in harmless if replace_secrets(text, path) != (text, ())]
    assert len(harmless) >= 300
    assert len(wrong) <= 0.03 * len(harmless), wrong


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_prefixed_tokens_are_never_missed(seed: int) -> None:
    for case in planted(seed):
        if case.sure:
            text, found = replace_secrets(case.text, case.path)
            assert case.secret not in text, case.name
            assert found


def test_lines_stay_and_a_second_run_changes_nothing() -> None:
    for case in planted():
        text, found = replace_secrets(case.text, case.path)
        assert text.count("\n") == case.text.count("\n"), case.name
        assert all(1 <= line <= case.text.count("\n") + 1 for _, line in found)
        assert replace_secrets(text, case.path) == (text, ()), case.name


def test_python_stays_python() -> None:
    for case in planted():
        if case.path.endswith(".py"):
            ast.parse(replace_secrets(case.text, case.path)[0])


def test_kind_and_line_are_told() -> None:
    token = Maker(3).tokens()["github"]
    text, found = replace_secrets(f"a = 1\n\nb = '{token}'\n", "a.py")
    assert text == "a = 1\n\nb = '<secret:github-token>'\n"
    assert found == (("github-token", 3),)


def test_a_real_environment_file_is_withheld_whole() -> None:
    text, found = replace_secrets("# c\nNAME=My App\nDEBUG=true\nPORT=8000\nEMPTY=\nURL='http://x.example'\n", "backend/.env")
    assert text == "# c\nNAME=<secret:env-value>\nDEBUG=true\nPORT=8000\nEMPTY=\nURL='<secret:env-value>'\n"
    assert found == (("environment-file", 2),)
    example = "NAME=My App\nSECRET_KEY=changethis\n"
    assert replace_secrets(example, ".env.example") == (example, ())


def test_mentions_of_key_markers_stay() -> None:
    marker = "-----BEGIN " + "PRIVATE KEY-----"
    for text in (f'if "{marker}" in text:\n    pass\n', f"{marker}\n...\n-----END PRIVATE KEY-----\n"):
        assert replace_secrets(text, "a.py") == (text, ())


def test_a_key_without_its_end_goes_too() -> None:
    body = Maker(5).pem().split("\n")
    text, found = replace_secrets("\n".join(body[:4]) + "\n\nplain words follow here\n", "key.txt")
    assert body[1] not in text
    assert body[3] not in text
    assert "plain words follow here" in text
    assert found == (("private-key", 1),)


def test_tests_may_hold_short_values() -> None:
    text = 'password = "Passw0rd!23"\napi_key = "abc123def456"\n'
    assert replace_secrets(text, "tests/test_login.py") == (text, ())


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ('const NBSecretPassword = "A Phrase Very Long And Odd!!@##$!@#$"', "secret"),
        ('var JWTSecret = []byte("!!SECRET!!")', "secret"),
        ("DB_PASSWORD = 'so !! strong @#1'", "password"),
        ('passwordMessage = "Your password is wrong!!!"', ""),
        ('password: "^(?=.*[A-Z])(?=.*[!@#$%^&*]{2})"', ""),
        ('const wrongPassword = "The password is not right, try again."', ""),
        ('password_hint = "Use some of !@#$%^&*"', ""),
    ],
)
def test_phrases_that_somebody_made_up(line: str, kind: str) -> None:
    found = replace_secrets(f"package a\n{line}\n", "a.go")[1]
    assert found == (((kind, 2),) if kind else ())
    assert replace_secrets(line, "tests/a_test.go")[1] == ()


@pytest.mark.parametrize(
    "text",
    [
        'token="' * 30_000,
        "eyJabcdefghi." * 15_000,
        "password:\n" * 20_000,
        'secret="!! ' * 20_000,
        "-" * 200_000,
        "http://a:b" * 20_000,
        "sk-" * 60_000,
    ],
)
def test_hostile_text_comes_back(text: str) -> None:
    assert replace_secrets(text, "a.md")[0].count("\n") == text.count("\n")


def test_many_keys_and_lines_take_linear_time() -> None:
    make = Maker(9)
    key, token = make.pem(lines=2), make.tokens()["npm"]
    text = f"{key}\nA='{token}'\n" * 3_000
    for path in ("a.txt", ".env"):
        new, found = replace_secrets(text, path)
        assert len(found) >= 6_000
        assert token not in new
        assert new.count("\n") == text.count("\n")


def test_a_key_of_several_lines_in_an_environment_file() -> None:
    key = Maker(4).pem()
    text, found = replace_secrets(f'A=one\nKEY="{key}"\nB=two\n', ".env")
    assert all(line not in text for line in key.split("\n"))
    assert text == 'A=<secret:env-value>\nKEY="<secret:private-key>' + "\n" * 8 + '"\nB=<secret:env-value>\n'
    assert [kind for kind, _ in found] == ["environment-file", "private-key"]


def test_keys_of_all_signs_are_found() -> None:
    """Generated keys hold signs that templates and shells use as well."""
    signs = "abcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*(-_=+)"
    chance = random.Random(4)
    for _ in range(2_000):
        key = "".join(chance.choice(signs) for _ in range(50))
        text = f'SECRET_KEY = "{key}"\n'
        assert replace_secrets(text, "shop/settings.py")[1], text
    for reference in ("$(cat /run/secrets/key)", "%(secret_key)s", "%SECRET_KEY%", "${SECRET_KEY}"):
        assert not replace_secrets(f'SECRET_KEY = "{reference}"\n', "shop/settings.ini")[1]


def test_tokens_are_found_beside_letters_outside_ascii_and_longer_runs() -> None:
    token = "ghp_" + "aB3dE5fG7h" * 3 + "Z9y8X7"
    wrapped = base64.b64encode(f"token {token}".encode()).decode()
    text = (
        f"a.very.long/dotted-name.before é '{token}' İ\nx = 'ü{wrapped}ü' https://user:{'q7Rt9Lp2'}@host.org, http://host.org/@x"
    )
    clean, found = replace_secrets(text, "a.py")
    assert found == (("github-token", 1), ("github-token", 2), ("url-password", 2))
    assert clean == (
        "a.very.long/dotted-name.before é '<secret:github-token>' İ\nx = 'ü<secret:github-token>ü' "
        "https://user:<secret:url-password>@host.org, http://host.org/@x"
    )


@pytest.mark.parametrize(
    "text",
    [
        'x = "\\n{}"', "x = '\\t{}'", 'x = "\\r\\n{}"', "x = '\\x22{}\\x22'", '{{"a": "\\u0022{}\\u0022"}}', "a=%22{}%22",
        "${{X:-{}}}", 'x = "a" + "{}"', 'x = "a" +\n  "{}"',
    ],
)  # fmt: skip
def test_tokens_behind_escapes_and_in_joined_literals(text: str) -> None:
    maker = Maker(3)
    tokens = (
        "ghp_" + maker.chars(36),
        "AKIA" + maker.chars(16, UPPER),
        "AIza" + maker.chars(35),
        "sk-proj-" + maker.word_free(40),
    )
    for token in tokens:
        written = text.format(token)
        assert token not in replace_secrets(written, "a.py")[0]


def test_a_token_inside_a_word_is_none() -> None:
    text = f"x = 'a{'ghp_' + Maker(3).chars(36)}'"
    assert replace_secrets(text, "a.py")[0] == text
