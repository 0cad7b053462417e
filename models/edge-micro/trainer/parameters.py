"""The network's parameters: sizes, first values, names in a GGUF file.

In a checkpoint `emb` [V, D] is the embedding and, transposed, the output. Layer i has the matrices `i.qkv` [3·D, D],
`i.o` [D, D], `i.gu` [2·F, D] (gates, then ups) and `i.down` [D, F]; `i.n1` and `i.n2` [D] are the weights of its norms
before the attention and before the feed-forward part. `norm` [D] is that of the last norm. All are float32.
"""
import math

import torch

# `rope_pairs`: so many of the K/2 pairs of a head turn with the position; the others compare alike at any distance.
_SIZES = dict(dim=256, layers=6, heads=4, ffn=1024, context=4096, eps=1e-5, rope_base=10000.0, rope_pairs=16)
# A pair that is slowed down by this turns, over the whole context, by less than a float32 rounds what is turned.
_NEVER = 1e12

# A layer's parameters and what GGUF calls the parts that each is made of, in the order of the file.
_PARTS = {
    "n1": ["attn_norm"],
    "qkv": ["attn_q", "attn_k", "attn_v"],
    "o": ["attn_output"],
    "n2": ["ffn_norm"],
    "gu": ["ffn_gate", "ffn_up"],
    "down": ["ffn_down"],
}


def config(vocab):
    """The `cfg` of a network of `vocab` tokens."""
    return dict(_SIZES, vocab=vocab)


def initial(cfg, seed):
    """Random parameters by name. What adds to the residual stream starts smaller the more layers add (as in GPT-2)."""
    dim, ffn, layers = cfg["dim"], cfg["ffn"], cfg["layers"]
    generator = torch.Generator().manual_seed(seed)

    def normal(*shape, std):
        return torch.randn(*shape, generator=generator) * std

    params = {"emb": normal(cfg["vocab"], dim, std=0.02)}
    for i in range(layers):
        params[f"{i}.qkv"] = normal(3 * dim, dim, std=dim ** -0.5)
        params[f"{i}.o"] = normal(dim, dim, std=dim ** -0.5 / math.sqrt(2 * layers))
        params[f"{i}.gu"] = normal(2 * ffn, dim, std=dim ** -0.5)
        params[f"{i}.down"] = normal(dim, ffn, std=ffn ** -0.5 / math.sqrt(2 * layers))
        params[f"{i}.n1"] = torch.ones(dim)
        params[f"{i}.n2"] = torch.ones(dim)
    params["norm"] = torch.ones(dim)
    return params


def to_gguf(cfg, params):
    """Float32 arrays by GGUF name, in the order of the file."""
    tensors = {"token_embd.weight": params["emb"]}
    for i in range(cfg["layers"]):
        for name, parts in _PARTS.items():
            rows = params[f"{i}.{name}"].chunk(len(parts))
            tensors.update({f"blk.{i}.{part}.weight": each for part, each in zip(parts, rows)})
    tensors["output_norm.weight"] = params["norm"]
    tensors["rope_freqs.weight"] = rope_divisors(cfg)
    return {name: tensor.numpy() for name, tensor in tensors.items()}


def rope_divisors(cfg):
    """What llama.cpp divides the speed of each of a head's pairs by: [K/2]. Those from `rope_pairs` on do not turn."""
    divisors = torch.ones(cfg["dim"] // cfg["heads"] // 2)
    divisors[cfg["rope_pairs"]:] = _NEVER
    return divisors


def from_gguf(cfg, tensors):
    """The parameters in a file's tensors; KeyError where one is missing."""
    params = {"emb": torch.from_numpy(tensors["token_embd.weight"])}
    for i in range(cfg["layers"]):
        for name, parts in _PARTS.items():
            rows = [torch.from_numpy(tensors[f"blk.{i}.{part}.weight"]) for part in parts]
            params[f"{i}.{name}"] = torch.cat(rows)
    params["norm"] = torch.from_numpy(tensors["output_norm.weight"])
    return params
