"""The addresses of the portal.  Below ``t/<tenant>/`` everything belongs to one team."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from apps.web.views import (
    account,
    ask,
    assistants,
    capsule,
    credentials,
    cycles,
    document,
    files,
    find,
    graph,
    home,
    impact,
    llms,
    markdown,
    people,
    preferences,
    search,
    source,
    start,
    syncs,
    versions,
)

app_name = "web"

of_a_repo: list[URLPattern | URLResolver] = [
    path("", document.current, name="document"),
    path("document.md", markdown.current, name="markdown"),
    path("document/<slug:section>.md", markdown.current_section, name="section-markdown"),
    path("llms.txt", llms.of_repo, name="repo-llms"),
    path("sync-now/", syncs.sync_now, name="sync-now"),
    path("v/<int:number>/", document.at_version, name="version"),
    path("v/<int:number>/document.md", markdown.at_version, name="version-markdown"),
    path("v/<int:number>/document/<slug:section>.md", markdown.section_at_version, name="version-section-markdown"),
    path("v/<int:number>/source/<path:path>", source.at_version, name="version-source"),
    path("source/<path:path>", source.current, name="source"),
    path("versions/", versions.listing, name="versions"),
    path("diff/", versions.choose, name="choose-diff"),
    path("diff/<int:old>/<int:new>/", versions.diff, name="diff"),
    path("start/", start.here, name="start"),
    path("graph/", graph.around, name="graph"),
    path("find/", find.symbols, name="find"),
    path("components/", graph.components, name="components"),
    path("cycles/", cycles.listing, name="cycles"),
    path("impact/", impact.of_symbol, name="impact"),
    path("capsule/", capsule.one, name="capsule"),
    path("files/", files.listing, name="files"),
    path("syncs/", syncs.of_repo, name="repo-syncs"),
    path("syncs/<int:number>/", syncs.one, name="sync"),
]

of_a_tenant: list[URLPattern | URLResolver] = [
    path("", home.team, name="team"),
    path("add/", home.add, name="add"),
    path("ask/", ask.asking, name="ask"),
    path("ask/<int:question>/", ask.answer, name="answer"),
    path("answer-stream/", ask.stream, name="answer-stream"),
    path("search/", search.everything, name="search"),
    path("syncs/", syncs.of_team, name="syncs"),
    path("people/", people.listing, name="people"),
    path("people/<int:member>/", people.change, name="person"),
    path("people/<int:member>/remove/", people.remove, name="remove-person"),
    path("credentials/", credentials.listing, name="credentials"),
    path("credentials/<int:credential>/", credentials.change, name="credential"),
    path("credentials/<int:credential>/delete/", credentials.delete, name="delete-credential"),
    path("assistants/", assistants.connect, name="connect"),
    path("tokens/", assistants.tokens, name="tokens"),
    path("tokens/<int:token>/revoke/", assistants.revoke, name="revoke-token"),
    path("llms.txt", llms.of_team, name="llms"),
    path("r/<slug:repo>/", include(of_a_repo)),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.choose, name="home"),
    path("llms.txt", llms.of_everything, name="all-llms"),
    path("sign-in/", account.sign_in, name="sign-in"),
    path("account/password/", account.password, name="password"),
    path("sign-out/", account.sign_out, name="sign-out"),
    path("preferences/theme/", preferences.theme, name="theme"),
    path("preferences/shortcuts/", preferences.shortcuts, name="shortcuts"),
    path("preferences/language/", preferences.language, name="language"),
    path("t/<slug:tenant>/", include(of_a_tenant)),
]
