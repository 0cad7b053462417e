"""Writes and reads GGUF v3 files (F32, F16, Q8_0) of llama-architecture models.

The format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
"""
import struct

import numpy as np

U32, I32, F32, BOOL, STRING, ARRAY = 4, 5, 6, 7, 8, 9
_SCALARS = {0: "<B", 1: "<b", 2: "<H", 3: "<h", U32: "<I", I32: "<i", F32: "<f", BOOL: "<?", 10: "<Q", 11: "<q", 12: "<d"}
TYPE_F32, TYPE_F16, TYPE_Q8_0 = 0, 1, 8
ALIGNMENT = 32
BLOCK = 32

CHAT_TEMPLATE = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)


def _string(text):
    data = text.encode("utf-8")
    return struct.pack("<Q", len(data)) + data


def _value(kind, value):
    if kind == STRING:
        return _string(value)
    if kind == ARRAY:
        item, values = value
        return struct.pack("<IQ", item, len(values)) + b"".join(_value(item, each) for each in values)
    return struct.pack(_SCALARS[kind], value)


def quantized(array):
    """Q8_0: blocks of 32 along the last axis, each an F16 scale and 32 signed bytes."""
    blocks = array.reshape(-1, BLOCK).astype(np.float32)
    scale = np.abs(blocks).max(axis=1, keepdims=True) / 127.0
    inverse = np.divide(1.0, scale, out=np.zeros_like(scale), where=scale > 0)
    out = np.empty((len(blocks), 2 + BLOCK), np.uint8)
    out[:, :2] = scale.astype(np.float16).view(np.uint8)
    out[:, 2:] = np.rint(blocks * inverse).astype(np.int8).view(np.uint8)
    return out.tobytes()


def _data(array, kind):
    if kind == TYPE_Q8_0:
        return quantized(array)
    return array.astype(np.float32 if kind == TYPE_F32 else np.float16).tobytes()


def write(path, metadata, tensors):
    """`metadata`: (key, kind, value); `tensors`: (name, row-major array, type)."""
    infos, blobs, offset = [], [], 0
    for name, array, kind in tensors:
        shape = b"".join(struct.pack("<Q", size) for size in reversed(array.shape))
        infos.append(_string(name) + struct.pack("<I", array.ndim) + shape + struct.pack("<IQ", kind, offset))
        data = _data(array, kind)
        data += b"\0" * (-len(data) % ALIGNMENT)
        blobs.append(data)
        offset += len(data)
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(metadata))
    head += b"".join(_string(key) + struct.pack("<I", kind) + _value(kind, value) for key, kind, value in metadata)
    head += b"".join(infos)
    head += b"\0" * (-len(head) % ALIGNMENT)
    with open(path, "wb") as file:
        file.write(head)
        for blob in blobs:
            file.write(blob)


class _Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, form):
        (value,) = struct.unpack_from(form, self.data, self.at)
        self.at += struct.calcsize(form)
        return value

    def string(self):
        size = self.take("<Q")
        self.at += size
        return self.data[self.at - size:self.at].decode("utf-8")

    def value(self, kind):
        if kind == STRING:
            return self.string()
        if kind == ARRAY:
            item, count = self.take("<I"), self.take("<Q")
            return [self.value(item) for _ in range(count)]
        return self.take(_SCALARS[kind])


def read(path):
    """The metadata as a dict, and the tensors as float32 arrays by name."""
    with open(path, "rb") as file:
        reader = _Reader(file.read())
    if reader.data[:4] != b"GGUF":
        raise ValueError(f"{path} is no GGUF file")
    reader.at = 8
    tensors, fields = reader.take("<Q"), reader.take("<Q")
    metadata = {}
    for _ in range(fields):
        key = reader.string()
        metadata[key] = reader.value(reader.take("<I"))
    infos = []
    for _ in range(tensors):
        name = reader.string()
        shape = [reader.take("<Q") for _ in range(reader.take("<I"))][::-1]
        infos.append((name, shape, reader.take("<I"), reader.take("<Q")))
    start = reader.at + (-reader.at % ALIGNMENT)
    return metadata, {name: _array(reader.data, start + offset, shape, kind) for name, shape, kind, offset in infos}


def _array(data, at, shape, kind):
    count = int(np.prod(shape))
    if kind == TYPE_Q8_0:
        blocks = np.frombuffer(data, np.uint8, count // BLOCK * (2 + BLOCK), at).reshape(-1, 2 + BLOCK)
        scale = blocks[:, :2].copy().view(np.float16).astype(np.float32)
        return (blocks[:, 2:].view(np.int8).astype(np.float32) * scale).reshape(shape)
    if kind not in (TYPE_F32, TYPE_F16):
        raise ValueError(f"tensors of GGML type {kind} are not read here")
    return np.frombuffer(data, np.float32 if kind == TYPE_F32 else np.float16, count, at).reshape(shape).astype(np.float32)


def _metadata(shape, tokenizer, file_type):
    return [
        ("general.architecture", STRING, "llama"),
        ("general.name", STRING, "edge-micro"),
        ("general.license", STRING, "MIT"),
        ("general.file_type", U32, file_type),
        ("general.quantization_version", U32, 2),
        ("llama.vocab_size", U32, len(tokenizer)),
        ("llama.context_length", U32, shape["context"]),
        ("llama.embedding_length", U32, shape["dim"]),
        ("llama.block_count", U32, shape["layers"]),
        ("llama.feed_forward_length", U32, shape["ffn"]),
        ("llama.attention.head_count", U32, shape["heads"]),
        ("llama.attention.head_count_kv", U32, shape["heads"]),
        ("llama.attention.layer_norm_rms_epsilon", F32, shape["eps"]),
        ("llama.rope.dimension_count", U32, shape["dim"] // shape["heads"]),
        ("llama.rope.freq_base", F32, shape["rope_base"]),
        ("tokenizer.ggml.model", STRING, "gpt2"),
        ("tokenizer.ggml.pre", STRING, "qwen2"),
        ("tokenizer.ggml.tokens", ARRAY, (STRING, tokenizer.tokens)),
        ("tokenizer.ggml.token_type", ARRAY, (I32, tokenizer.types)),
        ("tokenizer.ggml.merges", ARRAY, (STRING, [f"{left} {right}" for left, right in tokenizer.merges])),
        # Chat wrappers put the beginning-of-sequence token before the prompt, and so do the shards.
        ("tokenizer.ggml.bos_token_id", U32, tokenizer.bos),
        ("tokenizer.ggml.eos_token_id", U32, tokenizer.eos),
        ("tokenizer.ggml.eot_token_id", U32, tokenizer.eos),
        ("tokenizer.ggml.padding_token_id", U32, tokenizer.pad),
        ("tokenizer.ggml.add_bos_token", BOOL, False),
        ("tokenizer.ggml.add_eos_token", BOOL, False),
        ("tokenizer.chat_template", STRING, CHAT_TEMPLATE),
    ]


def write_model(path, shape, weights, tokenizer, quantization):
    """`weights`: float32 arrays by GGUF name; `quantization`: "f16" or "q8_0". Vectors stay F32."""
    kind, file_type = {"f16": (TYPE_F16, 1), "q8_0": (TYPE_Q8_0, 7)}[quantization]
    tensors = [(name, array, TYPE_F32 if array.ndim == 1 else kind) for name, array in weights.items()]
    write(path, _metadata(shape, tokenizer, file_type), tensors)
