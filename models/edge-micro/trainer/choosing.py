"""Teaches the network to choose among tools, options and values, by more than the loss on what it says.

That loss tells only that a name is wrong. Choosing takes steps, and each gets a loss of its own; for tools:

- likeness: what the network makes of a request is drawn to what it makes of the tool that is meant, and away from every
  other tool of the batch (InfoNCE, van den Oord et al. 2018), in the residual stream before layer POINTING;
- naming: in layer NAMING, the end of a tool's schema looks back at the tool's name, and it can spell the name's first token
  before layer POINTING;
- pointing: in layer POINTING, a call that is about to name its tool looks at the end of the schema that is meant.

The options of an enum are chosen alike, by their last token, when their parameter is about to get its value. A value that is
an option or stands in the request looks back, in layer RECALLING, at the start of its call, where the request was taken in;
one that stands in the request looks at it there in layer COPYING.
What these losses need beside the network is thrown away after the training: what is exported is a plain llama.

Letters in shapes: N calls, M tools, P values that are options, O options of all enums, of a batch; S numbers that are
compared; B, L, T, D, V as in native.py. Positions are in T = B·L.
"""
from typing import NamedTuple

import torch
from torch.nn import functional

from finder import Finder
from network import Guide, Tap

NAMING, RECALLING, POINTING, COPYING = 2, 3, 4, 5
# Which head of these layers looks.
TOOL_HEAD, OPTION_HEAD, RECALL_HEAD, COPY_HEAD = 0, 1, 1, 1
WEIGHTS = {
    "likeness": 0.2, "option_likeness": 0.2, "spelling": 0.05,
    "naming": 0.03, "option_naming": 0.02, "pointing": 0.2, "option_pointing": 0.15,
    "recalling": 0.05, "copying": 0.1,
}
COMPARED, SHARPNESS = 128, 16.0
RATE = 1e-3


class Looks(NamedTuple):
    """Positions, and where each should look: int64."""

    looking: torch.Tensor
    wanted: torch.Tensor


class Contest(NamedTuple):
    """A choice at each of some positions, among candidates: int64, and bool [choices, candidates]."""

    asked: torch.Tensor  # where it is made
    offered: torch.Tensor  # where the candidates end
    starts: torch.Tensor  # where they start
    meant: torch.Tensor  # the number of the right candidate
    own: torch.Tensor  # those that the conversation leaves open
    rivals: torch.Tensor  # those that the loss tells it from: all of another name


