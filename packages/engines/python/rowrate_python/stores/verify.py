"""Opens the stores of a phase again and looks into them; repeats packages/core/src/stores/verify.ts."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..engine import Settings
from .engine import NoteStore, StoreEngine
from .job import PhaseJob
from .judge import judge_count, judge_notes, judge_store_settings
from .notes import notes_of
from .steps import Step, StorePass, close_step, open_step, query_step
from .visit import Visit, visit

_SAMPLE_SIZE = 10
"""So many stores of a phase have every note read and compared."""


def sample_of(stores: Sequence[int]) -> list[int]:
    """A few stores of a list, evenly spread, its first and last among them."""
    count = min(_SAMPLE_SIZE, len(stores))
    if count == 1:
        return [stores[0]]
    last = len(stores) - 1
    # Halves are rounded up, as core rounds them.
    return [stores[(2 * index * last + count - 1) // (2 * (count - 1))] for index in range(count)]


class Contents(NamedTuple):
    """All that is in an open store."""

    notes: Sequence[Any]
    settings: Sequence[Settings]


def contents_of(store: NoteStore) -> Contents:
    return Contents(store.all(), store.settings())


class Inspection:
    """What was found in sampled stores."""

    def __init__(self, engine: StoreEngine, job: PhaseJob) -> None:
        self.compared = 0
        self._engine = engine
        self._job = job
        self._settings: dict[str, Settings] = {}

    def judge(self, index: int, contents: Contents) -> None:
        """Raises RESULT_MISMATCH where a note differs, NOT_DURABLE where settings do."""
        expected = notes_of(self._job.workload, index, self._job.notes)
        judge_notes(self._engine, contents.notes, expected)
        judge_store_settings(self._engine, contents.settings)
        self.compared += len(contents.notes)
        for each in contents.settings:
            self._settings[json.dumps(dict(each))] = each

    @property
    def settings(self) -> list[Settings]:
        return list(self._settings.values())


@dataclass(frozen=True)
class Verified:
    counted: int
    compared: int
    settings: Sequence[Settings]
    failures: Sequence[dict[str, Any]] = ()
    failed: int = 0


def verify(
    engine: StoreEngine, job: PhaseJob, stores: Sequence[int], *, is_counted: bool
) -> Verified:
    """Opens stores again, untimed: counts each, unless the phase did so, and reads a sample of them.

    Raises with the path of a store that is not as it must be; one that does not open is among the failures.
    """
    inspection = Inspection(engine, job)
    sample = sample_of(stores)
    sampled = set(sample)
    found: dict[int, Contents] = {}

    def read(each: StorePass) -> None:
        if each.index in sampled:
            found[each.index] = contents_of(each.store)

    def judge(each: StorePass) -> None:
        judge_count(each.answer, job.notes)
        if each.index in sampled:
            inspection.judge(each.index, found.pop(each.index))

    visited = visit(
        Visit(
            steps=[open_step(engine), query_step("count"), Step("read", read), close_step],
            order=sample if is_counted else stores,
            prepare=lambda index: StorePass(index, job.options_of(index)),
            judge=judge,
        )
    )
    return Verified(
        counted=len(stores) if is_counted else len(visited.done),
        compared=inspection.compared,
        settings=inspection.settings,
        failures=visited.failures,
        failed=visited.failed,
    )
