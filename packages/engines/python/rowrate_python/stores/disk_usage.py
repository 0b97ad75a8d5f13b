"""Sizes of the files of stores; repeats packages/core/src/stores/disk-usage.ts."""

import os
from collections.abc import Iterable
from pathlib import Path

_BLOCK_BYTES = 512
"""`st_blocks` counts in these units on every file system."""


def disk_usage_of(directories: Iterable[str]) -> dict[str, int]:
    """Of all files below these folders together, as core's schema has it; folders themselves are left out."""
    apparent = allocated = files = 0
    for directory in directories:
        for folder, _, names in os.walk(directory):
            for name in names:
                found = (Path(folder) / name).lstat()
                apparent += found.st_size
                allocated += found.st_blocks * _BLOCK_BYTES
                files += 1
    return {"apparentBytes": apparent, "allocatedBytes": allocated, "files": files}
