"""Routes of Symfony and operations of API Platform."""

from __future__ import annotations

from tests.engine.frameworks.building import endpoint, facts_of, routes

CONTROLLER = """
    <?php
    namespace App\\Controller;

    use Symfony\\Component\\Routing\\Attribute\\Route;
    use Symfony\\Component\\Security\\Http\\Attribute\\IsGranted;

    #[Route('/blog', name: 'blog_')]
    #[IsGranted('ROLE_USER')]
    class BlogController
    {
        private const ONE = '/{id}';

        /** Lists. */
        #[Route('/', name: 'index', methods: ['GET'])]
        #[Route('/rss.xml', name: 'rss', methods: 'GET')]
        public function index() {}

        #[Route(self::ONE, methods: ['GET', 'POST'])]
        #[IsGranted('edit', subject: 'post')]
        public function edit() {}

        #[Route(path: ['en' => '/about', 'nl' => '/over-ons'])]
        public function about() {}

        #[Route('/' . PREFIX_OF_NOTHING)]
        public function unknown() {}

        public function helper() {}
    }

    #[Route('/ping', methods: ['HEAD'])]
    class PingController { public function __invoke() {} }
"""
ANNOTATED = """
    <?php
    namespace App\\Controller;

    use Symfony\\Component\\Routing\\Annotation\\Route;

    /**
     * @Route("/old", name="old_")
     */
    class OldController
    {
        /**
         * Shows it.
         *
         * @Route("/{id}", name="show", methods={"GET", "DELETE"}, requirements={"id"="\\d+"})
         */
        public function show() {}
    }
"""
YAML = """
    controllers:
        resource:
            path: ../src/Controller/
            namespace: App\\Controller
        type: attribute
        prefix: /site
        name_prefix: site_
    health:
        path: /health
        controller: App\\Controller\\OldController::show
        methods: GET|HEAD
    more:
        resource: more.yaml
        prefix: more
    when@dev:
        profiler:
            path: /_profiler
"""


def test_attributes_below_their_class() -> None:
    found = facts_of({"src/Controller/BlogController.php": CONTROLLER})
    assert routes(found) == [
        ("ANY", "/blog/about", "BlogController.about"),
        ("ANY", "/blog/over-ons", "BlogController.about"),
        ("GET", "/blog/", "BlogController.index"),
        ("GET", "/blog/rss.xml", "BlogController.index"),
        ("GET", "/blog/{id}", "BlogController.edit"),
        ("HEAD", "/ping", "PingController"),
        ("POST", "/blog/{id}", "BlogController.edit"),
    ]
    index = endpoint(found, "GET", "/blog/")
    assert (index.name, index.auth, index.prefix, index.docstring) == ("blog_index", "IsGranted(ROLE_USER)", "/blog", "Lists.")
    assert index.registered is not None and index.registered.line == 14
    assert endpoint(found, "GET", "/blog/{id}").auth == "IsGranted(edit)"
    assert [(item.kind, item.what) for item in found.unknowns] == [("endpoint", "BlogController.unknown")]


def test_annotations_and_what_configuration_puts_in_front() -> None:
    found = facts_of(
        {
            "src/Controller/OldController.php": ANNOTATED,
            "config/routes.yaml": YAML,
            "config/more.yaml": "page:\n    path: /page\n    controller: App\\Nothing\\Here\n",
        }
    )
    assert routes(found) == [
        ("ANY", "/more/page", "Here"),
        ("DELETE", "/site/old/{id}", "OldController.show"),
        ("GET", "/health", "OldController.show"),
        ("GET", "/site/old/{id}", "OldController.show"),
        ("HEAD", "/health", "OldController.show"),
    ]
    show = endpoint(found, "GET", "/site/old/{id}")
    assert (show.name, show.prefix) == ("site_old_show", "/site/old")
    assert [item.path for item in show.mounts] == ["config/routes.yaml", "src/Controller/OldController.php"]
    assert endpoint(found, "GET", "/health").symbol == "src/Controller/OldController.php#OldController.show"


def test_resources_list_their_operations_or_are_unknown() -> None:
    found = facts_of(
        {
            "src/Entity/Book.php": """
                <?php
                namespace App\\Entity;
                use ApiPlatform\\Metadata\\ApiResource;
                use ApiPlatform\\Metadata\\Get;
                use ApiPlatform\\Metadata\\Post;

                #[ApiResource(operations: [new Get(uriTemplate: '/books/{id}', security: "is_granted('ROLE_USER')"), new Post()])]
                class Book {}
            """
        }
    )
    assert routes(found) == [("GET", "…/books/{id}", "Book")]
    assert found.endpoints[0].auth == "is_granted('ROLE_USER')"
    assert [item.what for item in found.unknowns] == ["Book"]
    assert found.frameworks == ("API Platform", "Symfony")
