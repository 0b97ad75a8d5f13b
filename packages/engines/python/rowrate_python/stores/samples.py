"""Packs raw samples; repeats packages/core/src/stores/samples.ts."""

import base64
import gzip
from collections.abc import Iterable


def varint_bytes(values: Iterable[int]) -> bytes:
    """Each value as a little-endian base-128 varint."""
    packed = bytearray()
    for value in values:
        rest = value
        while rest >= 128:
            packed.append(rest % 128 + 128)
            rest //= 128
        packed.append(rest)
    return bytes(packed)


def pack_samples(values: Iterable[int]) -> str:
    """Whole numbers from 0, such as durations in nanoseconds, in their order: varints, gzipped, as base64."""
    return base64.b64encode(gzip.compress(varint_bytes(values), mtime=0)).decode()
