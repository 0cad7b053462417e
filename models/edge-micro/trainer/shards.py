"""Writes tokenised conversations: shards.py OUT.npz SEED COUNT

Arrays: `tokens` (uint16, one conversation after the other), `weights` (float16, the weight of the loss of predicting
that token), `lengths` (int32). What the model says weighs 1; what it reads weighs a little, so that it learns the
language of its prompts too; what it must not imitate weighs nothing.
"""
import random
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "generator"))
from conversations import conversation  # noqa: E402
from leaks import leaks  # noqa: E402
from tokenizer import Tokenizer  # noqa: E402

READ_WEIGHT = 0.1
MOST_TOKENS = 1280


def encoded(tokenizer, turns):
    """Token ids, and the weight of each."""
    ids, weights = [tokenizer.bos], [0.0]
    for role, text, learnt in turns:
        head = tokenizer.encode(f"<|im_start|>{role}\n")
        body = tokenizer.encode(text, parse_control=False) + [tokenizer.eos]
        tail = tokenizer.encode("\n")
        weight = 1.0 if learnt else 0.0 if role == "assistant" else READ_WEIGHT
        ids += head + body + tail
        weights += [0.0] * len(head) + [weight] * len(body) + [0.0] * len(tail)
    return ids, weights


def main(out, seed, count):
    tokenizer, rng = Tokenizer.load(HERE / "tokenizer.json"), random.Random(seed)
    tokens, weights, lengths, leaked = [], [], [], 0
    while len(lengths) < count:
        talk = conversation(rng)
        if leaks(talk):
            leaked += 1
            continue
        ids, each = encoded(tokenizer, talk["turns"])
        if len(ids) <= MOST_TOKENS:
            tokens.append(np.array(ids, np.uint16))
            weights.append(np.array(each, np.float16))
            lengths.append(len(ids))
    partial = Path(f"{out}.part.npz")
    np.savez(partial, tokens=np.concatenate(tokens), weights=np.concatenate(weights), lengths=np.array(lengths, np.int32))
    partial.rename(out)
    learnt = sum(int((each == 1).sum()) for each in weights)
    print(f"{out}: {count} conversations, {sum(lengths)} tokens, {learnt} learnt, {leaked} left out as leaks", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
