"""Makes everything that an operation will be given, before the clock starts; repeats packages/core/src/preparation.ts."""

import math
from collections.abc import Sequence
from typing import Any

from .drive import Change, Drive, Driven, Lane
from .engine import Session
from .error import RowrateError
from .expectation import expected_rows
from .model import Operation
from .open_store import OpenStore
from .workload import (
    LEVELS,
    WorkloadOptions,
    filter_inputs,
    get_inputs,
    new_journals,
    new_levels,
    page_inputs,
)


def _load_all(store: OpenStore, session: Session) -> list[Any]:
    """The stored entities in id order, loaded through the session that will change them."""
    return sorted(store.wait(session.all()), key=session.id_of)


def _changes(store: OpenStore, session: Session, code: str) -> list[Change]:
    """Each entity with its new values."""
    before = expected_rows(store.options, "H" if code == "I" else "I")
    levels = new_levels(store.options, code, before)
    entities = _load_all(store, session)
    if len(entities) != len(before):
        raise RowrateError(
            "RESULT_MISMATCH",
            f"operation {code}: all() gave {len(entities)} entities, expected {len(before)}",
        )
    return [
        Change(entity, level, f"{row['text']} Update")
        for entity, level, row in zip(entities, levels, before, strict=True)
    ]


def _read_inputs(options: WorkloadOptions, code: str) -> Sequence[Any]:
    if code in ("D", "G", "H"):
        return filter_inputs()
    if code in ("E", "L", "M"):
        return page_inputs(options, code)
    if code == "N":
        return [row["id"] for row in expected_rows(options, "A")]
    return get_inputs(options)


def _drive_of(store: OpenStore, session: Session, operation: Operation) -> Drive:
    code = operation.code
    if operation.kind == "insert":
        entities = [session.build(values) for values in new_journals(store.options, code)]
        return Drive([entities], 0) if code == "C" else Drive(entities, math.inf)
    if code == "K":
        return Drive(_load_all(store, session), math.inf)
    if code in ("I", "J"):
        return Drive(_changes(store, session, code), math.inf)
    inputs = _read_inputs(store.options, code)
    # Look-ups are single entities; of the others only the last round is kept.
    return Drive(inputs, 0 if code in ("F", "N") else len(inputs) - len(LEVELS))


def _share(operation: Operation, drive: Drive, index: int, tasks: int) -> Drive:
    """The consecutive part of an operation that one of several tasks does; of a bulk insert, of its one list."""
    if operation.shape == "bulk":
        entities = drive.inputs[0]
        size = math.ceil(len(entities) / tasks)
        part = entities[index * size : (index + 1) * size]
        return Drive([part] if part else [], 0)
    size = math.ceil(len(drive.inputs) / tasks)
    start = index * size
    return Drive(drive.inputs[start : start + size], max(0, drive.keep_from - start))


def prepare(store: OpenStore, operation: Operation, tasks: int = 1) -> list[Lane]:
    """The lanes of an operation. Nothing is read but what I, J and K load."""
    if tasks == 1:
        return [Lane(store.session, _drive_of(store, store.session, operation), Driven())]
    lanes = []
    for index in range(tasks):
        session = store.session.fork()
        drive = _share(operation, _drive_of(store, session, operation), index, tasks)
        if drive.inputs:
            lanes.append(Lane(session, drive, Driven()))
    return lanes
