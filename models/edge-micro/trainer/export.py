"""Writes a checkpoint as GGUF files: export.py CHECKPOINT.pt OUT_PREFIX → OUT_PREFIX-f16.gguf and OUT_PREFIX-q8_0.gguf."""
import sys
from pathlib import Path

import torch

from gguf import write_model
from network import Network
from tokenizer import Tokenizer

state = torch.load(sys.argv[1])
tokenizer = Tokenizer.load(Path(__file__).parent / "tokenizer.json")
network = Network(state["cfg"])
network.load(state["params"])
for quantization in ("f16", "q8_0"):
    path = Path(f"{sys.argv[2]}-{quantization}.gguf")
    write_model(path, state["cfg"], network.gguf_weights(), tokenizer, quantization)
    print(f"{path}: {path.stat().st_size} bytes")
