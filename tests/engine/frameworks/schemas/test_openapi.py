"""OpenAPI descriptions: routes and schemas where no code registers them, references between files, what describes the code."""

from __future__ import annotations

from tests.engine.frameworks.building import endpoint, facts_of, model, relations, routes, shape

SHOP = """
    openapi: "3.1.0"
    info: {title: Shop}
    servers:
      - url: https://{host}/api/{version}/
        variables: {host: {default: shop.example}, version: {default: v2}}
    paths:
      /pets:
        parameters: []
        get:
          operationId: listPets
          summary: All pets.
        post:
          operationId: addPet
      /pets/{id}:
        $ref: paths/pet.yaml
    components:
      schemas:
        Pet:
          description: An animal.
          required: [name]
          properties:
            name: {type: string, default: Rex}
            born: {type: string, format: date}
            owner: {$ref: '#/components/schemas/Owner'}
            friends: {type: array, items: {$ref: '#/components/schemas/Pet'}}
            tags: {type: array, items: {type: array, items: {type: string}}}
            by_name: {additionalProperties: {$ref: schemas/toy.yaml}}
            state: {type: string, enum: [a, b]}
            either: {oneOf: [{$ref: '#/components/schemas/Owner'}, {type: string}]}
            maybe: {type: [string, "null"]}
        Owner:
          allOf:
            - $ref: '#/components/schemas/Base'
            - properties: {since: {type: integer, deprecated: true}}
        Base: {properties: {id: {type: integer}}}
        Toy: {$ref: schemas/toy.yaml}
        Color: {type: string, enum: [red, green]}
        Text: {type: string}
"""
FILES = {
    "api/openapi.yaml": SHOP,
    "api/paths/pet.yaml": "get:\n  operationId: getPet\n  description: One.\ndelete: {}\n",
    "api/schemas/toy.yaml": "type: object\nproperties:\n  kind:\n    type: string\n",
}


def test_routes() -> None:
    found = facts_of(FILES)
    assert routes(found) == [
        ("DELETE", "/api/v2/pets/{id}", "openapi.yaml"),
        ("GET", "/api/v2/pets", "listPets"),
        ("GET", "/api/v2/pets/{id}", "getPet"),
        ("POST", "/api/v2/pets", "addPet"),
    ]
    one = endpoint(found, "GET", "/api/v2/pets")
    assert (one.place.path, one.place.line, one.place.end_line, one.docstring) == ("api/openapi.yaml", 9, 11, "All pets.")
    assert (one.framework, one.prefix, [place.line for place in one.mounts]) == ("OpenAPI", "/api/v2", [3])
    assert (endpoint(found, "GET", "/api/v2/pets/{id}").place.path, endpoint(found, "GET", "/api/v2/pets/{id}").place.line) == (
        "api/paths/pet.yaml", 1,
    )  # fmt: skip
    (schema,) = found.schemas
    assert (schema.kind, schema.describes, [(root.kind, root.fields) for root in schema.roots]) == (
        "openapi", False, [("operations", 4), ("schemas", 6)],
    )  # fmt: skip


def test_schemas_are_models() -> None:
    found = facts_of(FILES)
    assert [(item.name, item.place.path) for item in found.models] == [
        ("Pet", "api/openapi.yaml"), ("Owner", "api/openapi.yaml"), ("Base", "api/openapi.yaml"), ("Color", "api/openapi.yaml"),
        ("Toy", "api/schemas/toy.yaml"),
    ]  # fmt: skip
    pet = model(found, "Pet")
    assert (pet.kind, pet.framework, pet.docstring, pet.place.line, pet.place.end_line) == (
        "schema",
        "OpenAPI",
        "An animal.",
        18,
        30,
    )
    assert shape(pet) == [
        ("name", "string"), ("born", "string (date)"), ("owner", "Owner"), ("friends", "Pet[]"), ("tags", "string[][]"),
        ("by_name", "map<string, toy>"), ("state", "string"), ("either", "Owner | string"), ("maybe", "string | null"),
    ]  # fmt: skip
    assert [field.detail for field in pet.fields if field.detail] == ["required, default Rex", "one of a, b"]
    assert relations(pet) == [("owner", "to one", "Owner"), ("friends", "to many", "Pet"), ("either", "to one", "Owner")]
    owner = model(found, "Owner")
    assert (owner.bases, shape(owner), owner.fields[0].detail) == (("Base",), [("since", "integer")], "deprecated")
    assert shape(model(found, "Color")) == [("red", ""), ("green", "")]


