"""A conversation as the model sees it: ChatML's turns as token ids, and how much each token weighs in the loss."""
from tokenizer import IM_START

SAID, READ, IGNORED = 1.0, 0.1, 0.0


def encoded(tokenizer, turns):
    """Token ids, and as many weights: each that of the loss of predicting this token. `turns`: (role, text, learnt).

    What the model says and learns, with the end of its turn, weighs SAID; what it reads weighs READ, so that it learns
    the language of its prompts too; what it must not imitate, and what the template writes, is IGNORED. Control tokens
    in a text are text.
    """
    ids, weights = [tokenizer.bos], [IGNORED]
    for role, text, learnt in turns:
        head = tokenizer.encode(f"{IM_START}{role}\n")
        body = tokenizer.encode(text, parse_control=False) + [tokenizer.eos]
        tail = tokenizer.encode("\n")
        weight = SAID if learnt else IGNORED if role == "assistant" else READ
        ids += head + body + tail
        weights += [IGNORED] * len(head) + [weight] * len(body) + [IGNORED] * len(tail)
    return ids, weights
