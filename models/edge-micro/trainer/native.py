"""The kernels of kernels.c, called with tensors: sizes are read off the shapes, and each function gives what it makes.

Letters in shapes: B conversations of L positions, T = B·L; D the width of the network; H heads of K = D/H numbers;
F feed-forward neurons; V tokens; R positions that have a loss. What is not called bfloat16 or int64 is float32.

The library is the file that EDGE_MODEL_KERNELS names, else kernels.so in this folder; importing this module raises
FileNotFoundError where it is missing. A tensor of another dtype, or with gaps, raises ctypes.ArgumentError.
"""
import ctypes
import os
from pathlib import Path
from typing import NamedTuple

import torch

HALF = torch.bfloat16


def _load():
    path = Path(os.environ.get("EDGE_MODEL_KERNELS") or Path(__file__).with_name("kernels.so")).resolve()
    if not path.is_file():
        raise FileNotFoundError(f"{path}: compile kernels.c as its first lines say, or name it in EDGE_MODEL_KERNELS")
    return ctypes.CDLL(str(path))


class _Array:
    """The type of an argument that is a tensor: C gets the address of its first number, and NULL for None."""

    def __init__(self, dtype):
        self.dtype = dtype

    def from_param(self, tensor):
        if tensor is None:
            return None
        if tensor.dtype != self.dtype or not tensor.is_contiguous():
            raise TypeError(f"wants {self.dtype} without gaps, not {tensor.dtype} with strides {tensor.stride()}")
        return ctypes.c_void_p(tensor.data_ptr())


F32, BF16, I64 = _Array(torch.float32), _Array(HALF), _Array(torch.int64)
LONG, FLOAT = ctypes.c_long, ctypes.c_float
_LIBRARY = _load()


def _kernel(name, *types):
    function = getattr(_LIBRARY, name)
    function.argtypes, function.restype = types, None
    return function


# As kernels.c declares them: tests/test_native.py compares the two.
_add_rmsnorm = _kernel("add_rmsnorm", F32, BF16, F32, BF16, F32, F32, LONG, LONG, FLOAT)
_rmsnorm_bwd = _kernel("rmsnorm_bwd", BF16, F32, F32, F32, F32, BF16, F32, LONG, LONG)
_rope_split = _kernel("rope_split", BF16, BF16, BF16, BF16, F32, F32, LONG, LONG, LONG, LONG)
_rope_merge_bwd = _kernel("rope_merge_bwd", BF16, BF16, BF16, BF16, F32, F32, LONG, LONG, LONG, LONG)
_heads_to_rows = _kernel("heads_to_rows", BF16, BF16, LONG, LONG, LONG, LONG)
_rows_to_heads = _kernel("rows_to_heads", BF16, BF16, LONG, LONG, LONG, LONG)
_causal_softmax = _kernel("causal_softmax", BF16, LONG, LONG, FLOAT)
_causal_softmax_bwd = _kernel("causal_softmax_bwd", BF16, BF16, LONG, LONG, FLOAT)
_swiglu = _kernel("swiglu", BF16, BF16, LONG, LONG)
_swiglu_bwd = _kernel("swiglu_bwd", BF16, BF16, LONG, LONG)
_cross_entropy = _kernel("cross_entropy", BF16, I64, F32, F32, F32, LONG, LONG)
_embed = _kernel("embed", F32, I64, F32, LONG, LONG)
_embed_bwd = _kernel("embed_bwd", F32, I64, F32, LONG, LONG)
_add_bf16 = _kernel("add_bf16", F32, BF16, LONG)
_adamw = _kernel("adamw", F32, F32, F32, F32, BF16, LONG, FLOAT, FLOAT, FLOAT, FLOAT, FLOAT, FLOAT, FLOAT, FLOAT)


class Normed(NamedTuple):
    """A residual stream, its RMSNorm, and what the way back needs."""

    residual: torch.Tensor  # [T, D]
    output: torch.Tensor  # bfloat16 [T, D]: the norm of the residual
    inverse: torch.Tensor  # [T]: 1 / root of the mean square of each row


def add_rmsnorm(residual, branch, weight, eps):
    """RMSNorm of residual [T, D] plus branch, bfloat16 [T, D] or None, with weight [D]: the `Normed` of the sum."""
    total = residual if branch is None else torch.empty_like(residual)
    normed = Normed(total, torch.empty_like(residual, dtype=HALF), torch.empty(len(residual)))
    _add_rmsnorm(residual, branch, weight, normed.output, normed.inverse, total, *residual.shape, eps)
    return normed


