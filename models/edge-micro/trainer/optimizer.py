"""Muon for the matrices within the layers, AdamW for the embedding and the norms.

Muon (Jordan et al. 2024, https://kellerjordan.github.io/posts/muon/) makes the momentum of each matrix nearly
orthogonal before it is applied, so that all its directions move alike. AdamW is that of Loshchilov and Hutter (2019).
"""
import math

import torch

import native
from native import HALF

BETAS, EPSILON = (0.9, 0.98), 1e-8
LARGEST_NORM = 1.0


def newton_schulz(matrices):
    """Nearly orthogonal: float32 [N, rows, columns], rows <= columns, to as many with singular values near 1.

    Five steps of the quintic Newton-Schulz iteration in bfloat16, with the coefficients of the article on Muon.
    """
    x = matrices.to(HALF)
    x = x / (x.float().flatten(1).norm(dim=1)[:, None, None].to(HALF) + 1e-7)
    for _ in range(5):
        square = torch.bmm(x, x.transpose(1, 2))
        polynomial = -4.7750 * square + 2.0315 * torch.bmm(square, square)
        x = 3.4445 * x + torch.bmm(polynomial, x)
    return x.float()


class Optimizer:
    """Changes the parameters of a `Network` by its `grads`; `decay` is the weight decay of the matrices alone."""

    def __init__(self, net, lr_muon=0.02, lr_adam=3e-3, decay=0.05):
        self.net, self.lr_muon, self.lr_adam, self.decay, self.steps = net, lr_muon, lr_adam, decay, 0
        self.vectors = [name for name, value in net.params.items() if value.ndim == 1 or name == "emb"]
        self.matrices = [name for name in net.params if name not in self.vectors]
        self.mean, self.square, self.momentum = map(self._zeros, (self.vectors, self.vectors, self.matrices))

    def _zeros(self, names):
        return {name: torch.zeros_like(self.net.params[name]) for name in names}

    def state(self):
        """What a checkpoint keeps: the step count, and float32 running means by name of parameter."""
        return {"m": self.mean, "v": self.square, "buf": self.momentum, "t": self.steps}

    def load(self, state):
        """Goes on from what `state` gave."""
        self.mean, self.square, self.momentum, self.steps = (state[key] for key in ("m", "v", "buf", "t"))

    def step(self, scale):
        """One step, both learning rates times `scale`. Gives the norm of all gradients together."""
        self.steps += 1
        norm = math.sqrt(sum(float(gradient.pow(2).sum()) for gradient in self.net.grads.values()))
        self._muon(self.lr_muon * scale)
        # Clipping matters to AdamW alone: what is made orthogonal has lost its size.
        self._adamw(self.lr_adam * scale, min(LARGEST_NORM, LARGEST_NORM / (norm + 1e-6)))
        return norm

    def _muon(self, rate):
        params, updates = self.net.params, self._updates()
        for directions, values in zip(self._stacks(updates), self._stacks(params)):
            for direction, value in zip(newton_schulz(torch.stack(directions)), values):
                value.mul_(1 - rate * self.decay).add_(direction, alpha=-rate)
        for name in self.matrices:
            self.net.half[name].copy_(params[name])

    def _updates(self):
        """Nesterov's look-ahead: the gradient mixed with the momentum that has just taken it in.

        The momentum keeps 0.85 of itself at first, 0.95 from step 300 on.
        """
        kept = min(0.95, 0.85 + 0.1 * self.steps / 300)
        updates = {}
        for name in self.matrices:
            gradient, momentum = self.net.grads[name], self.momentum[name]
            momentum.mul_(kept).add_(gradient, alpha=1 - kept)
            updates[name] = gradient.mul(1 - kept).add_(momentum, alpha=kept)
        return updates

    def _stacks(self, tensors):
        """Views of the matrices that `tensors` holds by name: all of [D, D], then all of [D, F].

        Query, key, value, gate and up are matrices of their own, though they are stored side by side.
        """
        dim, ffn = self.net.cfg["dim"], self.net.cfg["ffn"]
        square, wide = [], []
        for name in self.matrices:
            tensor, kind = tensors[name], name.split(".")[1]
            if kind in ("qkv", "o"):
                square += tensor.split(dim)
            elif kind == "gu":
                wide += [part.t() for part in tensor.split(ffn)]
            else:
                wide.append(tensor)
        return square, wide

    def _adamw(self, rate, clip):
        for name in self.vectors:
            moments = self.mean[name], self.square[name], self.net.half[name]
            native.adamw(
                self.net.params[name], self.net.grads[name], *moments,
                rate=rate, betas=BETAS, eps=EPSILON, decay=0.0, step=self.steps, clip=clip,
            )
