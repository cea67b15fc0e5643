"""all-MiniLM-L6-v2 as an int8 ONNX graph, made from its weights with numpy alone.

Input: `input_ids` and `attention_mask`, int64 (texts, tokens).  Output: `embedding`, float32 (texts, 384), the mean of the
tokens' states at length 1.  Weights are held as whole numbers of seven bits with a scale per output column (per row for
words): seven, since processors without dot products of bytes add pairs of products in 16 bits, which eight would overflow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

LAYERS, WIDTH, HEADS, EPSILON = 6, 384, 12, 1e-12
LARGEST = 64  # of a weight as a whole number
CONTRIBUTED = "com.microsoft"  # onnxruntime's own operators

Weights = Mapping[str, NDArray[Any]]


def build_graph(weights: Weights) -> bytes:
    """The graph of a BERT encoder with these weights, as a file's content.  Raises `KeyError` where a weight is missing."""
    graph = _Graph(weights)
    state = graph.embeddings()
    for layer in range(LAYERS):
        state = graph.layer(state, f"encoder.layer.{layer}.", f"l{layer}_")
    graph.pooling(state)
    return graph.content()


class _Graph:
    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._values: list[onnx.TensorProto] = []
        self._nodes: list[onnx.NodeProto] = []

    def _value(self, name: str, value: NDArray[Any]) -> str:
        self._values.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def _node(self, operator: str, inputs: Sequence[str], outputs: Sequence[str], domain: str = "", **attributes: Any) -> str:
        self._nodes.append(helper.make_node(operator, inputs, outputs, name=outputs[0], domain=domain, **attributes))
        return outputs[0]

    def _weight(self, name: str) -> NDArray[np.float32]:
        return self._weights[name].astype(np.float32)

    def _bias(self, name: str, key: str) -> str:
        return self._value(name, self._weight(key))

    def _quantised(self, name: str, matrix: NDArray[np.float32]) -> tuple[str, str, str]:
        """A matrix (in, out): its whole numbers, the scale of each column, and zero points, which are all zero."""
        scales = np.maximum(np.abs(matrix).max(axis=0), 1e-12) / LARGEST
        whole = np.rint(matrix / scales).astype(np.int8)
        zeros = np.zeros(matrix.shape[1], np.int8)
        return self._value(name, whole), self._value(f"{name}_scale", scales), self._value(f"{name}_zero", zeros)

    def _linear(self, name: str, state: str, key: str, *, bias: bool) -> str:
        quantised = self._quantised(f"{name}_weight", self._weight(f"{key}.weight").T)
        inputs = [state, *quantised, *([self._bias(f"{name}_bias", f"{key}.bias")] if bias else [])]
        return self._node("DynamicQuantizeMatMul", inputs, [name], CONTRIBUTED)

    def _norm(self, name: str, state: str, skipped: str, key: str, bias: str) -> str:
        gain, shift = self._bias(f"{name}_gain", f"{key}.LayerNorm.weight"), self._bias(f"{name}_shift", f"{key}.LayerNorm.bias")
        inputs = [state, skipped, gain, shift, self._bias(f"{name}_bias", bias)]
        return self._node("SkipLayerNormalization", inputs, [name], CONTRIBUTED, epsilon=EPSILON)

    def embeddings(self) -> str:
        """States of the tokens before the first layer."""
        words = self._weight("embeddings.word_embeddings.weight")
        scales = np.maximum(np.abs(words).max(axis=1, keepdims=True), 1e-12) / 127
        self._value("words", np.rint(words / scales).astype(np.int8))
        self._value("word_scales", scales)
        places = (
            self._weight("embeddings.position_embeddings.weight") + self._weight("embeddings.token_type_embeddings.weight")[0]
        )
        self._value("places", places)
        for number, name in enumerate(("zero", "one", "two")):
            self._value(name, np.array([number], np.int64))
        self._node("Gather", ["words", "input_ids"], ["word_bytes"])
        self._node("Cast", ["word_bytes"], ["word_numbers"], to=TensorProto.FLOAT)
        self._node("Gather", ["word_scales", "input_ids"], ["word_scale"])
        self._node("Mul", ["word_numbers", "word_scale"], ["word_states"])
        self._node("Shape", ["input_ids"], ["shape"])
        self._node("Slice", ["shape", "one", "two", "zero"], ["length"])
        self._node("Slice", ["places", "zero", "length", "zero"], ["place_states"])
        self._node("Add", ["word_states", "place_states"], ["summed"])
        self._node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT)
        self._node("Cast", ["attention_mask"], ["mask_whole"], to=TensorProto.INT32)
        gain = self._bias("embeddings_gain", "embeddings.LayerNorm.weight")
        shift = self._bias("embeddings_shift", "embeddings.LayerNorm.bias")
        return self._node("LayerNormalization", ["summed", gain, shift], ["embedded"], axis=-1, epsilon=EPSILON)

    def layer(self, state: str, key: str, name: str) -> str:
        """States after one layer: attention, then two linear steps."""
        parts = ("query", "key", "value")
        matrix = np.concatenate([self._weight(f"{key}attention.self.{part}.weight").T for part in parts], axis=1)
        bias = np.concatenate([self._weight(f"{key}attention.self.{part}.bias") for part in parts])
        weight, scale, zero = self._quantised(f"{name}attention_weight", matrix)
        bytes_, step, offset = f"{name}bytes", f"{name}step", f"{name}offset"
        self._node("DynamicQuantizeLinear", [state], [bytes_, step, offset])
        attended = self._node(
            "QAttention",
            [bytes_, weight, self._value(f"{name}attention_bias", bias), step, scale, "mask_whole", offset, zero],
            [f"{name}attended"],
            CONTRIBUTED,
            num_heads=HEADS,
        )
        output = f"{key}attention.output"
        joined = self._linear(f"{name}joined", attended, f"{output}.dense", bias=False)
        normed = self._norm(f"{name}normed", joined, state, output, f"{output}.dense.bias")
        wide = self._linear(f"{name}wide", normed, f"{key}intermediate.dense", bias=False)
        bent = self._node(
            "BiasGelu", [wide, self._bias(f"{name}wide_bias", f"{key}intermediate.dense.bias")], [f"{name}bent"], CONTRIBUTED
        )
        narrow = self._linear(f"{name}narrow", bent, f"{key}output.dense", bias=False)
        return self._norm(f"{name}state", narrow, normed, f"{key}output", f"{key}output.dense.bias")

    def pooling(self, state: str) -> None:
        """The mean of the states of real tokens, at length 1."""
        self._value("last", np.array([-1], np.int64))
        self._node("Unsqueeze", ["mask", "last"], ["mask_column"])
        self._node("Mul", [state, "mask_column"], ["masked"])
        self._node("ReduceSum", ["masked", "one"], ["sum"], keepdims=0)
        self._node("ReduceSum", ["mask", "one"], ["count"], keepdims=1)
        self._node("Div", ["sum", "count"], ["mean"])
        self._node("LpNormalization", ["mean"], ["embedding"], axis=-1, p=2)

    def content(self) -> bytes:
        """The whole as a file."""
        inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["n", "s"]) for name in ("input_ids", "attention_mask")]
        outputs = [helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["n", WIDTH])]
        graph = helper.make_graph(self._nodes, "all-MiniLM-L6-v2", inputs, outputs, self._values)
        model = helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(CONTRIBUTED, 1)], ir_version=8
        )
        content: bytes = model.SerializeToString(deterministic=True)
        return content
