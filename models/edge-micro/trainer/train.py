"""Trains on shards, for a fixed time: train.py --out FOLDER --minutes M [--init MODEL.gguf] [--resume] SHARD...

Muon for the matrices, AdamW for the embedding and the norms; the learning rate follows the elapsed share of the time.
`--init` starts from a GGUF file: a token that it lacks gets a random vector. `--resume` goes on from FOLDER/last.pt.
Shards are read in the order given, again and again; one that is still missing is waited for, so that it may be written
meanwhile. FOLDER gets log.jsonl, last.pt every few minutes, and final.pt at the end.
"""
import argparse
import itertools
import json
import math
import os
import sys
import time
from pathlib import Path

import numpy as np
import torch

from arguments import existing_file, minutes
from batches import Shard
from choosing import Choosing
from network import Network
from optimizer import Optimizer
from parameters import config
from tokenizer import Tokenizer
from warm_start import start_from

HERE = Path(__file__).parent
THREADS = int(os.environ.get("OMP_NUM_THREADS", "2"))
STEPS_PER_REPORT, STEPS_PER_VALIDATION = 50, 500


def schedule(progress, step, high, low, warmup=60):
    """The factor of the learning rate: `warmup` steps of a straight line up, then a half cosine from high to low.

    `progress`: the share of the time that has passed, 0 to 1 and beyond; `step`: from 1.
    """
    cosine = 0.5 * (1 + math.cos(math.pi * min(1.0, progress)))
    return min(1.0, step / warmup) * (low + (high - low) * cosine)


