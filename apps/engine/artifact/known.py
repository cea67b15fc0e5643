"""What well-known packages and frameworks are for.  Anything not listed here is named without a purpose: none is guessed."""

from __future__ import annotations

import re

_SEPARATORS = re.compile(r"[-_. ]+")

# purpose: names.  Purposes read after "for" or stand alone in a table.
_PURPOSES = {
    "web framework": "django flask fastapi starlette express koa fastify @nestjs/core @hapi/hapi aiohttp tornado sanic bottle "
    "pyramid "
    "rails sinatra laravel/framework symfony/framework-bundle github.com/gin-gonic/gin github.com/labstack/echo/v4 "
    "github.com/gofiber/fiber/v2 github.com/go-chi/chi/v5 github.com/gorilla/mux axum actix-web rocket "
    "org.springframework.boot:spring-boot-starter-web org.springframework.boot:spring-boot-starter-webmvc next nuxt "
    "@remix-run/node",
    "REST API": "djangorestframework django-ninja flask-restful marshmallow django-filter drf-spectacular drf-yasg",
    "GraphQL": "graphene graphene-django strawberry-graphql graphql-core graphql @apollo/client @apollo/server apollo-server "
    "graphql-tag "
    "ariadne urql",
    "content management": "wagtail django-cms mezzanine",
    "object-relational mapping": "sqlalchemy sqlmodel peewee tortoise-orm pony typeorm sequelize prisma @prisma/client "
    "drizzle-orm "
    "gorm.io/gorm github.com/jinzhu/gorm doctrine/orm activerecord diesel sea-orm @mikro-orm/core objection "
    "org.springframework.boot:spring-boot-starter-data-jpa org.hibernate:hibernate-core",
    "object-document mapping": "mongoose mongoengine beanie odmantic",
    "schema migrations": "alembic flask-migrate knex umzug flyway org.flywaydb:flyway-core org.liquibase:liquibase-core",
    "PostgreSQL driver": "psycopg psycopg2 psycopg2-binary asyncpg pg pg-promise org.postgresql:postgresql "
    "gorm.io/driver/postgres "
    "github.com/lib/pq github.com/jackc/pgx/v5",
    "MySQL driver": "mysqlclient pymysql mysql mysql2 mysql-connector-python com.mysql:mysql-connector-j gorm.io/driver/mysql",
    "SQLite driver": "sqlite3 better-sqlite3 aiosqlite gorm.io/driver/sqlite github.com/mattn/go-sqlite3",
    "MongoDB driver": "pymongo motor mongodb",
    "embedded database": "com.h2database:h2 org.hsqldb:hsqldb",
    "database address from a URL": "dj-database-url",
    "Redis client": "redis ioredis django-redis aioredis hiredis github.com/redis/go-redis/v9",
    "background jobs": "celery rq django-rq dramatiq huey arq apscheduler bull bullmq agenda sidekiq node-cron node-schedule "
    "kombu "
    "django-celery-beat django-celery-results",
    "search engine client": "elasticsearch opensearch-py @elastic/elasticsearch elasticsearch-dsl algoliasearch meilisearch",
    "HTTP client": "requests httpx urllib3 axios node-fetch got superagent undici ky",
    "settings from the environment": "python-decouple django-environ environs python-dotenv dotenv pydantic-settings "
    "dotenv-cli cross-env "
    "@nestjs/config github.com/joho/godotenv env-cmd",
    "validation": "pydantic joi zod yup ajv class-validator express-validator validator email-validator cerberus voluptuous "
    "jsonschema "
    "github.com/go-playground/validator/v10 github.com/asaskevich/govalidator hibernate-validator "
    "org.springframework.boot:spring-boot-starter-validation",
    "authentication and tokens": "pyjwt python-jose jsonwebtoken passport passport-jwt passport-local "
    "djangorestframework-simplejwt "
    "djangorestframework-jwt drf-jwt django-allauth authlib oauthlib "
    "social-auth-app-django next-auth github.com/dgrijalva/jwt-go github.com/golang-jwt/jwt/v4 github.com/golang-jwt/jwt/v5 "
    "org.springframework.boot:spring-boot-starter-security fastapi-users requests-oauthlib google-auth google-api-python-client",
    "password hashing": "passlib bcrypt bcryptjs argon2 argon2-cffi pwdlib",
    "cryptography": "cryptography pynacl pycryptodome golang.org/x/crypto",
    "HTTP security headers": "helmet django-csp xss-clean express-mongo-sanitize",
    "cross-origin requests": "cors django-cors-headers flask-cors github.com/gin-contrib/cors",
    "rate limits": "express-rate-limit django-ratelimit slowapi",
    "response compression": "compression",
    "application server": "gunicorn uvicorn hypercorn daphne waitress uwsgi pm2 puma unicorn",
    "static files": "whitenoise serve-static",
    "object storage": "boto3 botocore django-storages @aws-sdk/client-s3 aws-sdk minio google-cloud-storage azure-storage-blob",
    "sending mail": "nodemailer emails django-anymail sendgrid @sendgrid/mail fastapi-mail mjml-react",
    "payments": "stripe braintree paypalrestsdk adyen razorpay",
    "error reporting": "sentry-sdk @sentry/node @sentry/browser @sentry/react raven rollbar bugsnag",
    "metrics and tracing": "prometheus-client prom-client opentelemetry-api opentelemetry-sdk ddtrace newrelic django-prometheus "
    "io.micrometer:micrometer-registry-prometheus org.springframework.boot:spring-boot-starter-actuator",
    "logging": "structlog loguru winston pino morgan bunyan python-json-logger log4js",
    "API documentation": "swagger-ui-express swagger-jsdoc drf-spectacular flasgger",
    "caching": "django-cacheops cachetools node-cache lru-cache com.github.ben-manes.caffeine:caffeine "
    "org.springframework.boot:spring-boot-starter-cache javax.cache:cache-api",
    "retries": "tenacity backoff retry p-retry",
    "dates and times": "python-dateutil pytz arrow pendulum moment moment-timezone dayjs date-fns luxon",
    "images": "pillow sharp django-imagekit sorl-thumbnail easy-thumbnails jimp",
    "templates": "jinja2 ejs handlebars pug mustache nunjucks org.springframework.boot:spring-boot-starter-thymeleaf",
    "file uploads": "multer python-multipart formidable busboy",
    "command-line interface": "click typer commander yargs docopt inquirer rich",
    "numbers and data": "numpy pandas scipy polars",
    "machine learning": "scikit-learn torch tensorflow transformers onnxruntime keras xgboost lightgbm",
    "language models": "openai anthropic langchain llama-index",
    "Markdown and HTML": "markdown markdown-it-py mistune bleach nh3 marked markdown-it sanitize-html beautifulsoup4 lxml "
    "dompurify",
    "user interface": "react react-dom vue svelte @angular/core preact solid-js alpinejs htmx.org jquery",
    "routing in the browser": "react-router react-router-dom @tanstack/react-router vue-router",
    "state and data in the browser": "redux @reduxjs/toolkit zustand mobx @tanstack/react-query swr pinia vuex recoil",
    "interface components": "@mui/material @chakra-ui/react antd bootstrap lucide-react react-icons "
    "org.webjars.npm:bootstrap org.webjars.npm:font-awesome tailwindcss",
    "forms": "react-hook-form formik django-crispy-forms @hookform/resolvers final-form",
    "translations": "i18next react-i18next react-intl vue-i18n",
    "bundling": "webpack vite rollup esbuild parcel @vitejs/plugin-react @vitejs/plugin-react-swc",
    "types": "typescript mypy django-stubs djangorestframework-stubs celery-types pyright ty",
    "tests": "pytest pytest-django pytest-asyncio pytest-cov pytest-mock pytest-xdist pytest-celery jest vitest mocha chai "
    "supertest sinon "
    "cypress playwright @playwright/test factory-boy faker coverage tox nox node-mocks-http "
    "@testing-library/react ts-jest coveralls freezegun "
    "responses vcrpy hypothesis github.com/stretchr/testify junit rspec-rails phpunit/phpunit "
    "org.springframework.boot:spring-boot-starter-test model-bakery",
    "code style": "ruff black flake8 isort pylint eslint prettier lint-staged husky pre-commit @biomejs/biome stylelint "
    "eslint-config-prettier eslint-plugin-prettier eslint-config-airbnb-base eslint-plugin-import eslint-plugin-jest "
    "eslint-plugin-security bandit pyupgrade",
    "debugging": "ipython ipdb django-debug-toolbar django-extensions nodemon werkzeug debugpy silk django-silk",
}
_NAMES = {name: purpose for purpose, names in _PURPOSES.items() for name in names.split()}

