"""Starts a network from a GGUF file, whose vocabulary may be another and whose feed-forward parts may be narrower."""
import torch

import gguf
from parameters import from_gguf, rope_divisors

# What has to be the same: the key in the file's metadata, and in the network's `cfg`.
_SIZES = {"llama.embedding_length": "dim", "llama.block_count": "layers", "llama.attention.head_count": "heads"}


def start_from(net, path, tokenizer, seed=0):
    """Loads the weights of the GGUF file `path` into `net`, the embedding by the text of each token.

    A token that the file lacks gets a random vector, and feed-forward neurons that it lacks change nothing at first.
    Gives the number of such tokens. ValueError where the file is no GGUF file, or a network of other sizes or whose heads
    turn otherwise.
    """
    metadata, tensors = gguf.read(path)
    for key, size in _SIZES.items():
        if metadata.get(key) != net.cfg[size]:
            raise ValueError(f"{path} has {key} {metadata.get(key)}, the network {net.cfg[size]}")
    # A file that does not say lets all turn, as llama.cpp has it.
    divisors = rope_divisors(net.cfg).numpy()
    if not (tensors.get("rope_freqs.weight", 1.0) == divisors).all():
        raise ValueError(f"{path} turns other pairs of its heads than the network does")
    generator = torch.Generator().manual_seed(seed)
    _widen(tensors, net.cfg["ffn"], generator)
    known = torch.from_numpy(tensors["token_embd.weight"])
    embedding, missing = _embedding(metadata["tokenizer.ggml.tokens"], known, tokenizer, generator)
    tensors["token_embd.weight"] = embedding.numpy()
    net.load(from_gguf(net.cfg, tensors))
    return missing


def _widen(tensors, ffn, generator):
    """Brings the feed-forward matrices to `ffn` neurons: random ones, whose way out is zero until they have learnt."""
    for name, array in tensors.items():
        if not any(part in name for part in (".ffn_gate.", ".ffn_up.", ".ffn_down.")):
            continue
        old, down = torch.from_numpy(array), ".ffn_down." in name
        missing = ffn - old.shape[1 if down else 0]
        if missing < 0:
            raise ValueError(f"{name} has {ffn - missing} neurons, the network {ffn}")
        if missing == 0:
            continue
        if down:
            wide = torch.cat([old, torch.zeros(old.shape[0], missing)], 1)
        else:
            wide = torch.cat([old, torch.randn(missing, old.shape[1], generator=generator) * old.std()])
        tensors[name] = wide.numpy()


def _embedding(texts, known, tokenizer, generator):
    """The embedding [V, D] of the tokenizer's tokens, from known [len(texts), D], and how many of them are new."""
    at = {text: row for row, text in enumerate(texts)}
    embedding = torch.randn(len(tokenizer), known.shape[1], generator=generator) * known.std()
    found = [(row, at[text]) for row, text in enumerate(tokenizer.tokens) if text in at and "reserved_" not in text]
    for row, source in found:
        embedding[row] = known[source]
    return embedding, len(tokenizer) - len(found)
