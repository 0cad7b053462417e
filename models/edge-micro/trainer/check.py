"""Holds the gradients of network.py to those of torch's autograd in float32, and measures the speed: check.py

Ends with an error where a gradient points elsewhere (cosine below 0.998) or differs in size by more than one percent.
"""
import argparse
import sys
import time

import torch
from torch.nn import functional

from network import Guide, Network, Tap
from parameters import config

VOCABULARY = 2112
LEAST_COSINE, MOST_OFF = 0.998, 0.01


def reference_losses(net, ids, rows, targets, weights, params, tap):
    """The losses that `net.step` has on the same arguments, the sum of loss times weight and the tap's: two numbers.

    In plain float32 torch. The tap's own loss is linear: the residual stream times what `tap.gradients` gives.
    """
    cfg = net.cfg
    batch, length = ids.shape
    dim, heads = cfg["dim"], cfg["heads"]

    def rms(x, weight):
        return x * (x.pow(2).mean(-1, keepdim=True) + cfg["eps"]).rsqrt() * weight

    def rope(x):
        even, odd, cosines, sines = x[..., 0::2], x[..., 1::2], net.cosines[:length], net.sines[:length]
        return torch.stack([even * cosines - odd * sines, even * sines + odd * cosines], -1).flatten(-2)

    x = params["emb"][ids]
    mask = torch.full((length, length), float("-inf")).triu(1)
    beside = 0.0
    for i in range(cfg["layers"]):
        if i == tap.layer:
            positions, gradients = tap.gradients(x)
            beside = beside + (x.reshape(batch * length, dim)[positions] * gradients).sum()
        qkv = rms(x, params[f"{i}.n1"]) @ params[f"{i}.qkv"].t()
        query, key, value = qkv.view(batch, length, 3, heads, -1).permute(2, 0, 3, 1, 4)
        shares = (rope(query) @ rope(key).transpose(-1, -2) * net.scale + mask).softmax(-1)
        for guide in tap.guides.get(i, ()):
            looking = shares[guide.rows, guide.head, guide.positions, guide.wanted]
            beside = beside - guide.weight * looking.log().mean()
        x = x + (shares @ value).transpose(1, 2).reshape(batch, length, dim) @ params[f"{i}.o"].t()
        gate, up = (rms(x, params[f"{i}.n2"]) @ params[f"{i}.gu"].t()).chunk(2, -1)
        x = x + (functional.silu(gate) * up) @ params[f"{i}.down"].t()
    logits = rms(x, params["norm"]).reshape(batch * length, dim)[rows] @ params["emb"].t()
    return (functional.cross_entropy(logits, targets, reduction="none") * weights).sum(), beside


def small_network():
    """Weights far from their start, so that no gradient is small by chance."""
    net = Network({**config(VOCABULARY), "layers": 3})
    for name, value in net.params.items():
        if value.ndim == 1:
            value += 0.1 * torch.randn_like(value)
        else:
            value *= 10 if name == "emb" else 1.5
    net.refresh()
    return net


def small_tap(net):
    """Losses beside the usual one, as strong as it, on what `differences` lets the network read."""
    positions, gradients = torch.arange(0, 240, 7), torch.randn(35, net.cfg["dim"]) / 50
    rows, looking, wanted = torch.tensor([[0, 1, 2, 2], [70, 33, 5, 64], [3, 33, 0, 60]])
    guide = Guide(1, rows, looking, wanted, 1.0, float)
    return Tap(2, lambda residual: (positions, gradients), {1: [guide]})


def differences():
    """(name, cosine, ratio of the norms) of each parameter's gradient; and the two losses."""
    torch.manual_seed(1)
    net = small_network()
    ids = torch.randint(0, VOCABULARY, (3, 80))
    rows = torch.randperm(240)[:100].sort()[0]
    targets, weights = torch.randint(0, VOCABULARY, (100,)), torch.rand(100) / 100
    tap = small_tap(net)
    loss, _ = net.step(ids, rows, targets, weights, tap=tap)
    leaves = {name: value.clone().requires_grad_() for name, value in net.params.items()}
    wanted, beside = reference_losses(net, ids, rows, targets, weights, leaves, tap)
    (wanted + beside).backward()
    found = []
    for name in net.params:
        mine, theirs = net.grads[name].flatten(), leaves[name].grad.flatten()
        found.append((name, torch.cosine_similarity(mine, theirs, 0).item(), (mine.norm() / theirs.norm()).item()))
    return found, (loss * weights).sum().item(), wanted.item()


def speed():
    """Prints how long a step takes, there and back, at several lengths."""
    net = Network(config(VOCABULARY))
    for batch, length in [(64, 128), (32, 256), (16, 512), (8, 1024)]:
        ids = torch.randint(0, VOCABULARY, (batch, length))
        rows = torch.arange(0, batch * length, 4)
        targets, weights = torch.randint(0, VOCABULARY, (len(rows),)), torch.ones(len(rows)) / len(rows)
        net.step(ids, rows, targets, weights)
        start = time.time()
        for _ in range(3):
            net.step(ids, rows, targets, weights)
        seconds = (time.time() - start) / 3
        print(f"{batch} x {length} tokens: {seconds * 1000:.0f} ms, {batch * length / seconds:.0f} tokens/s")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    found, loss, wanted = differences()
    print(f"loss {loss:.4f}, by autograd {wanted:.4f}")
    wrong = [each for each in found if each[1] < LEAST_COSINE or abs(each[2] - 1) > MOST_OFF]
    for name, cosine, ratio in wrong:
        print(f"{name}: cosine {cosine:.5f}, ratio {ratio:.4f}", file=sys.stderr)
    print(f"{len(found) - len(wrong)} of {len(found)} gradients agree")
    speed()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
