"""Writes a checkpoint as OUT_PREFIX-f16.gguf and OUT_PREFIX-q8_0.gguf: export.py CHECKPOINT.pt OUT_PREFIX"""
import argparse
from pathlib import Path

import torch

from arguments import existing_file, writable_path
from gguf import write_model
from parameters import to_gguf
from tokenizer import Tokenizer


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", type=existing_file, metavar="CHECKPOINT.pt", help="of train.py")
    parser.add_argument("prefix", type=writable_path, metavar="OUT_PREFIX", help="how the names of both files begin")
    options = parser.parse_args()
    state = torch.load(options.checkpoint)
    tokenizer = Tokenizer.load(Path(__file__).parent / "tokenizer.json")
    if len(tokenizer) != state["cfg"]["vocab"]:
        parser.error(f"the checkpoint has {state['cfg']['vocab']} tokens, tokenizer.json {len(tokenizer)}")
    for quantization in ("f16", "q8_0"):
        path = Path(f"{options.prefix}-{quantization}.gguf")
        write_model(path, state["cfg"], to_gguf(state["cfg"], state["params"]), tokenizer, quantization)
        print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
