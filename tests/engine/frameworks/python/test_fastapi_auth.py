"""Which routes of FastAPI need somebody signed in: dependencies that end at a security scheme, and no others."""

from tests.engine.frameworks.building import endpoint, facts_of

DEPS = """
    from typing import Annotated

    from fastapi import Depends, HTTPException, Security
    from fastapi.security import APIKeyHeader, HTTPBearer, OAuth2PasswordBearer

    oauth = OAuth2PasswordBearer(tokenUrl="/login")
    maybe = HTTPBearer(auto_error=False)
    key = APIKeyHeader(name="X-Key")

    def get_db(): ...

    def get_user(db=Depends(get_db), token: str = Depends(oauth)): ...

    def get_admin(user: Annotated[str, Depends(get_user)]): ...

    def guess_user(token=Depends(maybe)): ...

    class Role:
        def __init__(self, name): ...

        def __call__(self, user=Depends(get_user)): ...

    class Paging:
        def __init__(self, size: int = 10): ...

    CurrentUser = Annotated[str, Depends(get_user)]
    Session = Annotated[str, Depends(get_db)]
"""
MAIN = """
    from fastapi import APIRouter, Depends, FastAPI, Security
    from starlette.applications import Starlette
    from deps import CurrentUser, Paging, Role, Session, get_admin, get_db, get_user, guess_user, key

    app = FastAPI()
    admin = APIRouter(prefix="/admin", dependencies=[Depends(get_admin)])
    plain = APIRouter(prefix="/plain")
    inner = FastAPI()

    @app.get("/alias")
    def alias(db: Session, user: CurrentUser): ...

    @app.get("/default")
    def default(user=Depends(get_user)): ...

    @app.get("/maybe")
    def maybe(user=Depends(guess_user)): ...

    @app.get("/open")
    def opened(db: Session, paging: Paging = Depends()): ...

    @app.get("/role", dependencies=[Depends(Role("chef"))])
    def role(): ...

    @app.get("/key")
    def by_key(name: str = Security(key)): ...

    @admin.get("/stats")
    def stats(): ...

    @plain.get("/a")
    def a(): ...

    @inner.get("/b")
    def b(): ...

    admin.include_router(plain)
    app.include_router(admin)
    app.include_router(plain)
    app.include_router(plain, prefix="/guarded", dependencies=[Depends(get_user)])
    app.mount("/inner", inner)
"""


def test_only_what_ends_at_a_security_scheme():
    found = facts_of({"deps.py": DEPS, "main.py": MAIN})
    assert {item.path: item.auth for item in found.endpoints} == {
        "/alias": "get_user",
        "/default": "get_user",
        "/maybe": "",
        "/open": "",
        "/role": "Role('chef')",
        "/key": "key",
        "/admin/stats": "get_admin",
        "/admin/plain/a": "get_admin",
        "/plain/a": "",
        "/guarded/plain/a": "get_user",
        "/inner/b": "",
    }
    stats = endpoint(found, "GET", "/admin/stats").auth_at
    assert stats is not None and (stats.path, stats.line) == ("main.py", 6)
    alias = endpoint(found, "GET", "/alias").auth_at
    assert alias is not None and (alias.path, alias.line) == ("main.py", 11)


def test_an_application_requires_it_of_its_routes_but_not_of_what_is_mounted():
    found = facts_of(
        {
            "deps.py": DEPS,
            "main.py": """
                from fastapi import Depends, FastAPI
                from deps import get_user

                app = FastAPI(dependencies=[Depends(get_user)])
                other = FastAPI()

                @app.get("/a")
                def a(): ...

                @other.get("/b")
                def b(): ...

                app.mount("/other", other)
            """,
        }
    )
    assert {item.path: item.auth for item in found.endpoints} == {"/a": "get_user", "/other/b": ""}
