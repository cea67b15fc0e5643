"""All settings, from the environment.  Every variable is in `.env.example`; secrets have no default.

What the environment does not name is looked up in ``.env`` beside `manage.py`, if there is one, then in two files of the state
folder, both written by `manage.py run` (mode 0600): ``secrets.env``, once, and ``servers.env``, the addresses of the embedded
servers.  A variable with an empty value counts as not named.  Commands that need neither database nor session (`document`,
`facts`) run without any of it.
"""

from __future__ import annotations

import logging
import os
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

BASE_DIR = Path(__file__).resolve().parent.parent


class _Env(environ.Env):  # type: ignore[misc]
    def get_value(self, var: str, *args: Any, **kwargs: Any) -> Any:
        if os.environ.get(var) == "":
            del os.environ[var]
        try:
            return super().get_value(var, *args, **kwargs)
        except ValueError:
            raise _unusable(var) from None

    def number(self, var: str, default: int, least: int = 0) -> int:
        """A whole number that is no smaller than `least`."""
        value = int(self.int(var, default=default))
        if value < least:
            raise _unusable(var)
        return value

    def dollars(self, var: str, default: str) -> Decimal:
        """An amount of money, not below zero."""
        return _dollars(var, self.str(var, default=default))


def _unusable(var: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"{var} is {os.environ.get(var)!r}; .env.example says what it may be.")


def _dollars(var: str, text: str) -> Decimal:
    if not re.fullmatch(r"\d{1,7}(\.\d{1,6})?", text.strip()):
        raise _unusable(var)
    return Decimal(text.strip())


env = _Env()


def _look_up_in(file: Path) -> None:
    for name in ("STATE_DIR", "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "CREDENTIAL_KEYS"):
        if os.environ.get(name) == "":
            del os.environ[name]
    if os.access(file, os.R_OK):
        environ.Env.read_env(str(file))


_look_up_in(BASE_DIR / ".env")
STATE_DIR = (BASE_DIR / (env.str("STATE_DIR", default="") or ".state")).resolve()
EMBEDDED_DATABASE = not env.str("DATABASE_URL", default="")
EMBEDDED_REDIS = not env.str("REDIS_URL", default="")
_look_up_in(STATE_DIR / "secrets.env")
_look_up_in(STATE_DIR / "servers.env")

SECRET_KEY = env.str("SECRET_KEY", default="")
CREDENTIAL_KEYS = env.list("CREDENTIAL_KEYS", default=[])
DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
PORT = env.number("PORT", default=8000, least=1)
PUBLIC_URL = env.str("PUBLIC_URL", default=f"http://localhost:{PORT}").rstrip("/")
if not PUBLIC_URL.startswith(("http://", "https://")):
    raise _unusable("PUBLIC_URL")
WORKERS = env.number("WORKERS", default=1, least=1)
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if PUBLIC_URL.startswith("https://") else []

INSTALLED_APPS = [
    "apps.console.apps.ConsoleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "django_rq",
    "apps.tenants",
    "apps.repos",
    "apps.codegraph",
    "apps.artifacts",
    "apps.search",
    "apps.pipeline",
    "apps.web",
    "apps.console",
    "ninja",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "apps.api.middleware.ApiAnswers",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "apps.web.middleware.ErrorPages",
]

ROOT_URLCONF = "portal.urls"
ASGI_APPLICATION = "portal.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "apps.web.pages.frame",
            ],
        },
    }
]

# --- records -----------------------------------------------------------------------------------------------------------
try:
    _told = conninfo_to_dict(env.str("DATABASE_URL", default=""))
except ProgrammingError:  # its words may repeat the address, which holds a password
    raise ImproperlyConfigured("DATABASE_URL is no address of a PostgreSQL database; .env.example shows one.") from None
_conninfo = {key: str(value) for key, value in _told.items() if value is not None}
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": _conninfo.pop("dbname", "repolore"),
        "USER": _conninfo.pop("user", ""),
        "PASSWORD": _conninfo.pop("password", ""),
        "HOST": _conninfo.pop("host", ""),
        "PORT": _conninfo.pop("port", ""),
        "OPTIONS": {"connect_timeout": "10", **_conninfo},  # seconds: a machine that is off does not answer at all
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "tenants.User"

# --- queue, cache ------------------------------------------------------------------------------------------------------
REDIS_URL = env.str("REDIS_URL", default="redis://localhost:6379/0")
RQ_QUEUES = {
    name: {"URL": REDIS_URL, "DEFAULT_TIMEOUT": 3600, "SERIALIZER": "rq.serializers.JSONSerializer"}
    for name in ("sync", "render", "embed")
}
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_timeout": 2.0, "socket_connect_timeout": 2.0},  # seconds: a cache that hangs is one that is gone
    }
}

