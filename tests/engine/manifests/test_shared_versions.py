"""Versions that another manifest gives: parents, workspaces, catalogues, central lists, replacements."""

from __future__ import annotations

from apps.engine.manifests import read_manifests


def resolved(texts: dict[str, str], path: str) -> dict[str, tuple[str, str]]:
    facts = read_manifests(texts)
    assert not facts.unknowns
    return {fact.name: (fact.spec, fact.resolved) for fact in facts.dependencies if fact.place.path == path}


def pom(artifact: str, body: str, parent: str = "") -> str:
    above = f"<parent><groupId>g</groupId><artifactId>{parent}</artifactId><version>1</version></parent>" if parent else ""
    return f"<project>{above}<artifactId>{artifact}</artifactId>{body}</project>"


def wanted(name: str, version: str = "", scope: str = "") -> str:
    version = f"<version>{version}</version>" if version else ""
    scope = f"<scope>{scope}</scope>" if scope else ""
    return f"<dependency><groupId>org</groupId><artifactId>{name}</artifactId>{version}{scope}</dependency>"


def test_maven_parents_and_imported_lists() -> None:
    bom = pom(
        "bom",
        "<properties><x>9.1</x></properties>"
        f"<dependencyManagement><dependencies>{wanted('listed', '${x}')}{wanted('managed', '0')}</dependencies></dependencyManagement>",
    )
    top = pom(
        "top",
        "<groupId>g</groupId><version>1</version><properties><a.version>3.4</a.version><b.version>7</b.version></properties>"
        f"<dependencyManagement><dependencies>{wanted('managed', '${a.version}')}"
        "<dependency><groupId>g</groupId><artifactId>bom</artifactId><version>1</version><type>pom</type><scope>import</scope></dependency>"
        "</dependencies></dependencyManagement>",
    )
    below = pom(
        "below",
        "<properties><b.version>8</b.version></properties><dependencies>"
        f"{wanted('managed')}{wanted('listed')}{wanted('own', '${b.version}')}{wanted('elsewhere')}</dependencies>",
        "top",
    )
    texts = {"pom.xml": top, "bom/pom.xml": bom, "below/pom.xml": below}
    assert resolved(texts, "below/pom.xml") == {
        "g:top": ("1", "1"),
        "org:managed": ("", "3.4"),
        "org:listed": ("", "9.1"),
        "org:own": ("${b.version}", "8"),
        "org:elsewhere": ("", ""),
    }


def test_maven_files_that_are_their_own_parents_come_to_an_end() -> None:
    one = pom("one", f"<dependencies>{wanted('x')}</dependencies>", "two")
    two = pom("two", "", "one").replace("<version>1</version>", "<version>1</version><relativePath>../one/pom.xml</relativePath>")
    assert resolved({"one/pom.xml": one, "two/pom.xml": two}, "one/pom.xml")["org:x"] == ("", "")


def test_gradle_catalogue_bundles_lock_tasks_and_modules() -> None:
    texts = {
        "settings.gradle.kts": 'rootProject.name = "shop"\ninclude(":app")\ninclude(\n  ":core:data",\n  ":core:ui"\n)\n',
        "gradle/libs.versions.toml": (
            '[versions]\nokhttp = "4.12.0"\n[libraries]\nokhttp-core = { module = "com.okhttp:okhttp", version.ref = "okhttp" }\n'
            'okhttp-log = { group = "com.okhttp", name = "log", version = "1" }\n[bundles]\nnet = ["okhttp-core", "okhttp-log"]\n'
        ),
        "app/build.gradle.kts": (
            "kotlin {\n  sourceSets {\n    commonMain.dependencies {\n      implementation(libs.bundles.net)\n    }\n  }\n}\n"
            'dependencies {\n  testImplementation("org.junit:junit:4.+")\n}\n'
            'tasks.register<Copy>("pack") {\n  description = "Packs it"\n}\nval check2 by tasks.registering\ntask old(type: Copy) {\n}\n'
        ),
        "app/gradle.lockfile": "# generated\norg.junit:junit:4.13.2=testCompileClasspath\nempty=\n",
    }
    assert resolved(texts, "app/build.gradle.kts") == {
        "com.okhttp:okhttp": ("", "4.12.0"),
        "com.okhttp:log": ("", "1"),
        "org.junit:junit": ("4.+", "4.13.2"),
    }
    facts = read_manifests(texts)
    locked = next(fact for fact in facts.dependencies if fact.name == "org.junit:junit").locked_at
    assert locked is not None and (locked.path, locked.line) == ("app/gradle.lockfile", 2)
    assert [(c.kind, c.name, c.text, c.place.line) for c in facts.commands] == [
        ("gradle task", "pack", "Packs it", 11),
        ("gradle task", "check2", "", 14),
        ("gradle task", "old", "", 15),
        ("gradle module", ":app", "", 2),
        ("gradle module", ":core:data", "", 4),
        ("gradle module", ":core:ui", "", 5),
    ]