def rmsnorm_bwd(d_output, normed, weight, d_residual, d_residual_half, d_weight):
    """From d_output, bfloat16 [T, D]: adds to d_residual [T, D] and d_weight [D]; d_residual_half copies d_residual."""
    shape = d_output.shape
    _rmsnorm_bwd(d_output, normed.residual, weight, normed.inverse, d_residual, d_residual_half, d_weight, *shape)


def rope_split(qkv, cosines, sines):
    """bfloat16 [B, L, 3, H, K] to queries and keys, rotated by their positions, and values: bfloat16 [B·H, L, K]."""
    batch, length, _, heads, width = qkv.shape
    parts = [torch.empty(batch * heads, length, width, dtype=HALF) for _ in range(3)]
    _rope_split(qkv, *parts, cosines, sines, batch, length, heads, width)
    return parts


def rope_merge_bwd(d_query, d_key, d_value, cosines, sines, heads):
    """The gradients of `rope_split`'s results to that of qkv, bfloat16 [T, 3·D]."""
    matrices, length, width = d_query.shape
    batch = matrices // heads
    d_qkv = torch.empty(batch * length, 3 * heads * width, dtype=HALF)
    _rope_merge_bwd(d_query, d_key, d_value, d_qkv, cosines, sines, batch, length, heads, width)
    return d_qkv


def heads_to_rows(by_head, heads):
    """bfloat16 [B·H, L, K] to [T, D]."""
    matrices, length, width = by_head.shape
    by_row = torch.empty(matrices // heads * length, heads * width, dtype=HALF)
    _heads_to_rows(by_head, by_row, matrices // heads, length, heads, width)
    return by_row


def rows_to_heads(by_row, length, heads):
    """bfloat16 [T, D] to [B·H, L, K]."""
    batch, width = len(by_row) // length, by_row.shape[1] // heads
    by_head = torch.empty(batch * heads, length, width, dtype=HALF)
    _rows_to_heads(by_row, by_head, batch, length, heads, width)
    return by_head


def causal_softmax(scores, scale):
    """In place, bfloat16 [B·H, L, L]: the share that each position gives to itself and to those before it."""
    _causal_softmax(scores, *scores.shape[:2], scale)


def causal_softmax_bwd(shares, d_shares, scale):
    """In place of d_shares, bfloat16 [B·H, L, L]: the gradient of the scores."""
    _causal_softmax_bwd(shares, d_shares, *shares.shape[:2], scale)


def swiglu(gate_up):
    """bfloat16 [T, 2·F], gates first, to bfloat16 [T, F]."""
    rows, neurons = len(gate_up), gate_up.shape[1] // 2
    hidden = torch.empty(rows, neurons, dtype=HALF)
    _swiglu(gate_up, hidden, rows, neurons)
    return hidden


def swiglu_bwd(gate_up, d_hidden):
    """In place of gate_up, bfloat16 [T, 2·F]: its gradient, from d_hidden, bfloat16 [T, F]."""
    _swiglu_bwd(gate_up, d_hidden, *d_hidden.shape)


def cross_entropy(logits, targets, weights):
    """Loss [R] in nats, and [R] 1 where the target was the likeliest token, else 0; targets int64 [R], weights [R].

    The logits, bfloat16 [R, V], become the gradient of the sum of loss times weight.
    """
    loss, hit = torch.empty(len(logits)), torch.empty(len(logits))
    _cross_entropy(logits, targets, weights, loss, hit, *logits.shape)
    return loss, hit


def embed(table, ids):
    """The rows of table [V, D] that ids, int64 [B, L], name: [T, D]."""
    rows = torch.empty(ids.numel(), table.shape[1])
    _embed(table, ids, rows, *rows.shape)
    return rows


def embed_bwd(d_rows, ids, d_table):
    """Adds d_rows [T, D] to the rows of d_table [V, D] that ids, int64 [B, L], name."""
    _embed_bwd(d_rows, ids, d_table, *d_rows.shape)


def add_bf16(total, addend):
    """Adds a bfloat16 tensor to a float32 one of the same shape."""
    _add_bf16(total, addend, addend.numel())


def adamw(value, gradient, mean, square, half, rate, betas, eps, decay, step, clip):
    """Step number `step` (from 1) of AdamW on one parameter; all but the gradient change in place, half is bfloat16."""
    corrections = [1 / (1 - beta ** step) for beta in betas]
    _adamw(value, gradient, mean, square, half, gradient.numel(), rate, *betas, eps, decay, *corrections, clip)
