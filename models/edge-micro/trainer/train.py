"""Trains on shards, for a fixed time: train.py --out FOLDER --minutes M [--init MODEL.gguf] [--resume] SHARD...

Muon for the matrices, AdamW for the embedding and the norms; the learning rate follows the elapsed share of the time.
`--init` starts from a GGUF file: a token that it lacks gets a random vector. `--resume` goes on from FOLDER/last.pt.
"""
import argparse
import json
import math
import os
import sys
import time
from pathlib import Path

import numpy as np
import torch

import gguf
from network import BF, CONFIGS, F, I, K, P, Network, config
from tokenizer import Tokenizer

HERE = Path(__file__).parent
torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "2")))


class Shard:
    def __init__(self, path):
        z = np.load(path)
        self.tokens, self.weights, self.lengths = z["tokens"], z["weights"].astype(np.float32), z["lengths"]
        self.starts = np.concatenate([[0], np.cumsum(self.lengths)[:-1]])

    def batches(self, rng, budget):
        order = np.argsort(self.lengths + rng.uniform(-4, 4, len(self.lengths)))
        groups, group, longest = [], [], 0
        for i in order:
            n = -(-max(longest, int(self.lengths[i]) - 1) // 16) * 16
            if group and n * (len(group) + 1) > budget:
                groups.append(group)
                group, n = [], -(-(int(self.lengths[i]) - 1) // 16) * 16
            group.append(i)
            longest = n
        groups.append(group)
        rng.shuffle(groups)
        return groups

    def collate(self, group, pad, rng, keep=0.25, context_scale=1.0):
        n = -(-(int(max(self.lengths[i] for i in group)) - 1) // 16) * 16
        ids = np.full((len(group), n), pad, np.int64)
        targets, weights = np.zeros((len(group), n), np.int64), np.zeros((len(group), n), np.float32)
        for r, i in enumerate(group):
            s, m = self.starts[i], self.lengths[i]
            ids[r, :m - 1] = self.tokens[s:s + m - 1]
            targets[r, :m - 1] = self.tokens[s + 1:s + m]
            weights[r, :m - 1] = self.weights[s + 1:s + m]
        context = (weights > 0) & (weights < 1)
        if keep < 1:
            dropped = context & (rng.random(weights.shape) > keep)
            weights[context] *= context_scale / keep
            weights[dropped] = 0
        rows = np.flatnonzero(weights)
        w = weights.ravel()[rows]
        full = ~context.ravel()[rows]
        return (torch.from_numpy(ids), torch.from_numpy(rows), torch.from_numpy(targets.ravel()[rows]), torch.from_numpy(w / max(1, full.sum())),
                torch.from_numpy(full))


def newton_schulz(g):
    """Approximate orthogonalisation of a batch of matrices with rows <= columns."""
    x = g.to(BF)
    x = x / (x.float().flatten(1).norm(dim=1)[:, None, None].to(BF) + 1e-7)
    for _ in range(5):
        a = torch.bmm(x, x.transpose(1, 2))
        b = -4.7750 * a + 2.0315 * torch.bmm(a, a)
        x = 3.4445 * x + torch.bmm(b, x)
    return x.float()


class Optimizer:
    def __init__(self, net, lr_muon=0.02, lr_adam=3e-3, wd=0.05):
        self.net, self.lr_muon, self.lr_adam, self.wd, self.t = net, lr_muon, lr_adam, wd, 0
        self.adam_names = [k for k, v in net.params.items() if v.ndim == 1 or k == "emb"]
        self.m = {k: torch.zeros_like(net.params[k]) for k in self.adam_names}
        self.v = {k: torch.zeros_like(net.params[k]) for k in self.adam_names}
        self.mats = [k for k in net.params if k not in self.m]
        self.buf = {k: torch.zeros_like(net.params[k]) for k in self.mats}

    def pieces(self, source):
        """Views of every square / wide matrix: (name, view, transposed?)."""
        d, f = self.net.cfg["dim"], self.net.cfg["ffn"]
        square, wide = [], []
        for k in self.mats:
            t = source[k]
            if k.endswith(".qkv"):
                square += list(t.split(d))
            elif k.endswith(".o"):
                square.append(t)
            elif k.endswith(".gu"):
                wide += [x.t() for x in t.split(f)]
            else:
                wide.append(t)
        return square, wide

    def state(self):
        return {"m": self.m, "v": self.v, "buf": self.buf, "t": self.t}

    def load(self, state):
        self.m, self.v, self.buf, self.t = state["m"], state["v"], state["buf"], state["t"]

    def step(self, scale):
        net, g = self.net, self.net.grads
        self.t += 1
        norm = math.sqrt(sum(float(x.pow(2).sum()) for x in g.values()))
        clip = min(1.0, 1.0 / (norm + 1e-6))
        mu = min(0.95, 0.85 + 0.1 * self.t / 300)
        update = {}
        for k in self.mats:
            self.buf[k].mul_(mu).add_(g[k], alpha=1 - mu)
            update[k] = g[k].mul(1 - mu).add_(self.buf[k], alpha=mu)
        lr = self.lr_muon * scale
        for views, params in zip(self.pieces(update), self.pieces(net.params)):
            o = newton_schulz(torch.stack(list(views)))
            for x, p in zip(o, params):
                p.mul_(1 - lr * self.wd).add_(x, alpha=-lr)
        for k in self.mats:
            net.half[k].copy_(net.params[k])
        b1, b2 = 0.9, 0.98
        for k in self.adam_names:
            K.adamw(P(net.params[k]), P(g[k]), P(self.m[k]), P(self.v[k]), P(net.half[k]), I(g[k].numel()), F(self.lr_adam * scale), F(b1), F(b2), F(1e-8),
                    F(0.0), F(1 / (1 - b1 ** self.t)), F(1 / (1 - b2 ** self.t)), F(clip))
        return norm


def schedule(progress, step, high, low, warmup=60):
    return min(1.0, step / warmup) * (low + (high - low) * 0.5 * (1 + math.cos(math.pi * min(1.0, progress))))


def evaluate(net, shard, pad, rng, count=200):
    """Teacher-forced: loss and token accuracy on full-loss tokens, and the share of conversations with no wrong token."""
    loss = hits = n = exact = convs = 0
    sub = np.arange(min(count, len(shard.lengths)))
    order = sub[np.argsort(shard.lengths[sub])]
    for k in range(0, len(order), 10):
        ids, rows, targets, w, full = shard.collate(list(order[k:k + 10]), pad, rng, keep=1.0)
        l, h = net.step(ids, rows, targets, w, backward=False)
        which = (rows // ids.shape[1])[full]
        loss += float(l[full].sum())
        hits += float(h[full].sum())
        n += int(full.sum())
        for r in range(ids.shape[0]):
            exact += bool(h[full][which == r].min() > 0)
            convs += 1
    return loss / n, hits / n, exact / convs


def widened(tensors, width, generator):
    """Feed-forward layers of at least `width` neurons; a new one changes nothing until it has learnt something."""
    for name, array in tensors.items():
        old = torch.from_numpy(array)
        missing = width - old.shape[1 if ".ffn_down." in name else 0]
        if missing <= 0 or not any(part in name for part in (".ffn_gate.", ".ffn_up.", ".ffn_down.")):
            continue
        if ".ffn_down." in name:
            tensors[name] = torch.cat([old, torch.zeros(old.shape[0], missing)], 1).numpy()
        else:
            tensors[name] = torch.cat([old, torch.randn(missing, old.shape[1], generator=generator) * old.std()]).numpy()


def start_from(net, path, tokenizer, seed=0):
    """Loads the weights of a GGUF file, its embedding by the text of each token; gives the number of new tokens."""
    metadata, tensors = gguf.read(path)
    generator = torch.Generator().manual_seed(seed)
    widened(tensors, net.cfg["ffn"], generator)
    at = {text: row for row, text in enumerate(metadata["tokenizer.ggml.tokens"])}
    known = torch.from_numpy(tensors["token_embd.weight"])
    fresh = torch.randn(len(tokenizer), known.shape[1], generator=generator) * known.std()
    new = 0
    for row, text in enumerate(tokenizer.tokens):
        if text in at and "reserved_" not in text:
            fresh[row] = known[at[text]]
        else:
            new += 1
    tensors["token_embd.weight"] = fresh.numpy()
    net.load_gguf(tensors)
    return new


class Run:
    """A training run in a folder: its network, its optimizer, how far it has come."""

    def __init__(self, options, tokenizer):
        self.options, self.folder = options, Path(options.out)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.net = Network(config(options.config, len(tokenizer)))
        self.opt = Optimizer(self.net, options.lr_muon, options.lr_adam, options.decay)
        self.step = self.seen = self.shards_done = 0
        self.before = 0.0
        last = self.folder / "last.pt"
        if options.resume and last.exists():
            self.load(torch.load(last))
        elif options.init:
            new = start_from(self.net, options.init, tokenizer)
            print(f"from {options.init}, {new} tokens are new", flush=True)
        self.start = self.saved = time.time()
        self.log = open(self.folder / "log.jsonl", "a", encoding="utf-8")

    def load(self, state):
        self.net.load(state["params"])
        self.opt.load(state["optimizer"])
        self.step, self.seen, self.shards_done, self.before = (state[key] for key in ("step", "seen", "shards_done", "seconds"))
        print(f"resumed at step {self.step}, {self.before / 60:.1f} minutes", flush=True)

    def save(self, name):
        state = {"cfg": self.net.cfg, "params": self.net.params, "optimizer": self.opt.state(), "step": self.step, "seen": self.seen,
                 "shards_done": self.shards_done, "seconds": self.seconds}
        torch.save(state, self.folder / f"{name}.part")
        os.replace(self.folder / f"{name}.part", self.folder / name)
        self.saved = time.time()

    @property
    def seconds(self):
        return self.before + time.time() - self.start

    @property
    def progress(self):
        return self.seconds / (self.options.minutes * 60)

    def report(self, row):
        print(json.dumps(row), flush=True)
        self.log.write(json.dumps(row) + "\n")
        self.log.flush()


def train(run, tokenizer, rng, validation):
    options, window = run.options, []
    for path in options.shards[run.shards_done % len(options.shards):] + options.shards * 99:
        while not os.path.exists(path) and run.progress < 1:
            time.sleep(2)
        if run.progress >= 1:
            break
        shard = Shard(path)
        print("shard", path, flush=True)
        for group in shard.batches(rng, options.budget):
            if run.progress >= 1:
                break
            run.step += 1
            began = time.time()
            scale = options.context[0] + (options.context[1] - options.context[0]) * run.progress
            ids, rows, targets, weights, full = shard.collate(group, tokenizer.pad, rng, context_scale=scale)
            loss, hit = run.net.step(ids, rows, targets, weights)
            norm = run.opt.step(schedule(run.progress, run.step, options.high, options.low))
            run.seen += ids.numel()
            window.append((float(loss[full].mean()), float(hit[full].mean()), norm, ids.numel() / (time.time() - began)))
            if run.step % 50 == 0:
                mean = np.mean(window, axis=0)
                window = []
                row = dict(step=run.step, minutes=round(run.seconds / 60, 2), left=round(options.minutes - run.seconds / 60, 1), tokens=run.seen,
                           loss=round(mean[0], 4), right=round(mean[1], 4), norm=round(mean[2], 3), tokens_per_second=int(mean[3]))
                if validation and run.step % 500 == 0:
                    row["validation"] = [round(value, 4) for value in evaluate(run.net, validation, tokenizer.pad, rng)]
                run.report(row)
            if time.time() - run.saved > options.save_every * 60:
                run.save("last.pt")
        else:
            run.shards_done += 1
    run.save("final.pt")
    if validation:
        run.report(dict(final=run.step, tokens=run.seen, validation=[round(value, 4) for value in evaluate(run.net, validation, tokenizer.pad, rng, 600)]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True, help="folder of the run")
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--config", default="base", choices=list(CONFIGS))
    parser.add_argument("--budget", type=int, default=8192, help="tokens of a batch, padding included")
    parser.add_argument("--lr-muon", type=float, default=0.02)
    parser.add_argument("--lr-adam", type=float, default=3e-3)
    parser.add_argument("--decay", type=float, default=0.05)
    parser.add_argument("--high", type=float, default=1.0, help="learning-rate factor at the start")
    parser.add_argument("--low", type=float, default=0.01, help="learning-rate factor at the end")
    parser.add_argument("--context", type=float, nargs=2, default=[1.0, 0.2], help="factor of the loss on what is read, at start and end")
    parser.add_argument("--init", help="a GGUF file to start from")
    parser.add_argument("--resume", action="store_true", help="go on from the folder's last.pt, where there is one")
    parser.add_argument("--validation", help="a shard that is not trained on")
    parser.add_argument("--save-every", type=float, default=5, help="minutes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("shards", nargs="+")
    options = parser.parse_args()
    tokenizer = Tokenizer.load(HERE / "tokenizer.json")
    run = Run(options, tokenizer)
    print("parameters", sum(value.numel() for value in run.net.params.values()), vars(options), file=sys.stderr, flush=True)
    train(run, tokenizer, np.random.default_rng(options.seed + run.step), Shard(options.validation) if options.validation else None)


if __name__ == "__main__":
    main()
