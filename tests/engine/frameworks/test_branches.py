"""The branch a line stands in, by indentation and by braces."""

from __future__ import annotations

import pytest

from apps.engine.frameworks.branches import Branches

PYTHON = '''\
"""Doc
if nothing:
"""
urlpatterns = [
    path("a/", a),  # if here:
    [x for x in y
     if x],
]
if settings.DEBUG:
    # note
    urlpatterns += [
        path(
            "b/", b,
        ),
    ]
elif settings.STAGE == "test":
    urlpatterns += [c]
else:
    urlpatterns += [d]

if (
    settings.DEBUG
    and settings.LOCAL
):
    urlpatterns += [e]
urlpatterns += [f]

def make(app):
    if app.local:
        app.include(g)
    app.include(h)
if __name__ == "__main__":
    run()
'''
SCRIPT = """\
const re = /[{(]/;
const text = `${"}"} {`; // if (x) {
app.use('/a', a);
if (config.env === 'development') {
  routes.forEach((route) => {
    router.use(route.path, route.route);
  });
} else {
  router.use('/b', b);
}
if (!isTest) app.use('/c', c);
app.use('/d', d);
if (
  one &&
  two
) {
  app.use('/e', e);
}
if (three)
  app
    .use('/f', f)
app.use('/g', g)
if (require.main === module) {
  app.listen(1);
}
"""


@pytest.mark.parametrize(
    ("line", "condition", "at"),
    [
        (5, "", 0),
        (7, "", 0),
        (11, "settings.DEBUG", 9),
        (13, "settings.DEBUG", 9),
        (17, 'settings.STAGE == "test"', 16),
        (19, 'not (settings.STAGE == "test")', 16),
        (25, "settings.DEBUG and settings.LOCAL", 21),
        (26, "", 0),
        (30, "app.local", 29),
        (31, "", 0),
        (33, "", 0),
    ],
)
def test_python(line: int, condition: str, at: int) -> None:
    found = Branches({"a.py": PYTHON}).of("a.py", line)
    assert (found.condition, found.place.line) == (condition, at) if found else not condition


@pytest.mark.parametrize(
    ("line", "condition", "at"),
    [
        (3, "", 0),
        (6, "config.env === 'development'", 4),
        (9, "!(config.env === 'development')", 4),
        (11, "!isTest", 11),
        (12, "", 0),
        (17, "one && two", 13),
        (21, "three", 19),
        (22, "", 0),
        (24, "", 0),
    ],
)
def test_script(line: int, condition: str, at: int) -> None:
    found = Branches({"a.js": SCRIPT}).of("a.js", line)
    assert (found.condition, found.place.line) == (condition, at) if found else not condition


def test_what_is_not_understood_is_unconditional() -> None:
    assert Branches({"a.js": "if (x) { ]\n  app.use(a)\n}"}).of("a.js", 2) is None
    assert Branches({}).of("a.py", 3) is None
    assert Branches({"a.py": "x\n"}).of("a.py", 99) is None