def test_swagger_in_json() -> None:
    text = '{"swagger": "2.0", "basePath": "/v1", "paths": {"/a": {"get": {"operationId": "api.things.read"}}}, "definitions": {"A": {"properties": {"x": {"type": "integer"}}}}}'
    found = facts_of({"swagger.json": text, "src/api/things.py": "def read():\n    pass\n"})
    one = endpoint(found, "GET", "/v1/a")
    assert (one.symbol, one.place.path, one.registered and one.registered.path) == (
        "src/api/things.py#read",
        "src/api/things.py",
        "swagger.json",
    )
    assert shape(model(found, "A")) == [("x", "integer")]


def test_a_description_of_the_code_tells_nothing_new() -> None:
    app = "from fastapi import FastAPI\napp = FastAPI()\n@app.get('/api/v2/pets/{pet_id}')\ndef one(): ...\n"
    found = facts_of({**FILES, "main.py": app})
    assert routes(found) == [("GET", "/api/v2/pets/{pet_id}", "one")]
    assert [schema.describes for schema in found.schemas] == [True]
    assert not [item for item in found.models if item.framework == "OpenAPI"]


def test_a_description_of_another_system_is_said() -> None:
    app = "from fastapi import FastAPI\napp = FastAPI()\n" + "".join(f"@app.get('/x{n}')\ndef f{n}(): ...\n" for n in range(5))
    found = facts_of({**FILES, "main.py": app})
    assert len(found.endpoints) == 5
    assert [(item.kind, item.what) for item in found.unknowns] == [("api schema", "api/openapi.yaml")]
    found = facts_of(FILES, dependencies=("openapi-typescript",))
    assert (found.endpoints, found.models) == ((), ())
    assert "a client is made from it" in found.unknowns[0].reason


def test_several_bases_leave_the_prefix_open() -> None:
    found = facts_of({"openapi.yaml": "openapi: 3.0.0\nservers: [{url: /v1}, {url: /v2}]\npaths: {/a: {get: {}}}\n"})
    assert [(item.path, item.prefix_known) for item in found.endpoints] == [("…/a", False)]


def test_what_cannot_be_read_is_said() -> None:
    found = facts_of({"openapi.yaml": "openapi: 3.0.0\npaths: [\n", "other.yaml": "a: b\n", "loop.yaml": LOOP})
    assert [(item.what, item.place and item.place.path) for item in found.unknowns] == [("openapi.yaml", "openapi.yaml")]
    assert [item.path for item in found.endpoints] == ["/b"]


LOOP = """
    openapi: 3.0.0
    paths:
      /a: {$ref: '#/paths/~1a'}
      /b: {get: {}}
      /c: {$ref: 'https://elsewhere.example/x.yaml'}
      /d: {$ref: '../../outside.yaml'}
"""


def test_the_controller_that_implements_the_interface_made_from_the_description_answers() -> None:
    head = "package shop;\n\nimport org.springframework.web.bind.annotation.RestController;\n\n"
    found = facts_of(
        {
            **FILES,
            "src/main/java/shop/PetController.java": head
            + """@RestController
@PreAuthorize("hasRole('KEEPER')")
public class PetController implements PetsApi {
    @Override
    public List<Pet> listPets() { return null; }

    @Secured("ADMIN")
    @Override
    public Pet addPet(Pet pet) { return pet; }

    public Pet getPet(int id) { return null; }
}
""",
            "src/main/java/shop/PetService.java": "package shop;\n\npublic class PetService { public Pet addPet(Pet pet) { return pet; } }\n",
        }
    )
    path = "src/main/java/shop/PetController.java"
    listed, added = endpoint(found, "GET", "/api/v2/pets"), endpoint(found, "POST", "/api/v2/pets")
    assert (listed.handler, listed.place.path, listed.auth) == ("PetController.listPets", path, "@PreAuthorize")
    assert listed.auth_at is not None and (listed.auth_at.path, listed.auth_at.line) == (path, 6)
    assert listed.documented == listed.registered and listed.docstring == "All pets."
    assert (added.handler, added.symbol, added.auth) == ("PetController.addPet", f"{path}#PetController.addPet", "@Secured")
    # It overrides nothing, so that it may be another method of the name.
    assert endpoint(found, "GET", "/api/v2/pets/{id}").handler == "getPet"


def test_of_two_controllers_with_a_method_of_the_name_none_is_taken() -> None:
    java = """
        package shop;

        import org.springframework.web.bind.annotation.RestController;

        @RestController
        public class NAME implements PetsApi {
            @Override
            public List<Pet> listPets() { return null; }
        }
    """
    one, two = "src/main/java/shop/One.java", "src/main/java/shop/Two.java"
    found = facts_of({**FILES, one: java.replace("NAME", "One"), two: java.replace("NAME", "Two")})
    assert endpoint(found, "GET", "/api/v2/pets").handler == "listPets"
