"""Reads the sync counter that is preloaded into a worker; repeats packages/core/src/sync-counts.ts."""

import os
import struct
from pathlib import Path

from .model import sync_kinds

SYNC_COUNTS = "ROWRATE_SYNC_COUNTS"
"""Set by whoever preloads the sync counter: the file in which it keeps its 64-bit little-endian counters."""

Counts = list[int] | None


def sync_counts() -> Counts:
    """The counters now; None where none is preloaded."""
    file = os.environ.get(SYNC_COUNTS)
    if file is None or not Path(file).exists():
        return None
    return list(struct.unpack_from(f"<{len(sync_kinds)}Q", Path(file).read_bytes()))


def sync_difference(before: Counts, after: Counts) -> dict[str, int] | None:
    """Calls between two readings, by kind; None where they were not counted."""
    if not before or not after:
        return None
    each = zip(sync_kinds, before, after, strict=True)
    return {kind: new - old for kind, old, new in each if new > old}