def evaluate(net, shard, pad, rng, count=200):
    """How well the first `count` conversations are said, each token after the right ones before it.

    Gives the mean loss in nats and the share of right tokens, both of what the model says, and the share of
    conversations without a wrong one.
    """
    loss = right = tokens = perfect = 0
    shortest_first = np.argsort(shard.lengths[:count])
    for start in range(0, len(shortest_first), 10):
        batch = shard.collate(list(shortest_first[start:start + 10]), pad, rng, keep=1.0)
        losses, hits = net.step(batch.ids, batch.rows, batch.targets, batch.weights, backward=False)
        conversations = (batch.rows // batch.ids.shape[1])[batch.learnt]
        losses, hits = losses[batch.learnt], hits[batch.learnt]
        loss += float(losses.sum())
        right += float(hits.sum())
        tokens += len(losses)
        perfect += sum(bool(hits[conversations == row].min() > 0) for row in range(len(batch.ids)))
    return loss / tokens, right / tokens, perfect / len(shortest_first)


class Run:
    """A training run in a folder: its network, its optimizer, how far it has come.

    `step`, `seen` (tokens, padding included), `shards_done` and `seconds` outlive a stop, as far as last.pt has them.
    """

    def __init__(self, options, tokenizer):
        self.options, self.folder = options, Path(options.out)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.net = Network(config(len(tokenizer)))
        self.optimizer = Optimizer(self.net, options.lr_muon, options.lr_adam, options.decay)
        self.choosing = Choosing(tokenizer, self.net.cfg["dim"])
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

    @property
    def seconds(self):
        return self.before + time.time() - self.start

    @property
    def progress(self):
        """The share of the time that has passed; the run is over at 1."""
        return self.seconds / (self.options.minutes * 60)

    def load(self, state):
        """Goes on from a checkpoint. The shard that was being read begins again.

        ValueError for one of another kind of network, or of a trainer without the losses of choosing.py.
        """
        if state["cfg"] != self.net.cfg or "choosing" not in state:
            raise ValueError(f"{self.folder}/last.pt is of another kind: take another --out, or --init with its GGUF file")
        self.net.load(state["params"])
        self.optimizer.load(state["optimizer"])
        self.choosing.load(state["choosing"])
        self.step, self.seen, self.shards_done = state["step"], state["seen"], state["shards_done"]
        self.before = state["seconds"]
        print(f"resumed at step {self.step}, {self.before / 60:.1f} minutes", flush=True)

    def save(self, name):
        """Writes a checkpoint, whole or not at all."""
        state = {
            "cfg": self.net.cfg,
            "params": self.net.params,
            "optimizer": self.optimizer.state(),
            "choosing": self.choosing.state(),
            "step": self.step,
            "seen": self.seen,
            "shards_done": self.shards_done,
            "seconds": self.seconds,
        }
        torch.save(state, self.folder / f"{name}.part")
        os.replace(self.folder / f"{name}.part", self.folder / name)
        self.saved = time.time()

    def shards(self):
        """The shards to read next, until the time is over."""
        paths = self.options.shards
        for path in itertools.islice(itertools.cycle(paths), self.shards_done % len(paths), None):
            while not os.path.exists(path) and self.progress < 1:
                time.sleep(2)
            if self.progress >= 1:
                return
            print("shard", path, flush=True)
            yield Shard(path)

    def learn(self, shard, group, pad, rng):
        """One step on a group of the shard's conversations, and what was measured, by name.

        `loss` and `right` are of what the model says: the mean loss in nats, the share of right tokens; `norm` is that
        of the gradients; then come those of choosing.py, where the group has a call.
        """
        self.step += 1
        began = time.time()
        first, last = self.options.context
        batch = shard.collate(group, pad, rng, context_scale=first + (last - first) * self.progress)
        tap, measures = self.choosing.tap(batch.ids, batch.said, self.net.params["emb"])
        loss, hit = self.net.step(batch.ids, batch.rows, batch.targets, batch.weights, tap=tap)
        norm = self.optimizer.step(schedule(self.progress, self.step, self.options.high, self.options.low))
        self.seen += batch.ids.numel()
        said = {"loss": loss[batch.learnt].mean().item(), "right": hit[batch.learnt].mean().item(), "norm": norm}
        return {**said, **measures, "tokens_per_second": batch.ids.numel() // (time.time() - began)}

    def measures(self, window):
        """The log's row over what `learn` gave since the last one."""
        names = dict.fromkeys(name for each in window for name in each)
        means = {name: np.mean([each[name] for each in window if name in each]) for name in names}
        return {
            "step": self.step,
            "minutes": round(self.seconds / 60, 2),
            "left": round(self.options.minutes - self.seconds / 60, 1),
            "tokens": self.seen,
            **{name: round(float(mean), 4) for name, mean in means.items()},
        }

    def report(self, row):
        """One line of JSON to the standard output and the log."""
        print(json.dumps(row), flush=True)
        self.log.write(json.dumps(row) + "\n")
        self.log.flush()


def train(run, pad, rng, validation):
    """Trains until the time is over, and writes final.pt. `validation`: a `Shard` or None."""

    def validated(count):
        return [round(value, 4) for value in evaluate(run.net, validation, pad, rng, count)]

    window = []
    for shard in run.shards():
        for group in shard.groups(rng, run.options.budget):
            if run.progress >= 1:
                break
            window.append(run.learn(shard, group, pad, rng))
            if run.step % STEPS_PER_REPORT == 0:
                row = run.measures(window)
                window = []
                if validation and run.step % STEPS_PER_VALIDATION == 0:
                    row["validation"] = validated(200)
                run.report(row)
            if time.time() - run.saved > run.options.save_every * 60:
                run.save("last.pt")
        else:
            run.shards_done += 1
    run.save("final.pt")
    if validation:
        run.report({"final": run.step, "tokens": run.seen, "validation": validated(600)})


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True, help="folder of the run")
    parser.add_argument("--minutes", type=minutes, required=True, help="of the whole run, those before a stop included")
    parser.add_argument("--budget", type=int, default=8192, help="tokens of a batch, padding included")
    parser.add_argument("--lr-muon", type=float, default=0.02, help="learning rate of the matrices")
    parser.add_argument("--lr-adam", type=float, default=3e-3, help="learning rate of the embedding and the norms")
    parser.add_argument("--decay", type=float, default=0.05, help="weight decay of the matrices")
    parser.add_argument("--high", type=float, default=1.0, help="learning-rate factor at the start")
    parser.add_argument("--low", type=float, default=0.01, help="learning-rate factor at the end")
    parser.add_argument(
        "--context", type=float, nargs=2, default=[1.0, 0.2],
        help="factor of the loss on what is read, at start and end",
    )
    parser.add_argument("--init", type=existing_file, help="a GGUF file to start from")
    parser.add_argument("--resume", action="store_true", help="go on from the folder's last.pt, where there is one")
    parser.add_argument("--validation", type=existing_file, help="a shard that is not trained on")
    parser.add_argument("--save-every", type=float, default=5, help="minutes")
    parser.add_argument("--seed", type=int, default=1, help="of the order of the conversations")
    parser.add_argument("shards", nargs="+", metavar="SHARD")
    return parser.parse_args()


def main():
    options = read_options()
    torch.set_num_threads(THREADS)
    tokenizer = Tokenizer.load(HERE / "tokenizer.json")
    try:
        run = Run(options, tokenizer)
    except ValueError as error:
        sys.exit(str(error))
    size = sum(value.numel() for value in run.net.params.values())
    print("parameters", size, vars(options), file=sys.stderr, flush=True)
    validation = Shard(options.validation) if options.validation else None
    train(run, tokenizer.pad, np.random.default_rng(options.seed + run.step), validation)


if __name__ == "__main__":
    main()
