"""Types of command-line arguments for argparse, which prints their ArgumentTypeError under the usage."""
from argparse import ArgumentTypeError
from pathlib import Path


def existing_file(text):
    """The path of a file that is there."""
    if not Path(text).is_file():
        raise ArgumentTypeError(f"there is no file {text}")
    return text


def writable_path(text):
    """The path of a file in a folder that is there."""
    if not Path(text).parent.is_dir():
        raise ArgumentTypeError(f"there is no folder {Path(text).parent}")
    return text


def count(text):
    """A whole number above 0."""
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise ArgumentTypeError(f"{text} is no whole number above 0")
    return int(text)


def minutes(text):
    """A number above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not value > 0:
        raise ArgumentTypeError(f"{text} is no number above 0")
    return value
