"""Core's seeded random streams, bit for bit; the algorithm is documented in packages/core/src/random.ts."""

from collections.abc import Callable

Random = Callable[[int, int], int]

_MASK64 = (1 << 64) - 1
_MASK32 = (1 << 32) - 1


def hash32(text: str) -> int:
    """FNV-1a, 32 bits, over the UTF-8 bytes of `text`."""
    value = 0x811C9DC5
    for byte in text.encode():
        value = (value ^ byte) * 0x01000193 & _MASK32
    return value


def _rotate(word: int, bits: int) -> int:
    return (word << bits | word >> (64 - bits)) & _MASK64


def random_stream(seed: int, *labels: str | int) -> Random:
    """An independent stream of uniform integers in [from, to] per purpose."""
    seed32 = hash32(":".join(str(each) for each in (seed, *labels)))
    s0 = _MASK32 << 32 | ~seed32 & _MASK32
    s1 = seed32 << 32

    def word() -> int:
        nonlocal s0, s1
        # The low 32 bits as a signed integer, plus 2³¹.
        result = ((s0 + s1 & _MASK32) + (1 << 31)) & _MASK32
        mixed = s0 ^ s1
        s0 = _rotate(s0, 24) ^ mixed ^ mixed << 16 & _MASK64
        s1 = _rotate(mixed, 37)
        return result

    def uniform(first: int, last: int) -> int:
        size = last - first + 1
        limit = (1 << 32) // size * size
        drawn = word()
        while size > 2 and drawn >= limit:
            drawn = word()
        return drawn % size + first

    return uniform
