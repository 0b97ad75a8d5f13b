"""What this process holds, as the kernel counts it; repeats packages/core/src/stores/process-state.ts."""

import gc
import os
import re
from pathlib import Path


def memory_field(text: str, field: str) -> int:
    """Bytes of a field of smaps_rollup, which counts in kB; raises where the kernel does not give it."""
    found = re.search(rf"^{field}:\s+(\d+) kB$", text, re.MULTILINE)
    if found is None:
        raise ValueError(f"/proc/self/smaps_rollup has no {field}; run on Linux 4.14 or later")
    return int(found[1]) * 1024


def count_descriptors() -> int:
    """The descriptor that reads the folder is counted too, in every reading alike."""
    return len(os.listdir("/proc/self/fd"))


def process_state() -> dict[str, int]:
    """As core's schema has it. Collects garbage first, so that it is not taken for what open stores need."""
    gc.collect()
    memory = Path("/proc/self/smaps_rollup").read_text()
    return {
        "residentBytes": memory_field(memory, "Rss"),
        "anonymousBytes": memory_field(memory, "Anonymous"),
        "descriptors": count_descriptors(),
        "threads": len(os.listdir("/proc/self/task")),
    }
