"""In which order stores are opened, and what they are asked; repeats packages/core/src/stores/order.ts."""

from ..random_stream import random_stream


def store_order(seed: int, count: int) -> list[int]:
    """All store numbers below `count` in a random order (Fisher–Yates)."""
    random = random_stream(seed, "stores")
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        other = random(0, last)
        order[last], order[other] = order[other], order[last]
    return order


def queried_ids(seed: int, count: int, notes: int) -> list[int]:
    """The id that each store's look-up asks for, of `notes` ids from 1."""
    random = random_stream(seed, "note ids")
    return [random(1, notes) for _ in range(count)]
