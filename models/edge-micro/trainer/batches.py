"""Shards of tokenised conversations (written by shards.py), and batches of them for `Network.step`."""
from typing import NamedTuple

import numpy as np
import torch

MULTIPLE = 16


class Batch(NamedTuple):
    """What `Network.step` takes, and what of it is learnt in full, by row and by position."""

    ids: torch.Tensor  # int64 [B, L]
    rows: torch.Tensor  # int64 [R]: positions in B·L that have a loss
    targets: torch.Tensor  # int64 [R]
    weights: torch.Tensor  # float32 [R]; those learnt in full add up to 1
    learnt: torch.Tensor  # bool [R]: what the model says, not what it reads
    said: torch.Tensor  # bool [B, L]: the positions whose next token is learnt in full


def padded(length):
    """The next multiple that the matrix products like."""
    return -(-length // MULTIPLE) * MULTIPLE


class Shard:
    """One .npz file of shards.py; FileNotFoundError where there is none."""

    def __init__(self, path):
        with np.load(path) as arrays:
            self.tokens, self.weights = arrays["tokens"], arrays["weights"].astype(np.float32)
            self.lengths = arrays["lengths"]
        self.starts = np.concatenate([[0], np.cumsum(self.lengths)[:-1]])

    def groups(self, rng, budget):
        """Conversations of like lengths, as lists of their numbers, in random order.

        `budget`: the tokens of a group, padding included; a conversation that is longer stands alone.
        """
        order = np.argsort(self.lengths + rng.uniform(-4, 4, len(self.lengths)))
        groups, group, longest = [], [], 0
        for index in order:
            own = padded(int(self.lengths[index]) - 1)
            longest = max(longest, own)
            if group and longest * (len(group) + 1) > budget:
                groups.append(group)
                group, longest = [], own
            group.append(index)
        groups.append(group)
        rng.shuffle(groups)
        return groups

    def collate(self, group, pad, rng, keep=0.25, context_scale=1.0):
        """The `Batch` of a group; `pad` is the token that fills the ends.

        Of the positions that are only read (weight between 0 and 1) a random share `keep` has a loss, whose weight
        makes up for the others, times `context_scale`. With keep=1.0 all have one, as the shard weighs them.
        """
        ids, targets, weights = self._rectangle(group, pad)
        context, said = (weights > 0) & (weights < 1), weights == 1
        if keep < 1:
            dropped = context & (rng.random(weights.shape) > keep)
            weights[context] *= context_scale / keep
            weights[dropped] = 0
        rows = np.flatnonzero(weights)
        learnt = said.ravel()[rows]
        # A float32, so that NumPy 2 does not turn the weights into float64.
        mean = weights.ravel()[rows] / np.float32(max(1, learnt.sum()))
        return Batch(*map(torch.from_numpy, (ids, rows, targets.ravel()[rows], mean, learnt, said)))

    def _rectangle(self, group, pad):
        """Tokens, the tokens that follow them, and the weights of predicting those: each [B, L]."""
        shape = len(group), padded(int(max(self.lengths[index] for index in group)) - 1)
        ids, targets, weights = np.full(shape, pad, np.int64), np.zeros(shape, np.int64), np.zeros(shape, np.float32)
        for row, index in enumerate(group):
            start, count = self.starts[index], self.lengths[index] - 1
            ids[row, :count] = self.tokens[start:start + count]
            targets[row, :count] = self.tokens[start + 1:start + 1 + count]
            weights[row, :count] = self.weights[start + 1:start + 1 + count]
        return ids, targets, weights
