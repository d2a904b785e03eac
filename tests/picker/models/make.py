"""Makes the models of the tests of embeddings: `pip install onnx && python make.py`, in this folder.

A table with a vector for each word, so that it can be read off which words are near to which; and the
same with an output for the sentence itself, and with an input that no sentence has.
"""

import json

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

# Words of one row mean the same.
MEANINGS = [
    ["pods", "containers", "running"],
    ["log", "output", "written"],
    ["merge", "join"],
    ["close", "reject"],
    ["request", "proposal"],
    ["list", "show"],
]
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]

vocabulary = SPECIAL + [word for row in MEANINGS for word in row]
table = np.zeros((len(vocabulary), len(MEANINGS)), dtype=np.float32)
for meaning, row in enumerate(MEANINGS):
    for word in row:
        table[vocabulary.index(word), meaning] = 1.0

ids = helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "tokens"])
mask = helper.make_tensor_value_info("attention_mask", TensorProto.INT64, ["batch", "tokens"])
other = helper.make_tensor_value_info("pixels", TensorProto.INT64, ["batch", "tokens"])
each = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "tokens", "width"])
whole = helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, ["batch", "width"])

gather = helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"])
# The mask is used, so that a runtime that is given none of it fails.
weigh = [
    helper.make_node("Cast", ["attention_mask"], ["floats"], to=TensorProto.FLOAT),
    helper.make_node("Unsqueeze", ["floats", "last"], ["weights"]),
    helper.make_node("Mul", ["last_hidden_state", "weights"], ["weighed"]),
    helper.make_node("ReduceMax", ["weighed", "second"], ["sentence_embedding"], keepdims=0),
]
constants = [
    numpy_helper.from_array(table, "table"),
    numpy_helper.from_array(np.array([2], dtype=np.int64), "last"),
    numpy_helper.from_array(np.array([1], dtype=np.int64), "second"),
]


def write(name, nodes, inputs, outputs):
    graph = helper.make_graph(nodes, name, inputs, outputs, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    onnx.checker.check_model(model)
    onnx.save(model, f"{name}.onnx")


write("words", [gather], [ids, mask], [each])
write("sentences", [gather, *weigh], [ids, mask], [each, whole])
write("pictures", [gather], [ids, other], [each])

tokenizer = {
    "version": "1.0",
    "truncation": {"max_length": 8, "strategy": "LongestFirst", "stride": 0},
    "padding": None,
    "added_tokens": [],
    "normalizer": {
        "type": "BertNormalizer",
        "clean_text": True,
        "handle_chinese_chars": True,
        "strip_accents": None,
        "lowercase": True,
    },
    "pre_tokenizer": {"type": "BertPreTokenizer"},
    "post_processor": None,
    "decoder": None,
    "model": {
        "type": "WordPiece",
        "unk_token": "[UNK]",
        "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 100,
        "vocab": {word: at for at, word in enumerate(vocabulary)},
    },
}
with open("tokenizer.json", "w", encoding="utf-8") as file:
    json.dump(tokenizer, file, indent=1)
    file.write("\n")
