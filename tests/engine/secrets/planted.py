"""Secrets and look-alikes made at run time, so that no file of this repository holds one."""

from __future__ import annotations

import base64
import random
import string
import uuid
from collections.abc import Callable
from dataclasses import dataclass

UPPER = string.ascii_uppercase + string.digits
MIXED = string.ascii_letters + string.digits
HEX = "0123456789abcdef"


@dataclass(frozen=True)
class Planted:
    """`secret` must be gone from the text; `sure`: prefixed tokens and PEM, of which none may be missed."""

    name: str
    path: str
    text: str
    secret: str
    sure: bool


class Maker:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def chars(self, size: int, alphabet: str = MIXED) -> str:
        return "".join(self.random.choice(alphabet) for _ in range(size))

    def word_free(self, size: int) -> str:
        """A random value with letters and digits in it."""
        return self.chars(size - 4) + self.chars(2, string.digits) + self.chars(2, string.ascii_letters)

    def pem(self, label: str = "RSA ", lines: int = 6) -> str:
        body = "\n".join(self.chars(64, MIXED + "+/") for _ in range(lines))
        return f"-----{'BEGIN'} {label}PRIVATE KEY-----\n{body}\n{self.chars(30)}==\n-----{'END'} {label}PRIVATE KEY-----"

    def tokens(self) -> dict[str, str]:
        c = self.chars
        jwt_part = lambda size: base64.urlsafe_b64encode(self.chars(size).encode()).decode().rstrip("=")  # noqa: E731
        return {
            "aws": "AK" + "IA" + c(16, UPPER),
            "aws temporary": "AS" + "IA" + c(16, UPPER),
            "github": "gh" + "p_" + c(36),
            "github app": "gh" + "s_" + c(36),
            "github fine": "github" + "_pat_" + c(22) + "_" + c(59),
            "gitlab": "glp" + "at-" + c(20),
            "slack": "xo" + "xb-" + c(12, string.digits) + "-" + c(24),
            "stripe": "sk" + "_live_" + c(24),
            "stripe restricted": "rk" + "_live_" + c(24),
            "google": "AI" + "za" + c(35),
            "openai": "sk" + "-proj-" + c(20) + "T3Blbk" + "FJ" + c(20),
            "anthropic": "sk" + "-ant-api03-" + c(90),
            "npm": "np" + "m_" + c(36),
            "pypi": "py" + "pi-AgEIcHlwaS5vcmc" + c(70),
            "sendgrid": "S" + "G." + c(22) + "." + c(43),
            "twilio": "S" + "K" + c(32, HEX),
            "telegram": c(9, "123456789") + ":A" + "A" + c(33),
            "hugging face": "h" + "f_" + c(34),
            "digitalocean": "do" + "p_v1_" + c(64, HEX),
            "shopify": "sh" + "pat_" + c(32, HEX),
            "jwt": "ey" + "J" + jwt_part(24) + ".ey" + "J" + jwt_part(40) + "." + c(43),
        }


