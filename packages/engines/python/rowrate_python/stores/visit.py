"""Takes stores through the steps of a phase; repeats packages/core/src/stores/visit.ts."""

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter_ns
from typing import Any

from ..error import RowrateError, message_of
from .job import OnProgress
from .process_state import count_descriptors
from .steps import Step, StorePass, abandon, run_steps

_STORES_PER_TURN = 64
_SPARE_DESCRIPTORS = 512
"""More than any engine needs for one store: beyond it, closed stores still hold descriptors until they are collected."""
_MAX_RECORDED_FAILURES = 20


def _judge_nothing(_: StorePass) -> None:
    pass


@dataclass(frozen=True)
class Visit:
    steps: Sequence[Step]
    order: Sequence[int]
    """Store numbers in the order of the visit."""
    prepare: Callable[[int], StorePass]
    """Makes a store's notes and path, outside the clock."""
    judge: Callable[[StorePass], None] = _judge_nothing
    """Looks at what a pass left, outside the clock; raises where it is wrong, which ends the visit."""
    hold: Callable[[StorePass], None] | None = None
    """Stores stay open after their last step, and are handed to this."""
    on_progress: OnProgress | None = None


@dataclass
class Visited:
    samples: dict[str, list[int]]
    """Nanoseconds by step, of the stores that went through all of them."""
    outside_ns: int = 0
    """Spent between stores on their notes and on judging answers."""
    failures: list[dict[str, Any]] = field(default_factory=list)
    """The first of them, as core's schema has a failure."""
    failed: int = 0
    forced_collections: int = 0
    done: list[int] = field(default_factory=list)
    """Stores that went through all steps."""


class _Journey:
    def __init__(self, visiting: Visit) -> None:
        self._visit = visiting
        self._allowed_descriptors = count_descriptors() + _SPARE_DESCRIPTORS
        self.visited = Visited({step.name: [] for step in visiting.steps})

    def store(self, index: int) -> None:
        start_ns = perf_counter_ns()
        each = self._visit.prepare(index)
        self.visited.outside_ns += perf_counter_ns() - start_ns
        stamps: list[int] = []
        try:
            run_steps(each, self._visit.steps, stamps)
        # Whatever an engine raises is that store's failure, and the next one has its turn.
        except Exception as error:
            self._fail(each, len(stamps) - 1, error)
            abandon(each)
            return
        for step, before, after in zip(self._visit.steps, stamps, stamps[1:], strict=False):
            self.visited.samples[step.name].append(after - before)
        self.visited.done.append(index)
        self._judge(each)
        if self._visit.hold:
            self._visit.hold(each)

    def _fail(self, each: StorePass, step: int, error: Exception) -> None:
        self.visited.failed += 1
        if len(self.visited.failures) == _MAX_RECORDED_FAILURES:
            return
        self.visited.failures.append(
            {
                "store": each.index,
                "directory": each.options.directory,
                "step": self._visit.steps[min(step, len(self._visit.steps) - 1)].name,
                "code": error.code if isinstance(error, RowrateError) else "OPERATION_FAILED",
                "message": message_of(error),
            }
        )

    def _judge(self, each: StorePass) -> None:
        """A wrong answer is no slow store: the whole phase has no figure then."""
        start_ns = perf_counter_ns()
        try:
            self._visit.judge(each)
        except Exception as error:
            code = error.code if isinstance(error, RowrateError) else "OPERATION_FAILED"
            raise RowrateError(code, f"store {each.options.directory}") from error
        self.visited.outside_ns += perf_counter_ns() - start_ns

    def turn(self) -> None:
        """Ends what closed stores still hold, where an engine leaves that to the garbage collector."""
        if self._visit.hold or count_descriptors() <= self._allowed_descriptors:
            return
        gc.collect()
        self.visited.forced_collections += 1

    def end(self) -> Visited:
        order = self._visit.order
        if order and not self.visited.done:
            first = self.visited.failures[0]
            raise RowrateError(
                "OPERATION_FAILED",
                f"none of {len(order)} stores went through: "
                f"{first['step']} of {first['directory']}: {first['message']}",
            )
        return self.visited


def visit(visiting: Visit) -> Visited:
    """One store at a time. A store that fails is recorded by its path. Raises where all fail, or an answer is wrong."""
    journey = _Journey(visiting)
    for place, index in enumerate(visiting.order, 1):
        journey.store(index)
        if place % _STORES_PER_TURN == 0:
            if visiting.on_progress:
                visiting.on_progress(place)
            journey.turn()
    return journey.end()