# The purposes that say what the program stands on, in the order of a stack.
STACK = (
    "web framework", "content management", "REST API", "GraphQL", "object-relational mapping", "object-document mapping",
    "schema migrations",
    "PostgreSQL driver", "MySQL driver", "SQLite driver", "MongoDB driver", "embedded database", "Redis client",
    "background jobs",
    "search engine client", "application server", "user interface", "language models", "machine learning", "bundling", "types",
    "tests",
)  # fmt: skip

_PACKAGES = {
    "django rest framework": "djangorestframework", "drf": "djangorestframework", "nestjs": "@nestjs/core", "next.js": "next",
    "nuxt": "nuxt", "angular": "@angular/core", "spring boot": "org.springframework.boot:spring-boot-starter-parent",
    "spring": "org.springframework:spring-core",
    "gin": "github.com/gin-gonic/gin", "gorm": "gorm.io/gorm", "echo": "github.com/labstack/echo/v4", "rails": "rails",
    "ruby on rails": "rails", "laravel": "laravel/framework", "vue.js": "vue", "graphene": "graphene",
}  # fmt: skip


def normalised(name: str) -> str:
    """The name as registries compare it."""
    return _SEPARATORS.sub("-", name.lower()) if "/" not in name and ":" not in name else name.lower()


def purpose_of(name: str) -> str:
    """What a well-known package is for, "" for any other."""
    return _NAMES.get(name.lower()) or _NAMES.get(normalised(name), "")


def package_of(framework: str) -> str:
    """The normalised name of the package that brings a framework."""
    return normalised(_PACKAGES.get(framework.lower(), framework))
