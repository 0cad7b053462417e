"""Writes a shard of tokenised conversations: shards.py OUT.npz SEED COUNT

Arrays: `tokens` (uint16, one conversation after the other), `weights` (float16, the weight of the loss of predicting
that token, see chatml.py), `lengths` (int32, the tokens of each conversation). The file appears when it is complete.
The same seed, count and generator give the same shard.
"""
import argparse
import random
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "generator"))
from arguments import count, writable_path  # noqa: E402
from chatml import SAID, encoded  # noqa: E402
from conversations import conversation  # noqa: E402
from leaks import leaks  # noqa: E402
from tokenizer import Tokenizer  # noqa: E402

MOST_TOKENS = 1408


def generated(tokenizer, rng, wanted):
    """As many conversations as wanted, each (ids, weights); how many were left out as leaks, and how many as too long."""
    found, leaked, long = [], 0, 0
    while len(found) < wanted:
        talk = conversation(rng)
        if leaks(talk):
            leaked += 1
            continue
        ids, weights = encoded(tokenizer, talk["turns"])
        if len(ids) > MOST_TOKENS:
            long += 1
            continue
        found.append((np.array(ids, np.uint16), np.array(weights, np.float16)))
    return found, leaked, long


def write(out, found):
    """Writes the file by way of one beside it; gives its number of tokens, and of those that the model says."""
    tokens, weights = (np.concatenate(arrays) for arrays in zip(*found))
    partial = Path(f"{out}.part.npz")
    np.savez(partial, tokens=tokens, weights=weights, lengths=np.array([len(ids) for ids, _ in found], np.int32))
    partial.rename(out)
    return len(tokens), int((weights == SAID).sum())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=writable_path, metavar="OUT.npz")
    parser.add_argument("seed", type=int, metavar="SEED")
    parser.add_argument("count", type=count, metavar="COUNT", help="conversations")
    options = parser.parse_args()
    tokenizer, rng = Tokenizer.load(HERE / "tokenizer.json"), random.Random(options.seed)
    found, leaked, long = generated(tokenizer, rng, options.count)
    tokens, said = write(options.out, found)
    print(
        f"{options.out}: {len(found)} conversations, {tokens} tokens, {said} learnt, "
        f"{leaked} left out as leaks, {long} as too long",
        flush=True,
    )


if __name__ == "__main__":
    main()
