"""FileFacts → what names mean across files, capsules and edges, centrality, components, flows."""

from apps.engine.graph.build import Graph, build_graph, is_test
from apps.engine.graph.resolve import Resolution, Resolver

__all__ = ["Graph", "Resolution", "Resolver", "build_graph", "is_test"]