# --- work --------------------------------------------------------------------------------------------------------------
PARSE_PROCESSES = env.number("PARSE_PROCESSES", default=0)  # 0: as many as there are cores, at most 4
INTERNAL_HOSTS = env.list("INTERNAL_HOSTS", default=[])  # forges inside the operator's own network
API_RATES = {  # requests a minute of one token, by scope
    "read": env.number("API_RATE_READ", default=600, least=1),
    "ask": env.number("API_RATE_ASK", default=20, least=1),
    "sync": env.number("API_RATE_SYNC", default=10, least=1),
    "admin": env.number("API_RATE_ADMIN", default=60, least=1),
}
SOURCE_LIMITS = {
    "files": env.number("LIMIT_FILES", default=100_000, least=1),
    "bytes": env.number("LIMIT_BYTES", default=1_000_000_000, least=1),
    "blob_bytes": env.number("LIMIT_BLOB_BYTES", default=2_000_000, least=1),
    "path_bytes": env.number("LIMIT_PATH_BYTES", default=4_096, least=1),
    "depth": env.number("LIMIT_DEPTH", default=64, least=1),
    "fetch_seconds": env.number("LIMIT_FETCH_SECONDS", default=600, least=1),
    "disk_bytes": env.number("LIMIT_DISK_BYTES", default=5_000_000_000, least=1),
}

# --- vectors -----------------------------------------------------------------------------------------------------------
MODELS_DIR = (BASE_DIR / env.str("MODELS_DIR", default=str(STATE_DIR / "models"))).resolve()
EMBEDDING_URL = env.str("EMBEDDING_URL", default="")  # empty: the model on this machine
EMBEDDING_MODEL = env.str("EMBEDDING_MODEL", default="")
EMBEDDING_KEY = env.str("EMBEDDING_KEY", default="")
EMBEDDING_DIMENSIONS = env.number("EMBEDDING_DIMENSIONS", default=1024, least=1)
EMBEDDING_WINDOW = env.number("EMBEDDING_WINDOW", default=512, least=16)
if EMBEDDING_URL and not EMBEDDING_URL.startswith(("http://", "https://")):
    raise _unusable("EMBEDDING_URL")
if EMBEDDING_URL and not EMBEDDING_MODEL:
    raise _unusable("EMBEDDING_MODEL")

# --- language model: without a key the product writes everything from facts ----------------------------------------------
LLM_API_KEY = env.str("LLM_API_KEY", default="")
if not re.fullmatch(r"[!-~]*", LLM_API_KEY):  # it becomes a header
    raise ImproperlyConfigured("LLM_API_KEY holds characters that no key has.")
LLM_BASE_URL = env.str("LLM_BASE_URL", default="https://api.anthropic.com").rstrip("/")
if not LLM_BASE_URL.startswith(("http://", "https://")):
    raise _unusable("LLM_BASE_URL")
LLM_MODEL = env.str("LLM_MODEL", default="claude-opus-5-5")  # pinned: an upgrade never changes what a call costs
LLM_QUESTION_MODEL = env.str("LLM_QUESTION_MODEL", default="")
LLM_STALL_SECONDS = env.number("LLM_STALL_SECONDS", default=60, least=1)
LLM_TOTAL_SECONDS = env.number("LLM_TOTAL_SECONDS", default=120, least=1)
LLM_CALL_DOLLARS = env.dollars("LLM_CALL_DOLLARS", default="0.50")
LLM_MONTH_DOLLARS = env.dollars("LLM_MONTH_DOLLARS", default="50")
_rates = env.str("LLM_RATES", default="")
LLM_RATES = tuple(_dollars("LLM_RATES", rate) for rate in _rates.split("/")) if _rates else ()
if len(LLM_RATES) not in (0, 2):
    raise _unusable("LLM_RATES")

# --- people ------------------------------------------------------------------------------------------------------------
LOGIN_URL = "web:sign-in"
LOGIN_REDIRECT_URL = "web:home"
LOGOUT_REDIRECT_URL = "web:sign-in"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# --- language, time ----------------------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("es", _("Spanish"))]
LOCALE_PATHS = [BASE_DIR / "templates" / "locale"]
TIME_ZONE = "UTC"
FORMAT_MODULE_PATH = "portal.formats"
USE_I18N = True
USE_TZ = True

# --- files, security ---------------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = STATE_DIR / "static"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PUBLIC_URL.startswith("https://")
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}

LOG_LEVEL = env.str("LOG_LEVEL", default="INFO").upper()
if LOG_LEVEL not in logging.getLevelNamesMapping():
    raise _unusable("LOG_LEVEL")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"()": "portal.logs.Lines", "fmt": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    # It tells of every call that it ends a session, though there are none.
    "loggers": {"mcp": {"level": max(logging.getLevelNamesMapping()[LOG_LEVEL], logging.WARNING)}},
}