def test_go_replacements_and_workspaces() -> None:
    text = (
        "module example.com/shop\n\ngo 1.22\n\nrequire (\n\texample.com/a v1.0.0\n\texample.com/b v1.1.0 // indirect\n"
        "\texample.com/c v1.2.0\n)\nreplace example.com/a => ../a\nreplace (\n\texample.com/c v1.2.0 => example.com/fork v1.3.0\n)\n"
        "exclude example.com/d v0.1.0\n"
    )
    texts = {"go.mod": text, "go.work": "go 1.22\n\nuse (\n\t.\n\t./tools\n)\n"}
    assert resolved(texts, "go.mod") == {
        "example.com/a": ("v1.0.0", ""),
        "example.com/b": ("v1.1.0", "v1.1.0"),
        "example.com/c": ("v1.2.0", "v1.3.0"),
    }
    assert [(c.kind, c.name, c.text) for c in read_manifests(texts).commands] == [
        ("runtime", "Go", "1.22"),
        ("runtime", "Go", "1.22"),
        ("go module", ".", ""),
        ("go module", "./tools", ""),
    ]


def test_cargo_workspace() -> None:
    texts = {
        "Cargo.toml": '[workspace]\nmembers = ["app"]\n[workspace.dependencies]\nrand = "0.8"\n',
        "app/Cargo.toml": '[package]\nname = "app"\n[dependencies]\nrand = { workspace = true }\n',
        "Cargo.lock": '[[package]]\nname = "rand"\nversion = "0.9.1"\n[[package]]\nname = "rand"\nversion = "0.8.5"\n',
    }
    assert resolved(texts, "app/Cargo.toml") == {"rand": ("", "0.8.5")}


def test_dotnet_central_versions_with_properties() -> None:
    texts = {
        "Directory.Packages.props": (
            "<Project><PropertyGroup><Aspire>9.3</Aspire></PropertyGroup><ItemGroup>"
            '<PackageVersion Include="A" Version="$(Aspire)"/><PackageVersion Include="C" Version="1"/>'
            '</ItemGroup><ItemGroup Condition="x"><PackageVersion Include="C" Version="2"/></ItemGroup></Project>'
        ),
        "src/App/App.csproj": (
            "<Project><PropertyGroup><TargetFramework>net9.0</TargetFramework><Own>3</Own></PropertyGroup><ItemGroup>"
            '<PackageReference Include="A"/>\n<PackageReference Include="B" Version="$(Own)" PrivateAssets="all"/>'
            '<PackageReference Include="C"/><PackageReference Include="D" Version="[1,2)"/></ItemGroup></Project>'
        ),
        ".config/dotnet-tools.json": '{"tools": {"dotnet-ef": {"version": "9.0.1", "commands": ["dotnet-ef"]}}}',
    }
    assert resolved(texts, "src/App/App.csproj") == {
        "A": ("", "9.3"),
        "B": ("$(Own)", "3"),
        "C": ("", ""),
        "D": ("[1,2)", ""),
    }
    assert resolved(texts, ".config/dotnet-tools.json") == {"dotnet-ef": ("9.0.1", "9.0.1")}
    facts = read_manifests(texts)
    assert {fact.name: fact.group for fact in facts.dependencies}["B"] == "dev"
    assert [(c.kind, c.name, c.text) for c in facts.commands] == [("runtime", ".NET", "net9.0")]


def test_plugins_that_the_repository_makes_are_no_dependencies() -> None:
    texts = {
        "app/build.gradle.kts": 'plugins {\n  id("shop.conventions")\n  id("org.other") version "2"\n}\n',
        "build-logic/src/main/kotlin/shop.conventions.gradle.kts": 'plugins {\n  kotlin("jvm")\n}\n',
    }
    assert resolved(texts, "app/build.gradle.kts") == {"org.other": ("2", "2")}


def test_gradle_dependencies_under_conditions_and_over_lines() -> None:
    text = (
        'dependencies {\n  if (x) {\n    implementation("a:one:1")\n  } else if (y) {\n    implementation("a:two:2")\n  }\n'
        '  api(\n    "a:three:3"\n  )\n  testImplementation(rootProject.libs.four)\n}\n'
    )
    texts = {"build.gradle.kts": text, "gradle/libs.versions.toml": '[libraries]\nfour = "a:four:4"\n'}
    facts = read_manifests(texts)
    assert [(fact.name, fact.resolved, fact.place.line) for fact in facts.dependencies] == [
        ("a:one", "1", 3),
        ("a:two", "2", 5),
        ("a:three", "3", 7),
        ("a:four", "4", 10),
    ]
