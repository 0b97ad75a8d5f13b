"""The clock, and what happened inside a timed region besides the work; repeats packages/core/src/timing.ts."""

import gc
import resource
from time import perf_counter_ns
from typing import Any

_KINDS = ("minor", "other", "major")
"""By generation of the collector."""


class _Collections:
    """Counts collections while it is among gc's callbacks."""

    def __init__(self) -> None:
        self.counts = dict.fromkeys(_KINDS, 0)
        self.pause_ns = 0
        self._started_ns = 0

    def __call__(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._started_ns = perf_counter_ns()
        else:
            self.pause_ns += perf_counter_ns() - self._started_ns
            self.counts[_KINDS[info["generation"]]] += 1


class Region:
    """One timed region: a context in which nothing but the work belongs.

    Garbage of the preparation is collected before it, and what survives is frozen, so that neither is charged to the engine.
    """

    def __enter__(self) -> "Region":
        self._collections = _Collections()
        gc.collect()
        gc.freeze()
        gc.callbacks.append(self._collections)
        self._usage = resource.getrusage(resource.RUSAGE_SELF)
        self._start_ns = perf_counter_ns()
        return self

    def __exit__(self, *_: object) -> None:
        self._end_ns = perf_counter_ns()
        self._used = resource.getrusage(resource.RUSAGE_SELF)
        gc.callbacks.remove(self._collections)
        gc.unfreeze()

    @property
    def json(self) -> dict[str, Any]:
        """As core's region schema has it."""
        before, after = self._usage, self._used
        return {
            "durationNs": self._end_ns - self._start_ns,
            "cpuUserUs": round((after.ru_utime - before.ru_utime) * 1e6),
            "cpuSystemUs": round((after.ru_stime - before.ru_stime) * 1e6),
            "voluntarySwitches": after.ru_nvcsw - before.ru_nvcsw,
            "involuntarySwitches": after.ru_nivcsw - before.ru_nivcsw,
            "majorFaults": after.ru_majflt - before.ru_majflt,
            "collections": {
                **self._collections.counts,
                "pauseMs": self._collections.pause_ns / 1e6,
            },
        }
