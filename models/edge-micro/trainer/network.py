"""A llama network (Touvron et al. 2023) with a way back written by hand, fast on a CPU.

Pre-norm transformer: RMSNorm, causal attention with RoPE on interleaved pairs, SwiGLU, embedding tied to the output.
Matrix products run in bfloat16 (oneDNN, through torch), all between them in kernels.c; the residual stream, the
parameters and their gradients are float32. Letters in shapes are those of native.py. `d_x` is the gradient of x.
"""
from typing import Callable, NamedTuple

import torch

import native
from native import HALF, Normed
from parameters import initial


class Attention(NamedTuple):
    """What the way back through a layer's attention needs; all bfloat16 but in `normed`."""

    normed: Normed
    query: torch.Tensor  # [B·H, L, K], rotated
    key: torch.Tensor  # [B·H, L, K], rotated
    value: torch.Tensor  # [B·H, L, K]
    shares: torch.Tensor  # [B·H, L, L]: softmax of the scores
    mixed: torch.Tensor  # [T, D]: values by their shares, heads side by side


class FeedForward(NamedTuple):
    """What the way back through a layer's feed-forward part needs; all bfloat16 but in `normed`."""

    normed: Normed
    gate_up: torch.Tensor  # [T, 2·F]
    hidden: torch.Tensor  # [T, F]


class Stream(NamedTuple):
    """The gradient of the residual stream, on its way down."""

    total: torch.Tensor  # [T, D], added to by each norm
    half: torch.Tensor  # bfloat16 [T, D]: its copy, which the matrix products read


class Guide(NamedTuple):
    """A further loss on a head's attention: the mean of -log of the share that each position gives to another."""

    head: int
    rows: torch.Tensor  # int64 [N]: conversations of the batch
    positions: torch.Tensor  # int64 [N]: positions in them, no pair of both twice
    wanted: torch.Tensor  # int64 [N]: where these should look
    weight: float
    told: Callable  # gets the mean share


class Tap(NamedTuple):
    """A further loss on the residual stream before a layer, and lists of `Guide`s by the layer of their head."""

    layer: int
    gradients: Callable  # of the stream [T, D]: positions int64 [N] in it, each once, and their gradients [N, D]
    guides: dict


