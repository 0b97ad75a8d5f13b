"""Judges what stores answered; repeats packages/core/src/stores/judge.ts."""

import json
from collections.abc import Sequence
from typing import Any

from ..engine import Settings
from ..error import RowrateError
from ..settings import FULL
from .engine import StoreEngine
from .notes import Note

_SHOWN_CHARACTERS = 120


def _is_int(found: Any, expected: int) -> bool:
    return type(found) is int and found == expected


def judge_note(engine: StoreEngine, found: Any, key: int, expected: Note) -> None:
    """Raises RESULT_MISMATCH unless it is note `key` of the store."""
    values = None if found is None else engine.values_of(found)
    if values is not None and len(values) == 3:
        number, text, ts = values
        if _is_int(number, key) and text == expected.text and _is_int(ts, expected.ts):
            return
    wanted, shown = str((key, *expected)), str(values)
    raise RowrateError(
        "RESULT_MISMATCH",
        f"note {key}: expected {wanted[:_SHOWN_CHARACTERS]}, found {shown[:_SHOWN_CHARACTERS]}",
    )


def judge_notes(engine: StoreEngine, found: Sequence[Any], notes: Sequence[Note]) -> None:
    """Raises RESULT_MISMATCH unless they are all notes of the store, each once, in any order."""
    judge_count(len(found), len(notes))
    by_id = {engine.values_of(each)[0]: each for each in found}
    for key, note in enumerate(notes, 1):
        judge_note(engine, by_id.get(key), key, note)


def judge_count(answer: Any, count: int) -> None:
    """Raises RESULT_MISMATCH unless the answer is this number."""
    if not _is_int(answer, count):
        raise RowrateError("RESULT_MISMATCH", f"expected {count} notes, found {answer}")


def judge_store_settings(engine: StoreEngine, settings: Sequence[Settings]) -> None:
    """Refuses stores that do not sync each commit. Raises NOT_DURABLE."""
    if engine.journal is None:
        return
    if settings and all(
        int(each["synchronous"]) >= FULL and each["journal_mode"] == engine.journal
        for each in settings
    ):
        return
    raise RowrateError(
        "NOT_DURABLE",
        f"{engine.name}: every store must read back synchronous FULL (2) and journal_mode "
        f"{engine.journal}; found {json.dumps(list(map(dict, settings)))}",
    )
