"""Choices that are not all alike."""


def by_share(rng, shares):
    """One key of {key: share}, the greater its share the oftener."""
    return rng.choices(list(shares), shares.values())[0]
