"""Byte-level BPE whose cuts never depend on what stands beside a word.

Merges are learned inside letter runs and inside punctuation runs only. Spaces, newlines and digits are never merged.
Frequent JSON pieces and fixed contract sentences are USER_DEFINED tokens, which llama.cpp cuts out before the BPE
(longest first over the whole text), and so does `encode`.
"""
import heapq
import json
import re
from collections import Counter, defaultdict

NORMAL, CONTROL, USER_DEFINED = 1, 3, 4

IM_START, IM_END, END_OF_TEXT = "<|im_start|>", "<|im_end|>", "<|endoftext|>"
CONTROL_TOKENS = [END_OF_TEXT, IM_START, IM_END]

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

PUNCT_RUNS = {
    '":"': 500, '","': 500, '":': 500, ',"': 500, '"}': 200, '"}}': 300, '}}': 300, '"],': 100, '":[': 100, '":["': 100,
    '"]': 100, '"]}}': 100, '":{"': 200, '{"': 200, '"}]': 30, '}]': 50, '},{"': 60, '":[{"': 60, '"},{"': 60, '"},': 60,
    '},': 60, '"}]}': 60, '}]}': 60, ']}': 60, ']}}': 60, '{}': 30, '[]': 30, '":[]}': 30, '":{}}': 20, '...': 20,
    '."': 20, '."}': 40, '.",': 20, '","_': 1, '."},{"': 30, '"}]}': 30, '."}]}': 30, '":-': 10, ',-': 5, '("': 2, '")': 2,
}

# The qwen2 pre-tokenizer of llama.cpp, written with Python's `re` ([^\W\d_] for letters).
_LETTER = r"[^\W\d_]"
_PRE = re.compile(
    r"(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])"
    rf"|(?:[^\r\n\w]|_)?{_LETTER}+"
    r"|\d"
    r"| ?(?:[^\s\w]|_)+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def byte_alphabet():
    keep = list(range(33, 127)) + list(range(161, 173)) + list(range(174, 256))
    table, extra = {}, 0
    for b in range(256):
        if b in keep:
            table[b] = chr(b)
        else:
            table[b] = chr(256 + extra)
            extra += 1
    return table


BYTE_TO_CHAR = byte_alphabet()
CHAR_TO_BYTE = {c: b for b, c in BYTE_TO_CHAR.items()}


def to_alphabet(text):
    return "".join(BYTE_TO_CHAR[b] for b in text.encode("utf-8"))


def learn_merges(run_counts, n_merges, min_count=2):
    """Plain BPE over {run: count}; each run is already a letter run or a punctuation run."""
    words = [list(to_alphabet(run)) for run in run_counts]
    counts = list(run_counts.values())
    pairs, where = Counter(), defaultdict(set)
    for i, w in enumerate(words):
        for pair in zip(w, w[1:]):
            pairs[pair] += counts[i]
            where[pair].add(i)
    heap = [(-c, p) for p, c in pairs.items()]
    heapq.heapify(heap)
    merges = []
    while heap and len(merges) < n_merges:
        neg, pair = heapq.heappop(heap)
        if pairs.get(pair, 0) != -neg:
            continue
        if -neg < min_count:
            break
        merges.append(pair)
        joined, touched = pair[0] + pair[1], set()
        for i in list(where[pair]):
            w, out, j = words[i], [], 0
            for q in zip(w, w[1:]):
                pairs[q] -= counts[i]
                touched.add(q)
            while j < len(w):
                if j + 1 < len(w) and w[j] == pair[0] and w[j + 1] == pair[1]:
                    out.append(joined)
                    j += 2
                else:
                    out.append(w[j])
                    j += 1
            words[i] = out
            for q in zip(out, out[1:]):
                pairs[q] += counts[i]
                where[q].add(i)
                touched.add(q)
        for q in touched:
            if pairs[q] > 0:
                heapq.heappush(heap, (-pairs[q], q))
    return merges


class Tokenizer:
    def __init__(self, merges):
        self.merges = [tuple(m) for m in merges]
        self.rank = {m: i for i, m in enumerate(self.merges)}
        self.tokens = [BYTE_TO_CHAR[b] for b in range(256)]
        self.types = [NORMAL] * 256
        seen = set(self.tokens)
        for a, b in self.merges:
            if a + b not in seen:
                seen.add(a + b)
                self.tokens.append(a + b)
                self.types.append(NORMAL)
        for text in CONTRACT + JSON_PIECES:
            self.tokens.append(text)
            self.types.append(USER_DEFINED)
        while (len(self.tokens) + len(CONTROL_TOKENS)) % 64:
            self.tokens.append(f"<|reserved_{len(self.tokens)}|>")
            self.types.append(CONTROL)
        for text in CONTROL_TOKENS:
            self.tokens.append(text)
            self.types.append(CONTROL)
        self.id = {t: i for i, t in enumerate(self.tokens)}
        assert len(self.id) == len(self.tokens)
        self.specials = sorted((t for t, k in zip(self.tokens, self.types) if k != NORMAL and "reserved_" not in t),
                               key=len, reverse=True)
        self.user_specials = [s for s in self.specials if self.types[self.id[s]] == USER_DEFINED]
        self.eos, self.pad, self.bos = self.id[IM_END], self.id[END_OF_TEXT], self.id[END_OF_TEXT]
        self._cache = {}

    def __len__(self):
        return len(self.tokens)

    def _bpe(self, run):
        ids = self._cache.get(run)
        if ids is not None:
            return ids
        w = list(to_alphabet(run))
        while len(w) > 1:
            best = min(range(len(w) - 1), key=lambda i: self.rank.get((w[i], w[i + 1]), 1 << 30))
            if (w[best], w[best + 1]) not in self.rank:
                break
            w[best:best + 2] = [w[best] + w[best + 1]]
        ids = [self.id[t] for t in w]
        if len(self._cache) < 500_000:
            self._cache[run] = ids
        return ids

    def _split(self, text, specials, k, out):
        """Cut specials longest first over the whole text, like llama.cpp's tokenizer_st_partition."""
        while k < len(specials):
            s = specials[k]
            if s in text:
                parts = text.split(s)
                for n, part in enumerate(parts):
                    if n:
                        out.append(self.id[s])
                    if part:
                        self._split(part, specials, k + 1, out)
                return
            k += 1
        for m in _PRE.finditer(text):
            out.extend(self._bpe(m.group()))

    def encode(self, text, parse_control=True):
        out = []
        self._split(text, self.specials if parse_control else self.user_specials, 0, out)
        return out

    def decode(self, ids):
        out = bytearray()
        for i in ids:
            if self.types[i] == NORMAL:
                out.extend(CHAR_TO_BYTE[c] for c in self.tokens[i])
            else:
                out.extend(self.tokens[i].encode("utf-8"))
        return out.decode("utf-8", errors="replace")

    def save(self, path):
        with open(path, "w") as f:
            json.dump({"merges": self.merges}, f)

    @classmethod
    def load(cls, path):
        with open(path) as f:
            return cls(json.load(f)["merges"])
