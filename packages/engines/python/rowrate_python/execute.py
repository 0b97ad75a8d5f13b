"""Runs one operation in one mode and judges it; repeats packages/core/src/execute.ts."""

import contextlib
import resource
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .administration import RequestStore, administration_of
from .drive import Drive, Driven, merged
from .engine import Engine, JournalMode
from .error import RowrateError
from .expectation import StateQuestion, expected_rows
from .judge import Case, Judged, judge_answers
from .model import operation_of
from .open_store import OpenStore, StoreKeeper, StoreOptions, Study
from .preparation import prepare
from .settings import judge_settings
from .timing import Region
from .workload import WorkloadOptions, trim_count

HOT_REPETITIONS = 10
"""Repetitions of a hot operation after its untimed first pass."""


@dataclass(frozen=True)
class Execution:
    engine: Engine
    operation: str
    mode: str
    options: WorkloadOptions
    journal: JournalMode
    directory: str
    request: RequestStore
    previous: str | None = None
    study: Study = Study()
    repetitions: int = HOT_REPETITIONS


@dataclass(frozen=True)
class _Pass:
    judged: Judged
    region: Region | None
    ids_returned: bool | None


class _Run:
    def __init__(self, execution: Execution, store: OpenStore) -> None:
        self._execution = execution
        self.store = store
        self.operation = operation_of[execution.operation]
        self.administration = administration_of(store, execution.request)

    def question(self, completed: str | None, trimmed: bool = True) -> StateQuestion:
        return StateQuestion(self.store.options, completed, trimmed, self.operation.linked)

    def _ids_returned(self, drive: Drive, driven: Driven) -> bool:
        """True where every inserted entity, or the list that the bulk insert returned, carries the id that was stored."""
        bulk = self.operation.shape == "bulk"
        entities = drive.inputs[0] if bulk else drive.inputs
        stored = expected_rows(self.store.options, self.operation.code, trimmed=False)
        expected = [row["id"] for row in stored[-len(entities) :]]
        answer = driven.answers[0] if driven.answers else None
        id_of = self.store.session.id_of
        found = list(answer) if isinstance(answer, Sequence) else [id_of(each) for each in entities]
        if found != expected and not bulk:
            raise RowrateError(
                "RESULT_MISMATCH",
                f"operation {self.operation.code}: a saved entity must carry its id; "
                f"expected {expected[0]}, got {found[0]}",
            )
        return found == expected

    def one_pass(self, timed: bool, tasks: int = 1) -> _Pass:
        """A new unit of work, the preparation, the body, and the judgement of its answers."""
        store, operation = self.store, self.operation
        store.wait(store.session.begin())
        lanes = prepare(store, operation, tasks)
        region = Region() if timed else None
        store.run(operation, lanes, region or contextlib.nullcontext())
        drive, driven = merged(lanes)
        case = Case(operation, store.options, store.engine, store.session)
        judged = judge_answers(case, drive, driven)
        # Concurrent tasks insert in an order of their own.
        known_order = operation.kind == "insert" and len(lanes) == 1
        return _Pass(judged, region, self._ids_returned(drive, driven) if known_order else None)

    def _timed_pass(self) -> _Pass:
        """One timed pass, with the study's tasks where they are asked for."""
        tasks = self._execution.study.async_tasks if self.store.engine.api == "async" else 1
        if tasks == 1 or self.operation.kind != "insert":
            return self.one_pass(True, tasks)
        # Inserts of concurrent tasks get their ids in any order, so what they left is replaced by the work of one task.
        before = self.question(self._execution.previous)
        self.administration.snapshot(before)
        timed = self.one_pass(True, tasks)
        self.administration.restore(before)
        ordered = self.one_pass(False)
        return _Pass(timed.judged, timed.region, ordered.ids_returned)

    def _repeat(self, repetitions: int) -> list[_Pass]:
        """The untimed pass, then the timed ones, the store put back before each."""
        before = self.question(self._execution.previous)
        changes = self.operation.kind != "read"
        digest = self.administration.snapshot(before) if changes else None
        self.one_pass(False)
        passes = []
        for _ in range(repetitions):
            restored = self.administration.restore(before) if changes else None
            if restored != digest:
                raise RowrateError(
                    "STORAGE_FAILED",
                    f"the store differs after a restore: {restored}, was {digest}",
                )
            passes.append(self._timed_pass())
        return passes

    def passes(self) -> list[_Pass]:
        match self._execution.mode:
            case "warm":
                return self._repeat(1)
            case "hot":
                return self._repeat(self._execution.repetitions)
            case "cold":
                return [self._timed_pass()]
            case _:
                return [self.one_pass(False)]

    def settings(self) -> list[dict[str, str | int]]:
        engine = self.store.engine
        settings = self.store.wait(self.store.session.settings())
        if engine.storage == "sqlite":
            judge_settings(
                engine, settings, self._execution.journal, self._execution.study.settings
            )
        # Long, and the same for every connection of a build: recorded once per set, with the description.
        return [{k: v for k, v in each.items() if k != "compile_options"} for each in settings]

    def finish(self) -> str:
        """Judges the end state and leaves the store as the next operation must find it."""
        code, administration = self.operation.code, self.administration
        trims = code in ("B", "C") and trim_count(self.store.options) > 0
        digest = administration.state(self.question(code, trimmed=not trims))
        if trims:
            administration.trim(self.question(code))
            administration.state(self.question(code))
        if self.operation.linked:
            administration.link(StateQuestion(self.store.options, code, True, linked=False))
        return digest


def _measurement(run: _Run) -> dict[str, Any]:
    """As core's measurement schema has it."""
    passes = run.passes()
    settings = run.settings()
    state_digest = run.finish()
    last = passes[-1]
    optional = {"answersDigest": last.judged.digest, "idsReturned": last.ids_returned}
    return {
        "kind": "operation",
        "rows": last.judged.rows,
        "regions": [each.region.json for each in passes if each.region],
        "stateDigest": state_digest,
        "otherSlice": any(each.judged.other_slice for each in passes),
        "settings": settings,
        "peakMemoryBytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        **{name: value for name, value in optional.items() if value is not None},
    }


def execute(execution: Execution, keeper: StoreKeeper) -> dict[str, Any]:
    """Runs one operation on a store that the operations before it left, judges its answers and the end state, and trims or
    unlinks what the next one must not find. Raises a RowrateError where anything is wrong.
    """
    engine, options = execution.engine, execution.options
    operation = operation_of[execution.operation]
    store_options = StoreOptions(
        engine, options, execution.directory, execution.journal, execution.study
    )
    try:
        with keeper.open(store_options) as store:
            run = _Run(execution, store)
            if operation.linked:
                run.administration.link(run.question(execution.previous))
            return _measurement(run)
    except RowrateError:
        raise
    except Exception as error:
        raise RowrateError(
            "OPERATION_FAILED",
            f"{engine.name}, test {options.test}, {execution.mode}: "
            f"operation {operation.code} ({operation.name}) failed",
        ) from error
