"""A conversation as it grows, and the steps that most conversations are made of."""
import contract
import requests
from answers import answer, which
from chance import by_share
from composed import composed_tool
from neighbours import others
from results import result_for
from tools import FAMILIES, family_tool, lookup_tool
from words import SMALL_TALK, WORDINGS

# How often one tool is offered, two, … eight: few mostly, as in use, and so that much is learnt from a short prompt.
_TOOL_COUNTS = {1: 20, 2: 28, 3: 15, 4: 11, 5: 9, 6: 7, 7: 5, 8: 5}


class Talk:
    """A conversation over the tools that it offers, in one language.

    turns: [(role, text, learnt)], as `conversations.py` has them. profile: the body of a profile.
    """

    def __init__(self, rng, zh, tools, profile=""):
        self.rng, self.zh, self.tools = rng, zh, tools
        self.turns = []
        schemas = [tool.schema() for tool in tools]
        if profile and tools and rng.random() < 0.2:
            # A contract that comes after a prefix that is fixed already, as a restored imprint brings it.
            self._system(contract.system([], profile))
            self.user(contract.contract(schemas))
            self.model(contract.READY, learnt=False)
        elif tools or profile:
            self._system(contract.system(schemas, profile))

    @property
    def length(self):
        """In characters."""
        return sum(len(text) for _, text, _ in self.turns)

    @property
    def answered(self):
        """True where the model said the last word."""
        return self.turns[-1][0] == "assistant"

    @property
    def searches(self):
        """True where any question may be meant for one of the tools."""
        return any(tool.searches for tool in self.tools)

    def user(self, text):
        self.turns.append(("user", text, False))

    def model(self, text, learnt=True):
        self.turns.append(("assistant", text, learnt))

    def call(self, tool, arguments):
        self.model(contract.call(tool.name, arguments))

    def run(self, tool, arguments):
        """Takes in the result of a call; gives the answer to it."""
        result = result_for(self.rng, tool, arguments, self.zh)
        self.user(contract.result_turn(tool.name, result))
        return answer(result, self.zh)

    def ask_and_call(self, tool):
        """A request, the call, and mostly the answer to its result."""
        asked = requests.ask(self.rng, tool, self.zh)
        self.user(asked.text)
        self.call(tool, asked.arguments)
        if self.rng.random() < 0.72:
            self.model(self.run(tool, asked.arguments))

    def ask_back(self, tool, asked, param):
        """A request that lacks the value of a parameter, the question for it, and mostly the value and the call."""
        rng, zh = self.rng, self.zh
        self.user(requests.finish(rng, asked.text, tool, zh, closing=0.06))
        self.model(which(param, zh))
        complete = all(each.name in asked.arguments or each is param for each in tool.params if each.required)
        if complete and rng.random() < 0.55:
            value, typed = param.draw(rng, zh)
            self.user(rng.choice(WORDINGS[zh]["replies"]).format(value=typed, name=param.called[zh] or param.name))
            self.call(tool, tool.ordered({**asked.arguments, param.name: value}))

    def small_talk(self):
        """A remark that needs no tool, and the answer to it."""
        remark, _, reply = self.rng.choice(SMALL_TALK[self.zh]["remarks"]).partition("=>")
        self.user(remark.strip())
        self.model(reply.strip())

    def _system(self, text):
        self.turns.append(("system", text, False))


def target(rng, zh):
    """A tool to ask for: of a family that knows the language, composed, or the look-up of facts."""
    documented = rng.random() < (0.42 if zh else 0.06)
    form = rng.random()
    if form < 0.07:
        return lookup_tool(rng)
    if form >= 0.82:
        return composed_tool(rng, zh=documented, chinese=zh)
    while True:
        family = rng.choice(FAMILIES)
        if family.requests[zh]:
            return family_tool(rng, family, documented)


def offered(rng, wanted, zh):
    """The wanted tools among others, one to eight."""
    count = max(len(wanted), tool_count(rng))
    return wanted + beside(rng, wanted, count - len(wanted), zh)


def tool_count(rng):
    return by_share(rng, _TOOL_COUNTS)


def beside(rng, wanted, count, zh):
    """Tools that fit no request for the wanted ones; in Chinese, half the time most are documented in Chinese."""
    return others(rng, wanted, count, zh and rng.random() < 0.5)