def planted(seed: int = 7) -> list[Planted]:
    make = Maker(seed)
    found: list[Planted] = []

    def add(name: str, path: str, text: str, secret: str, sure: bool = False) -> None:
        found.append(Planted(name, path, text, secret, sure))

    shapes: list[tuple[str, Callable[[str], str]]] = [
        ("src/a.py", lambda token: f'CLIENT = make("{token}")\n'),
        ("src/a.js", lambda token: f"const t = '{token}';\n"),
        ("deploy/a.yml", lambda token: f"env:\n  THING: {token}\n"),
        ("a.toml", lambda token: f'thing = "{token}"\n'),
        ("docs/guide.md", lambda token: f"Run\n\n    curl -H 'X: {token}' host\n"),
        ("nb.ipynb", lambda token: f'{{"outputs": [{{"text": ["value {token}\\n"]}}]}}\n'),
    ]
    for index, (name, token) in enumerate(make.tokens().items()):
        for offset in range(3):
            path, shape = shapes[(index + offset) % len(shapes)]
            add(f"{name} in {path}", path, shape(token), token, True)
    for name in ("github", "gitlab", "stripe", "openai", "npm"):
        token = make.tokens()[name]
        add(f"{name} split", "a.py", f'T = (\n    "{token[:18]}"\n    "{token[18:]}"\n)\n', token[18:], True)
        add(f"{name} joined", "a.js", f'const t = "{token[:20]}" +\n  "{token[20:]}";\n', token[20:], True)
        wrapped = base64.b64encode(token.encode()).decode()
        add(f"{name} base64", "k8s/secret.yml", f"data:\n  thing: {wrapped}\n", wrapped)
    for label in ("RSA ", "EC ", "OPENSSH ", "", "ENCRYPTED "):
        key = make.pem(label)
        body = key.split("\n")[2]
        add(f"pem {label}", "key.pem", key + "\n", body, True)
        add(f"pem in python {label}", "a.py", f'KEY = """{key}"""\n', body, True)
        add(f"pem in yaml {label}", "a.yml", "key: |\n" + "".join(f"  {line}\n" for line in key.split("\n")), body, True)
        flat = key.replace("\n", "\\n")
        add(f"pem in json {label}", "a.json", f'{{"key": "{flat}"}}\n', body, True)
        joined = " +\n".join(f'  "{line}\\n"' for line in key.split("\n"))
        add(f"pem joined {label}", "a.js", f"const k =\n{joined};\n", body, True)
    wrapped = base64.b64encode(make.pem().encode()).decode()
    add("pem base64", "a.yml", f"tls.key: {wrapped}\n", wrapped[60:120], True)
    assignments: list[tuple[str, str]] = [
        ("a.py", 'SECRET_KEY = "{}"\n'),
        ("a.py", 'API_TOKEN: str = "{}"\n'),
        ("a.py", 'token = os.environ.get("API_TOKEN", "{}")\n'),
        ("a.py", "config = {{'api_key': '{}'}}\n"),
        ("a.py", 'key = env("STRIPE_SECRET", default="{}")\n'),
        ("a.js", 'const apiKey = "{}";\n'),
        ("a.ts", "export const jwtSecret: string = '{}';\n"),
        ("a.json", '{{"client_secret": "{}"}}\n'),
        ("a.go", 'accessKey := "{}"\n'),
        ("A.java", 'private static final String API_KEY = "{}";\n'),
        ("a.rb", "secret_key_base: '{}'\n"),
        ("a.php", "'app_key' => '{}',\n"),
        ("a.cs", 'var clientSecret = "{}";\n'),
        ("a.yml", "api_token: {}\n"),
        ("a.yml", "- name: SIGNING_KEY\n  value: {}\n"),
        ("a.properties", "app.jwt.secret={}\n"),
        ("a.ini", "auth_token = {}\n"),
        ("a.sh", "export ACCESS_TOKEN={}\n"),
        ("Dockerfile", "ENV API_SECRET={}\n"),
        ("a.tf", 'encryption_key = "{}"\n'),
        ("web.config", '<add key="ApiKey" value="{}" />\n'),
        ("settings.xml", "<password>{}</password>\n"),
        ("a.ipynb", '"source": ["API_KEY = \\"{}\\"\\n"]\n'),
        ("a.py", 'requests.get("https://host/x?api_key={}")\n'),
        ("README.md", "    export SERVICE_TOKEN={}\n"),
    ]
    for path, shape in assignments:
        for size in (20, 32, 40):
            value = make.word_free(size)
            add(f"{shape.strip()} {size}", path, shape.format(value), value)
    for path, shape in assignments[:6]:
        value = make.chars(40, HEX)
        add(f"{shape.strip()} hex", path, shape.format(value), value)
    for scheme in ("postgres", "mysql", "redis", "amqp", "mongodb+srv", "https"):
        value = make.word_free(12)
        add(f"url {scheme}", "a.py", f'URL = "{scheme}://app:{value}@db.host.internal/x"\n', value)
    for _ in range(6):
        value = make.chars(4) + "!" + make.chars(3, string.digits) + "x" + make.chars(2, string.ascii_uppercase)
        add("password", "a.yml", f"db_password: {value}\n", value)
        add("password in code", "a.py", f'DB_PASSWORD = "{value}"\n', value)
    value = make.chars(40, MIXED + "/+")
    add("aws secret", "a.py", f'AWS_SECRET_ACCESS_KEY = "{value}"\n', value)
    value = make.word_free(16)
    add("environment file", ".env", f"A=1\nNAME={value}\n", value)
    add("environment file, harmless look", ".env.production", "GREETING=hello world\n", "hello world")
    return found


def look_alikes(seed: int = 11) -> list[tuple[str, str]]:
    """(path, text) of at least 300 texts in which nothing may be replaced."""
    make = Maker(seed)
    found: list[tuple[str, str]] = []
    for _ in range(25):
        ident = str(uuid.UUID(int=make.random.getrandbits(128)))
        sha, digest = make.chars(40, HEX), make.chars(64, HEX)
        integrity = base64.b64encode(make.random.randbytes(64)).decode()
        found += [
            ("a.py", f'ID = "{ident}"\n'),
            ("a.json", f'{{"request_id": "{ident}", "commit": "{sha}"}}\n'),
            ("a.yml", f"uses: actions/checkout@{sha}\n"),
            ("package-lock.json", f'"integrity": "sha512-{integrity}",\n'),
            ("poetry.lock", f'{{file = "x.whl", hash = "sha256:{digest}"}}\n'),
            ("go.sum", f"example.org/x v1.0.0 h1:{integrity[:43]}=\n"),
            ("Dockerfile", f"FROM python:3.12@sha256:{digest}\n"),
            ("a.py", f'checksum = "{digest}"\n'),
            ("a.html", f'<script integrity="sha384-{integrity[:64]}" src="x.js"></script>\n'),
            ("key.pub", f"ssh-ed25519 {base64.b64encode(make.random.randbytes(51)).decode()} me@host\n"),
        ]
    found += [
        (path, text)
        for path in ("a.py", "a.js", "config.yml", "a.env.example", "README.md")
        for text in (
            'SECRET_KEY = "changethis"\n',
            'API_KEY = "your-api-key-here"\n',
            'TOKEN = "xxxxxxxxxxxxxxxxxxxxxxxx"\n',
            'password = "${DB_PASSWORD}"\n',
            "token: ${{ secrets.DEPLOY_TOKEN }}\n",
            "const token = process.env.API_TOKEN_FOR_CI_2;\n",
            'secret = os.environ["SECRET_KEY_BASE_2024"]\n',
            'access_token_path = "/run/secrets/access_token_v2"\n',
            'reset_password_token = "password_reset_token_1"\n',
            'PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]\n',
            'AUTH_PASSWORD_VALIDATOR = "django.contrib.auth.password_validation.X"\n',
            'api_key_header = "X-Api-Key-V2-Header"\n',
            'token = get_token_from_header(request.headers["Authorization"])\n',
            "postgres://postgres:postgres@localhost:5432/app\n",
            "amqp://guest:guest@localhost//\n",
            "https://user:${TOKEN}@host/x.git\n",
            'if token == "access_token": pass\n',
        )
    ]
    return found