class Network:
    """A network of the sizes in `cfg` (see parameters.py).

    `params`: float32 by name; `half`: their bfloat16 copies, which whoever changes a parameter keeps up;
    `grads`: float32 by name, of the last `step` that went back.
    """

    def __init__(self, cfg, seed=0):
        self.cfg = cfg
        self.params = initial(cfg, seed)
        self.refresh()
        self.grads = {name: torch.zeros_like(value) for name, value in self.params.items()}
        width = cfg["dim"] // cfg["heads"]
        self.scale = width ** -0.5
        # RoPE (Su et al. 2021): pair j at position t turns by t / base^(2j/K), the last ones not at all: what they
        # compare is the same at any distance. Both [context, K/2].
        frequencies = cfg["rope_base"] ** (-torch.arange(0, width, 2).double() / width)
        frequencies[cfg["rope_pairs"]:] = 0
        angles = torch.arange(cfg["context"]).double()[:, None] * frequencies[None]
        self.cosines, self.sines = angles.cos().float().contiguous(), angles.sin().float().contiguous()

    def refresh(self):
        """Makes the bfloat16 copies of the parameters anew."""
        self.half = {name: value.to(HALF) for name, value in self.params.items()}

    def load(self, params):
        """Copies parameters by name. KeyError where one is missing, RuntimeError where its shape is another."""
        for name, value in self.params.items():
            value.copy_(params[name])
        self.refresh()

    def step(self, ids, rows, targets, weights, backward=True, tap=None):
        """The loss on a batch, and with `backward` the gradients of the sum of loss times weight, into `grads`.

        ids: int64 [B, L], padded on the right; rows: int64 [R], the positions in B·L that have a loss, each once;
        targets: int64 [R], the tokens that come after them; weights: float32 [R]. Gives two float32 [R]: the loss in
        nats, and 1 where the target was the likeliest token, else 0. ValueError for more positions than `context`.
        `tap`: a `Tap`, whose gradients are added on the way back.
        """
        if ids.shape[1] > self.cfg["context"]:
            raise ValueError(f"{ids.shape[1]} positions are more than the context of {self.cfg['context']}")
        layers, last = self._forward(ids)
        picked = last.output[rows]
        logits = picked @ self.half["emb"].t()
        loss, hit = native.cross_entropy(logits, targets, weights)
        if backward:
            self._backward(ids, rows, layers, last, picked, logits, tap)
        return loss, hit

    def _forward(self, ids):
        """Each layer's `Attention` and `FeedForward`, and the last norm, from ids int64 [B, L]."""
        layers, branch = [], None
        residual = native.embed(self.params["emb"], ids)
        for i in range(self.cfg["layers"]):
            attention, branch = self._attend(i, residual, branch, ids.shape)
            feed, branch = self._feed(i, attention.normed.residual, branch)
            residual = feed.normed.residual
            layers.append((attention, feed))
        return layers, self._norm("norm", residual, branch)

    def _norm(self, name, residual, branch):
        return native.add_rmsnorm(residual, branch, self.params[name], self.cfg["eps"])

    def _attend(self, i, residual, branch, shape):
        """The layer's `Attention`, and the branch that it adds to the residual stream: bfloat16 [T, D].

        A branch is added by the norm after it: `branch` is that of the layer before, None in the first.
        """
        heads = self.cfg["heads"]
        normed = self._norm(f"{i}.n1", residual, branch)
        qkv = normed.output @ self.half[f"{i}.qkv"].t()
        query, key, value = native.rope_split(qkv.view(*shape, 3, heads, -1), self.cosines, self.sines)
        shares = torch.bmm(query, key.transpose(1, 2))
        native.causal_softmax(shares, self.scale)
        mixed = native.heads_to_rows(torch.bmm(shares, value), heads)
        return Attention(normed, query, key, value, shares, mixed), mixed @ self.half[f"{i}.o"].t()

    def _feed(self, i, residual, branch):
        """The layer's `FeedForward`, and the branch that it adds."""
        normed = self._norm(f"{i}.n2", residual, branch)
        gate_up = normed.output @ self.half[f"{i}.gu"].t()
        hidden = native.swiglu(gate_up)
        return FeedForward(normed, gate_up, hidden), hidden @ self.half[f"{i}.down"].t()

    def _backward(self, ids, rows, layers, last, picked, d_logits, tap):
        """Fills `grads`, from picked bfloat16 [R, D] and d_logits bfloat16 [R, V]; takes the layers off their list."""
        for gradient in self.grads.values():
            gradient.zero_()
        self._add("emb", d_logits.t() @ picked)
        d_output = torch.zeros_like(last.output)
        d_output[rows] = d_logits @ self.half["emb"]
        stream = Stream(torch.zeros_like(last.residual), torch.empty_like(last.output))
        self._norm_back("norm", d_output, last, stream)
        for i in reversed(range(len(layers))):
            attention, feed = layers.pop()
            self._feed_back(i, feed, stream)
            self._attend_back(i, attention, stream, tap.guides.get(i, ()) if tap else ())
            if tap and tap.layer == i:
                self._add_tapped(tap, attention.normed.residual, stream)
        native.embed_bwd(stream.total, ids, self.grads["emb"])

    def _add_tapped(self, tap, residual, stream):
        """Adds the gradients of the tap's loss on the residual stream [T, D]."""
        positions, gradients = tap.gradients(residual)
        stream.total.index_add_(0, positions, gradients)
        stream.half[positions] = stream.total[positions].to(HALF)

    def _guide(self, guide, shares, d_scores):
        """Adds the gradient of the guide's loss to that of the scores, bfloat16 [B·H, L, L]."""
        if not len(guide.rows):
            return
        matrices = guide.rows * self.cfg["heads"] + guide.head
        found = shares[matrices, guide.positions].float()
        each = torch.arange(len(found))
        guide.told(found[each, guide.wanted].mean().item())
        found[each, guide.wanted] -= 1
        d_scores[matrices, guide.positions] += (guide.weight * self.scale / len(found) * found).to(HALF)

    def _add(self, name, value):
        native.add_bf16(self.grads[name], value.contiguous())

    def _norm_back(self, name, d_output, normed, stream):
        native.rmsnorm_bwd(d_output, normed, self.params[name], stream.total, stream.half, self.grads[name])

    def _feed_back(self, i, feed, stream):
        """Adds to the stream what comes through the feed-forward part; its gate_up is overwritten."""
        d_hidden = stream.half @ self.half[f"{i}.down"]
        self._add(f"{i}.down", stream.half.t() @ feed.hidden)
        native.swiglu_bwd(feed.gate_up, d_hidden)
        d_gate_up = feed.gate_up
        self._add(f"{i}.gu", d_gate_up.t() @ feed.normed.output)
        self._norm_back(f"{i}.n2", d_gate_up @ self.half[f"{i}.gu"], feed.normed, stream)

    def _attend_back(self, i, attention, stream, guides):
        """Adds to the stream what comes through the attention, and the gradients of `Guide`s of it."""
        normed, query, key, value, shares, mixed = attention
        heads = self.cfg["heads"]
        d_mixed = native.rows_to_heads(stream.half @ self.half[f"{i}.o"], query.shape[1], heads)
        self._add(f"{i}.o", stream.half.t() @ mixed)
        d_value = torch.bmm(shares.transpose(1, 2), d_mixed)
        d_scores = torch.bmm(d_mixed, value.transpose(1, 2))
        native.causal_softmax_bwd(shares, d_scores, self.scale)
        for guide in guides:
            self._guide(guide, shares, d_scores)
        d_query = torch.bmm(d_scores, key)
        d_key = torch.bmm(d_scores.transpose(1, 2), query)
        d_qkv = native.rope_merge_bwd(d_query, d_key, d_value, self.cosines, self.sines, heads)
        self._add(f"{i}.qkv", d_qkv.t() @ normed.output)
        self._norm_back(f"{i}.n1", d_qkv @ self.half[f"{i}.qkv"], normed, stream)
