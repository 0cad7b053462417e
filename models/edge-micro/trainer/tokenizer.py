"""The tokenizer: byte-level BPE (GPT-2, Radford et al. 2019) whose cuts never depend on what stands beside a word.

Merges join letters with letters and marks with marks, never a space, a newline or a digit. The fixed sentences of the
contract and the frequent pieces of JSON are USER_DEFINED tokens, which llama.cpp cuts out before the BPE (longest first
over the whole text), and so does `encode`. Its cuts are those of llama.cpp with the exported model: tests/tokens.json.
"""
import json
import re

# GGUF's types of tokens.
NORMAL, CONTROL, USER_DEFINED = 1, 3, 4

IM_START, IM_END, END_OF_TEXT = "<|im_start|>", "<|im_end|>", "<|endoftext|>"
CONTROL_TOKENS = [END_OF_TEXT, IM_START, IM_END]

# The ids follow from the order below: a change wants a model trained on it, and tests/tokens.json written anew.

# What the product always writes in the same words (generator/contract.py): one token a sentence, to keep prompts short.
CONTRACT = [
    "Tools are available. To use one, reply with exactly one JSON object and no other text:",
    '{"tool_name":"NAME","arguments":{...}}',
    "When no tool is needed, reply in plain text.",
    "Tools:",
    "Tool result for ",
    "Answer the user's request using this result, or call another tool.",
    "Tool call rejected (",
    "Reply with a corrected call or answer in plain text.",
    "Profile:",
]

# What stands between the names and values of calls and of tools' schemas, written compactly. Some are in no schema of
# today, such as anyOf: they keep their ids.
JSON_PIECES = [
    '{"tool_name":"', '","arguments":{"', '","arguments":{}}',
    '{"name":"', '","description":"', '","parameters":{"type":"object","properties":{"',
    '","parameters":{"type":"object","properties":{},',
    '":{"type":"', '{"type":"', '":{"description":"',
    '":{"type":"string"}', '":{"type":"integer"}', '":{"type":"number"}', '":{"type":"boolean"}',
    '":{"type":"string","', '":{"type":"integer","', '":{"type":"number","', '":{"type":"boolean","',
    '":{"type":"array","items":{"type":"string"}', '":{"type":"array","items":{"type":"number"}',
    '":{"type":"array","items":{"type":"integer"}',
    '":{"anyOf":[{"type":"', '"},{"type":"null"}]', '":{"type":["', '","null"]',
    'enum":["', '"default":', '"default":null', '"description":"', '"title":"', '"enum":["', '"minimum":', '"maximum":',
    '},"required":["', '},"required":[],', '"required":["', '"required":[],', '"additionalProperties":false}}',
    '"],"additionalProperties":false}}', '},"additionalProperties":false}}',
]

# The vocabulary is filled up with unused tokens to a multiple that the matrix products like.
MULTIPLE = 64
MOST_CACHED_RUNS = 500_000

# The qwen2 pre-tokenizer of llama.cpp, written with Python's `re` ([^\W\d_] for letters).
_LETTER = r"[^\W\d_]"
_RUNS = re.compile(
    r"(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])"
    rf"|(?:[^\r\n\w]|_)?{_LETTER}+"
    r"|\d"
    r"| ?(?:[^\s\w]|_)+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def _byte_alphabet():
    """A printable character for each byte, as GPT-2 has them: itself where it is one, else one from U+0100 on."""
    printable = {*range(33, 127), *range(161, 173), *range(174, 256)}
    others = iter(range(256, 512))
    return {byte: chr(byte if byte in printable else next(others)) for byte in range(256)}


BYTE_TO_CHAR = _byte_alphabet()
CHAR_TO_BYTE = {character: byte for byte, character in BYTE_TO_CHAR.items()}


def to_alphabet(text):
    """The UTF-8 bytes of a text, a character each, as merges and NORMAL tokens are written."""
    return "".join(BYTE_TO_CHAR[byte] for byte in text.encode("utf-8"))


class Tokenizer:
    """`tokens` and `types` by id, `id` by token; `eos`, `pad` and `bos` are ids. Bytes come first, control tokens last.

    `merges`: pairs of tokens in the byte alphabet, the most urgent first.
    """

    def __init__(self, merges):
        self.merges = [tuple(merge) for merge in merges]
        self.rank = {merge: rank for rank, merge in enumerate(self.merges)}
        normal = list(dict.fromkeys([*BYTE_TO_CHAR.values(), *(left + right for left, right in self.merges)]))
        fixed = CONTRACT + JSON_PIECES
        used = len(normal) + len(fixed)
        reserved = [f"<|reserved_{used + n}|>" for n in range(-(used + len(CONTROL_TOKENS)) % MULTIPLE)]
        control = reserved + CONTROL_TOKENS
        self.tokens = normal + fixed + control
        self.types = [NORMAL] * len(normal) + [USER_DEFINED] * len(fixed) + [CONTROL] * len(control)
        self.id = {token: index for index, token in enumerate(self.tokens)}
        if len(self.id) != len(self.tokens):
            raise ValueError("a token stands twice in the vocabulary")
        self.eos, self.pad, self.bos = self.id[IM_END], self.id[END_OF_TEXT], self.id[END_OF_TEXT]
        self._fixed = sorted(fixed, key=len, reverse=True)
        self._specials = sorted(fixed + CONTROL_TOKENS, key=len, reverse=True)
        self._cache = {}

    @classmethod
    def load(cls, path):
        """From a file that `save` wrote. OSError, or ValueError where it is no JSON."""
        with open(path, encoding="utf-8") as file:
            return cls(json.load(file)["merges"])

    def save(self, path):
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"merges": self.merges}, file)

    def __len__(self):
        return len(self.tokens)

    def encode(self, text, parse_control=True):
        """The ids of a text; without `parse_control` what looks like a control token is text as any other."""
        ids = []
        self._cut(text, self._specials if parse_control else self._fixed, 0, ids)
        return ids

    def decode(self, ids):
        """The text of ids; bytes that are no UTF-8 become U+FFFD. IndexError for an id beyond the vocabulary."""
        return b"".join(map(self.bytes_of, ids)).decode("utf-8", errors="replace")

    def bytes_of(self, index):
        """The bytes that an id stands for. IndexError for one beyond the vocabulary."""
        token = self.tokens[index]
        return bytes(map(CHAR_TO_BYTE.get, token)) if self.types[index] == NORMAL else token.encode("utf-8")

    def _cut(self, text, specials, first, ids):
        """Cuts specials[first:] out of the whole text, one after the other, like llama.cpp's tokenizer_st_partition."""
        for index in range(first, len(specials)):
            special = specials[index]
            if special in text:
                for count, part in enumerate(text.split(special)):
                    if count:
                        ids.append(self.id[special])
                    if part:
                        self._cut(part, specials, index + 1, ids)
                return
        for run in _RUNS.finditer(text):
            ids.extend(self._bpe(run.group()))

    def _bpe(self, run):
        """The ids of a run: its pair of the lowest rank is joined, the leftmost first, until no pair has a rank."""
        ids = self._cache.get(run)
        if ids is not None:
            return ids
        parts, unknown = list(to_alphabet(run)), len(self.merges)
        while len(parts) > 1:
            best = min(range(len(parts) - 1), key=lambda at: self.rank.get((parts[at], parts[at + 1]), unknown))
            if (parts[best], parts[best + 1]) not in self.rank:
                break
            parts[best:best + 2] = [parts[best] + parts[best + 1]]
        ids = [self.id[part] for part in parts]
        if len(self._cache) < MOST_CACHED_RUNS:
            self._cache[run] = ids
        return ids
