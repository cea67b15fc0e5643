"""Facts of single files → the graph of the repository: names joined, calls resolved, symbols ranked, parts and flows found."""

from apps.engine.graph.build import Graph, build_graph
from apps.engine.graph.entities import Resolution
from apps.engine.graph.modules import ModuleMaps, Modules
from apps.engine.graph.resolve import Resolver
from apps.engine.graph.testfiles import is_test

__all__ = ["Graph", "ModuleMaps", "Modules", "Resolution", "Resolver", "build_graph", "is_test"]
