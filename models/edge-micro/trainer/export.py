"""Writes weights as OUT_PREFIX-f16.gguf and OUT_PREFIX-q8_0.gguf: export.py OUT_PREFIX CHECKPOINT.pt|MODEL.gguf...

Of several, the mean of their weights: runs that started from the same weights say more right together than each alone
(model soups, Wortsman et al. 2022).
"""
import argparse
from pathlib import Path

import torch

from arguments import existing_file, writable_path
from gguf import write_model
from network import Network
from parameters import config, to_gguf
from tokenizer import Tokenizer
from warm_start import start_from


def weights_of(path, tokenizer):
    """{"cfg", "params"} of a checkpoint of train.py or of a GGUF file."""
    if not path.endswith(".gguf"):
        return torch.load(path)
    net = Network(config(len(tokenizer)))
    start_from(net, path, tokenizer)
    return {"cfg": net.cfg, "params": net.params}


def mean(states, shares):
    """The parameters by name, each the sum of those of the checkpoints times their shares over the sum of the shares."""
    whole = sum(shares)
    names = states[0]["params"]
    return {name: sum(share / whole * state["params"][name] for state, share in zip(states, shares)) for name in names}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("prefix", type=writable_path, metavar="OUT_PREFIX", help="how the names of both files begin")
    parser.add_argument("checkpoints", type=existing_file, nargs="+", metavar="FILE",
                        help="CHECKPOINT.pt of train.py, or MODEL.gguf")
    parser.add_argument("--shares", type=float, nargs="+", help="how much each counts; alike unless given")
    options = parser.parse_args()
    tokenizer = Tokenizer.load(Path(__file__).parent / "tokenizer.json")
    try:
        states = [weights_of(checkpoint, tokenizer) for checkpoint in options.checkpoints]
    except ValueError as error:
        parser.error(str(error))
    shares = options.shares or [1.0] * len(states)
    if len(shares) != len(states) or min(shares) < 0 or sum(shares) == 0:
        parser.error(f"--shares takes {len(states)} numbers, none below 0 and not all 0")
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
