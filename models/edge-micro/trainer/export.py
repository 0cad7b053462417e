"""Writes checkpoints as OUT_PREFIX-f16.gguf and OUT_PREFIX-q8_0.gguf: export.py OUT_PREFIX CHECKPOINT.pt...

Of several, the mean of their weights: runs that started from the same weights say more right together than each alone
(model soups, Wortsman et al. 2022).
"""
import argparse
from pathlib import Path

import torch

from arguments import existing_file, writable_path
from gguf import write_model
from parameters import to_gguf
from tokenizer import Tokenizer


def mean(states, shares):
    """The parameters by name, each the sum of those of the checkpoints times their shares over the sum of the shares."""
    whole = sum(shares)
    names = states[0]["params"]
    return {name: sum(share / whole * state["params"][name] for state, share in zip(states, shares)) for name in names}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("prefix", type=writable_path, metavar="OUT_PREFIX", help="how the names of both files begin")
    parser.add_argument("checkpoints", type=existing_file, nargs="+", metavar="CHECKPOINT.pt", help="of train.py")
    parser.add_argument("--shares", type=float, nargs="+", help="how much each counts; alike unless given")
    options = parser.parse_args()
    states = [torch.load(checkpoint) for checkpoint in options.checkpoints]
    shares = options.shares or [1.0] * len(states)
    if len(shares) != len(states) or min(shares) < 0 or sum(shares) == 0:
        parser.error(f"--shares takes {len(states)} numbers, none below 0 and not all 0")
    tokenizer = Tokenizer.load(Path(__file__).parent / "tokenizer.json")
    cfg = states[0]["cfg"]
    if any(state["cfg"] != cfg for state in states):
        parser.error("the checkpoints are of networks of different kinds")
    if len(tokenizer) != cfg["vocab"]:
        parser.error(f"the checkpoint has {cfg['vocab']} tokens, tokenizer.json {len(tokenizer)}")
    for quantization in ("f16", "q8_0"):
        path = Path(f"{options.prefix}-{quantization}.gguf")
        write_model(path, cfg, to_gguf(cfg, mean(states, shares)), tokenizer, quantization)
        print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
