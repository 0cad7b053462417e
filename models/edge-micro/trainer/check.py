"""Holds the hand-written gradients to those of torch's autograd in float32, and measures the speed: check.py [CONFIG]

Ends with an error where a gradient points elsewhere (cosine below 0.998) or differs in size by more than one percent.
"""
import sys
import time

import torch

from network import Network, config, reference_loss

VOCABULARY = 2112


def small_network():
    """Weights far from their start, so that no gradient is small by chance."""
    net = Network({**config("base", VOCABULARY), "layers": 3})
    for name, value in net.params.items():
        if value.ndim == 1:
            value += 0.1 * torch.randn_like(value)
        else:
            value *= 10 if name == "emb" else 1.5
    net.refresh()
    return net


def differences():
    """(name, cosine, ratio of the norms) of each parameter's gradient; and the two losses."""
    torch.manual_seed(1)
    net = small_network()
    ids = torch.randint(0, VOCABULARY, (3, 80))
    rows = torch.randperm(240)[:100].sort()[0]
    targets, weights = torch.randint(0, VOCABULARY, (100,)), torch.rand(100) / 100
    loss, _ = net.step(ids, rows, targets, weights)
    leaves = {name: value.clone().requires_grad_() for name, value in net.params.items()}
    wanted = reference_loss(net, ids, rows, targets, weights, leaves)
    wanted.backward()
    found = []
    for name in net.params:
        mine, theirs = net.grads[name].flatten(), leaves[name].grad.flatten()
        found.append((name, torch.cosine_similarity(mine, theirs, 0).item(), (mine.norm() / theirs.norm()).item()))
    return found, (loss * weights).sum().item(), wanted.item()


def speed(name):
    net = Network(config(name, VOCABULARY))
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
    found, loss, wanted = differences()
    print(f"loss {loss:.4f}, by autograd {wanted:.4f}")
    wrong = [(name, cosine, ratio) for name, cosine, ratio in found if cosine < 0.998 or abs(ratio - 1) > 0.01]
    for name, cosine, ratio in wrong:
        print(f"{name}: cosine {cosine:.5f}, ratio {ratio:.4f}", file=sys.stderr)
    print(f"{len(found) - len(wrong)} of {len(found)} gradients agree")
    speed(sys.argv[1] if len(sys.argv) > 1 else "base")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