class Choosing:
    """The losses, with their own parameters and optimizer: matrices [S, D] that make comparable, `spelled` [D, D]."""

    def __init__(self, tokenizer, dim, seed=0):
        self.finder = Finder(tokenizer)
        generator = torch.Generator().manual_seed(seed)
        compared, spelled = (torch.randn(rows, dim, generator=generator) * dim ** -0.5 for rows in (COMPARED, dim))
        # What is compared begins alike: the same words are likest at first.
        firsts = {"asked": compared, "offered": compared, "value": compared, "option": compared, "spelled": spelled}
        self.params = {name: first.clone().requires_grad_() for name, first in firsts.items()}
        self.optimizer = torch.optim.AdamW(self.params.values(), lr=RATE, weight_decay=0.0)

    def state(self):
        """What a checkpoint keeps."""
        params = {name: value.detach() for name, value in self.params.items()}
        return {"params": params, "optimizer": self.optimizer.state_dict()}

    @torch.no_grad()
    def load(self, state):
        """Goes on from what `state` gave."""
        for name, value in self.params.items():
            value.copy_(state["params"][name])
        self.optimizer.load_state_dict(state["optimizer"])

    def tap(self, ids, said, embedding):
        """The `Tap` of a batch, None where it has no call, and what is measured on the way back, a dict that fills.

        ids: int64 [B, L]; said: bool [B, L], the positions whose next token is learnt in full; embedding: [V, D].
        """
        tools, options, recalls, copies = self._contests(ids, said)
        measures = {}
        if not len(tools.asked):
            return None, measures
        names = ids.reshape(-1)[tools.starts]

        def gradients(residual):
            return self._learn(residual, tools, options, names, embedding, measures)

        return Tap(POINTING, gradients, _guides(tools, options, recalls, copies, ids.shape[1], measures)), measures

    def _contests(self, ids, said):
        """Of tools and of options, the `Contest`; of values at their call, and at what they copy, the `Looks`."""
        tools, options, recalls, copies = _Candidates(), _Candidates(), [], []
        for row, (tokens, learnt) in enumerate(zip(ids.tolist(), said.tolist())):
            start = row * len(tokens)
            schemas, calls = self.finder.find(tokens, learnt)
            number = {}
            for schema in schemas:
                tools.add(start + schema.start, start + schema.end, row, schema.name)
                for param, spans in schema.options.items():
                    home = row, schema.name, param
                    for option, span in spans.items():
                        number[span] = options.add(start + span.first, start + span.last, home, option)
            first = len(tools.starts) - len(schemas)
            for call in calls:
                tools.choose(start + call.at, first + call.schema)
                for at, span in call.options:
                    options.choose(start + at, number[span])
                copies += [(start + at, start + span.first) for at, span in call.copies]
                # An option that stands in the request is in both lists.
                recalls += [(start + at, start + call.at) for at in {at for at, _ in call.options + call.copies}]
        return tools.contest(), options.contest(), Looks(*_columns(recalls)), Looks(*_columns(copies))

    def _learn(self, residual, tools, options, names, embedding, measures):
        """One step of the own parameters, from residual [T, D] and the names' first tokens int64 [M].

        Gives positions [N + M + P + O] in the residual and their gradients, as many rows of D.
        """
        parts = [tools.asked, tools.offered, options.asked, options.offered]
        positions = torch.cat(parts)
        rows = residual[positions].requires_grad_()
        normed = functional.normalize(rows, dim=1) * rows.shape[1] ** 0.5
        calls, schemas, values, ends = normed.split([len(each) for each in parts])
        loss, measures["likeness"], measures["likest"] = self._compare("asked", calls, "offered", schemas, tools)
        spelling, measures["spelled"] = self._spell(schemas, names, embedding)
        loss = WEIGHTS["likeness"] * loss + WEIGHTS["spelling"] * spelling
        if len(options.asked):
            other, measures["option_likeness"], measures["likest_option"] = self._compare(
                "value", values, "option", ends, options
            )
            loss = loss + WEIGHTS["option_likeness"] * other
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return positions, rows.grad

    def _compare(self, one, asked, other, offered, contest):
        """The loss, the same in nats, and the share of choices whose likest candidate of their own is the right one."""
        asked, offered = (
            functional.normalize(rows @ self.params[name].t(), dim=1) for name, rows in ((one, asked), (other, offered))
        )
        likeness = SHARPNESS * asked @ offered.t()
        counted = contest.rivals.scatter(1, contest.meant[:, None], True)
        loss = functional.cross_entropy(likeness.masked_fill(~counted, float("-inf")), contest.meant)
        best = likeness.masked_fill(~contest.own, float("-inf")).argmax(1)
        return loss, loss.item(), (best == contest.meant).float().mean().item()

    def _spell(self, schemas, names, embedding):
        """The loss, and the share of schemas whose name's first token is the likeliest."""
        logits = schemas @ self.params["spelled"].t() @ embedding.t()
        return functional.cross_entropy(logits, names), (logits.argmax(1) == names).float().mean().item()


def _guides(tools, options, recalls, copies, length, measures):
    """The `Guide`s by layer; each tells `measures` the share that its head gives to what it should look at."""

    def guide(name, head, looking, wanted):
        def told(share):
            measures[name] = share

        return Guide(head, looking // length, looking % length, wanted % length, WEIGHTS[name], told)

    return {
        NAMING: [
            guide("naming", TOOL_HEAD, tools.offered, tools.starts),
            guide("option_naming", OPTION_HEAD, options.offered, options.starts),
        ],
        RECALLING: [guide("recalling", RECALL_HEAD, *recalls)],
        POINTING: [
            guide("pointing", TOOL_HEAD, tools.asked, tools.offered[tools.meant]),
            guide("option_pointing", OPTION_HEAD, options.asked, options.offered[options.meant]),
        ],
        COPYING: [guide("copying", COPY_HEAD, *copies)],
    }


class _Candidates:
    """Candidates of a batch and the choices among them, as they are found."""

    def __init__(self):
        self.starts, self.ends, self.homes, self.names, self.made = [], [], [], [], []

    def add(self, start, end, home, name):
        """Gives the candidate's number; those of one home are open to one choice, those of one name are the same."""
        self.starts.append(start)
        self.ends.append(end)
        self.homes.append(home)
        self.names.append(name)
        return len(self.names) - 1

    def choose(self, at, number):
        """At a position, the candidate of that number is meant."""
        self.made.append((at, number))

    def contest(self):
        asked, meant = _columns(self.made)
        ends, starts = _columns(list(zip(self.ends, self.starts)))
        homes, names = (_numbered(each) for each in (self.homes, self.names))
        own, rivals = (each[meant][:, None] for each in (homes, names))
        return Contest(asked, ends, starts, meant, own == homes, rivals != names)


def _columns(pairs):
    """int64 [2, pairs]."""
    return torch.tensor(pairs, dtype=torch.int64).reshape(-1, 2).t().contiguous()


def _numbered(values):
    numbers = {value: number for number, value in enumerate(dict.fromkeys(values))}
    return torch.tensor([numbers[value] for value in values], dtype=torch.int64)
