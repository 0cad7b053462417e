"""Writes and reads GGUF files, version 3, little-endian, with tensors of the types F32, F16 and Q8_0.

The format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
"""
import struct

import numpy as np

VERSION = 3
# Types of metadata, and how `struct` writes the scalars.
U32, I32, F32, BOOL, STRING, ARRAY = 4, 5, 6, 7, 8, 9
_SCALARS = {
    0: "<B", 1: "<b", 2: "<H", 3: "<h", U32: "<I", I32: "<i", F32: "<f", BOOL: "<?", 10: "<Q", 11: "<q", 12: "<d",
}
# Types of tensors (ggml_type), and of whole files (llama_ftype): what the matrices of a file mostly are.
TYPE_F32, TYPE_F16, TYPE_Q8_0 = 0, 1, 8
FILE_F16, FILE_Q8_0 = 1, 7
ALIGNMENT = 32  # bytes, from the start of the file: what readers take for granted where `general.alignment` is missing
BLOCK = 32  # numbers that share a scale in Q8_0

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
    """The bytes of a float array as Q8_0: blocks of 32 along the last axis, each an F16 scale and 32 signed bytes.

    The scale is that of ggml's quantize_row_q8_0_ref, the largest of the block over 127. ValueError where the last axis
    is no multiple of 32.
    """
    if array.shape[-1] % BLOCK:
        raise ValueError(f"Q8_0 takes rows of a multiple of {BLOCK} numbers, not of {array.shape[-1]}")
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
    """Writes a file.

    `metadata`: (key, type, value), the value of an ARRAY being (type of the items, items); `tensors`: (name, array of
    floats, type of tensor). Arrays are row-major; GGUF lists their sizes from the last axis to the first.
    """
    infos, blobs, offset = [], [], 0
    for name, array, kind in tensors:
        shape = b"".join(struct.pack("<Q", size) for size in reversed(array.shape))
        infos.append(_string(name) + struct.pack("<I", array.ndim) + shape + struct.pack("<IQ", kind, offset))
        data = _data(array, kind)
        data += b"\0" * (-len(data) % ALIGNMENT)
        blobs.append(data)
        offset += len(data)
    head = b"GGUF" + struct.pack("<IQQ", VERSION, len(tensors), len(metadata))
    head += b"".join(_string(key) + struct.pack("<I", kind) + _value(kind, value) for key, kind, value in metadata)
    head += b"".join(infos)
    head += b"\0" * (-len(head) % ALIGNMENT)
    with open(path, "wb") as file:
        file.write(head)
        for blob in blobs:
            file.write(blob)


class _Reader:
    """Takes values from bytes, one after the other; struct.error where they end."""

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
    """The metadata as a dict, and the tensors as float32 arrays by name, in the order of the file.

    ValueError for a file that is no GGUF file of version 3 or holds tensors of another type.
    """
    with open(path, "rb") as file:
        reader = _Reader(file.read())
    if reader.data[:8] != b"GGUF" + struct.pack("<I", VERSION):
        raise ValueError(f"{path} is no GGUF file of version {VERSION}")
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
    """The tensor of a type that begins at byte `at`, as float32."""
    count = int(np.prod(shape))
    if kind == TYPE_Q8_0:
        blocks = np.frombuffer(data, np.uint8, count // BLOCK * (2 + BLOCK), at).reshape(-1, 2 + BLOCK)
        scale = blocks[:, :2].copy().view(np.float16).astype(np.float32)
        return (blocks[:, 2:].view(np.int8).astype(np.float32) * scale).reshape(shape)
    if kind not in (TYPE_F32, TYPE_F16):
        raise ValueError(f"tensors of GGML type {kind} are not read here")
    numbers = np.frombuffer(data, np.float32 if kind == TYPE_F32 else np.float16, count, at)
    return numbers.reshape(shape).astype(np.float32)


def _metadata(cfg, tokenizer, file_type):
    return [
        ("general.architecture", STRING, "llama"),
        ("general.name", STRING, "edge-micro"),
        ("general.license", STRING, "MIT"),
        ("general.file_type", U32, file_type),
        ("general.quantization_version", U32, 2),
        ("llama.vocab_size", U32, len(tokenizer)),
        ("llama.context_length", U32, cfg["context"]),
        ("llama.embedding_length", U32, cfg["dim"]),
        ("llama.block_count", U32, cfg["layers"]),
        ("llama.feed_forward_length", U32, cfg["ffn"]),
        ("llama.attention.head_count", U32, cfg["heads"]),
        ("llama.attention.head_count_kv", U32, cfg["heads"]),
        ("llama.attention.layer_norm_rms_epsilon", F32, cfg["eps"]),
        ("llama.rope.dimension_count", U32, cfg["dim"] // cfg["heads"]),
        ("llama.rope.freq_base", F32, cfg["rope_base"]),
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


def write_model(path, cfg, weights, tokenizer, quantization):
    """Writes a llama model with its tokenizer.

    `cfg`, `weights`: of parameters.py, the latter float32 arrays by GGUF name; `quantization`: "f16" or "q8_0", the
    type of the matrices. Vectors stay F32. KeyError for another quantization.
    """
    kind, file_type = {"f16": (TYPE_F16, FILE_F16), "q8_0": (TYPE_Q8_0, FILE_Q8_0)}[quantization]
    tensors = [(name, array, TYPE_F32 if array.ndim == 1 else kind) for name, array in weights.items()]
    write(path, _metadata(cfg, tokenizer, file_type), tensors)
