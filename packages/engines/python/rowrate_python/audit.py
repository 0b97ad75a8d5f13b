"""Runs every operation of a test once, untimed, and counts what each sends and syncs; repeats packages/core/src/audit.ts."""

import contextlib
import re
from typing import Any

from .administration import RequestStore, administration_of
from .drive import merged
from .engine import Engine, JournalMode
from .expectation import StateQuestion
from .model import Operation, operations, reason_for_absence
from .open_store import OpenStore, StoreOptions, Study, opened
from .preparation import prepare
from .sync_counts import sync_counts, sync_difference
from .workload import WorkloadOptions

_SET = re.compile(r"\s*update\b.*?\bset\b(.*)", re.IGNORECASE | re.DOTALL)
_TOKEN = re.compile(r"""'(?:[^']|'')*'|"[^"]*"|\bwhere\b|\breturning\b|[(),]""", re.IGNORECASE)


def columns_set(statement: str) -> int | None:
    """Number of columns that an UPDATE sets, or None for any other statement."""
    match = _SET.match(statement)
    if match is None:
        return None
    depth = 0
    columns = 1
    for token in _TOKEN.findall(match[1]):
        if token == "(":
            depth += 1
        elif token == ")":
            depth -= 1
        elif depth == 0 and token == ",":
            columns += 1
        elif depth == 0 and token.lower() in ("where", "returning"):
            break
    return columns


def _commits_of(operation: Operation, inputs: int) -> int:
    if operation.kind == "read":
        return 0
    return inputs if operation.shape == "each" else 1


class Auditor:
    def __init__(
        self,
        engine: Engine,
        options: WorkloadOptions,
        journal: JournalMode,
        directory: str,
        request: RequestStore,
        study: Study,
    ) -> None:
        self._statements: list[str] = []
        self._request = request
        self._store_options = StoreOptions(
            engine, options, directory, journal, study, self._statements.append
        )

    def _audited(self, store: OpenStore, operation: Operation) -> dict[str, Any]:
        """Counts of one pass over an opened store, as core's schema of an audited operation has them."""
        store.wait(store.session.begin())
        lanes = prepare(store, operation)
        self._statements.clear()
        before = sync_counts()
        store.run(operation, lanes, contextlib.nullcontext())
        after = sync_counts()
        drive, driven = merged(lanes)
        counts: dict[str, Any] = {
            "operation": operation.code,
            "rows": driven.rows,
            "commits": _commits_of(operation, len(drive.inputs)),
        }
        if self._statements:
            counts["statements"] = len(self._statements)
        sets = [each for each in map(columns_set, self._statements) if each is not None]
        if sets:
            counts["updateColumns"] = sum(sets) / len(sets)
        syncs = sync_difference(before, after)
        if syncs is not None:
            counts["syncs"] = syncs
        return counts

    def _operation(self, operation: Operation) -> dict[str, Any]:
        options = self._store_options.options
        with opened(self._store_options) as store:
            administration = administration_of(store, self._request)
            if operation.linked:
                administration.link(StateQuestion(options, operation.code, True, linked=True))
            counts = self._audited(store, operation)
            if operation.linked:
                administration.link(StateQuestion(options, operation.code, True, linked=False))
        return counts

    def audit(self) -> dict[str, Any]:
        engine, test = self._store_options.engine, self._store_options.options.test
        present = [
            each for each in operations if reason_for_absence(each, engine.lacks, test) is None
        ]
        return {"kind": "audit", "operations": [self._operation(each) for each in present]}
