"""What every Python engine's stores must do, one judgement a function; repeats packages/core/src/stores/behaviour.ts."""

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rowrate_python.stores.engine import SplitStore, StoreEngine, StoreOptions
from rowrate_python.stores.judge import (
    judge_count,
    judge_note,
    judge_notes,
    judge_store_settings,
)
from rowrate_python.stores.notes import Note, notes_of
from rowrate_python.stores.process_state import count_descriptors

NOTES = 250
"""More than one INSERT of a SQL engine, the last one shorter."""


@dataclass(frozen=True)
class Context:
    engine: StoreEngine
    variant: str
    folder: Path
    """An empty folder."""

    def options(self, name: str = "store") -> StoreOptions:
        return StoreOptions(str(self.folder / name), self.variant)

    def build(self, notes: Sequence[Note]) -> list[Any]:
        return [self.engine.build(note) for note in notes]


def judge_round_trip(context: Context) -> None:
    """Notes come back as they were written, after closing and opening; settings are durable."""
    engine, options = context.engine, context.options()
    notes = notes_of("large", 0, NOTES)
    store = engine.create(options)
    judge_count(store.write(context.build(notes)), NOTES)
    store.close()
    again = engine.open(options)
    judge_count(again.count(), NOTES)
    judge_note(engine, again.get(1), 1, notes[0])
    judge_note(engine, again.get(NOTES), NOTES, notes[-1])
    judge_notes(engine, again.all(), notes)
    assert again.get(NOTES + 1) is None, "get() of an id that does not exist must give None"
    judge_store_settings(engine, again.settings())
    again.close()


def judge_new_store(context: Context) -> None:
    """A new store has its schema, committed, before anything is written."""
    options = context.options("empty")
    context.engine.create(options).close()
    store = context.engine.open(options)
    judge_count(store.count(), 0)
    store.close()


def judge_halves(context: Context) -> None:
    """The halves of `write` do what it does."""
    engine, options = context.engine, context.options("halves")
    store = engine.create(options)
    if isinstance(store, SplitStore):
        notes = notes_of("large", 0, NOTES)
        judge_count(store.put(store.marshal(context.build(notes))), NOTES)
        store.close()
        store = engine.open(options)
        judge_notes(engine, store.all(), notes)
    store.close()


def judge_atomicity(context: Context) -> None:
    """A write that fails leaves nothing: it is one transaction."""
    engine, options = context.engine, context.options("failing")
    store = engine.create(options)
    unsavable: Any = object()
    notes = [*notes_of("large", 0, NOTES), Note(unsavable, NOTES)]
    try:
        store.write(context.build(notes))
    except Exception:
        store.close()
    else:
        raise AssertionError("write() took an object for a text")
    again = engine.open(options)
    judge_count(again.count(), 0)
    again.close()


def judge_missing_store(context: Context) -> None:
    """A store that does not exist can not be opened, and is not made by trying."""
    options = context.options("missing")
    try:
        context.engine.open(options)
    except Exception:
        assert not Path(options.directory).exists(), "open() must not make a store that is missing"
    else:
        raise AssertionError("open() of a store that does not exist must raise")


def judge_release(context: Context) -> None:
    """Closed stores hold no descriptors, at the latest after a collection."""
    options = context.options("released")
    context.engine.create(options).close()
    rounds = 30
    before = count_descriptors()
    for _ in range(rounds):
        store = context.engine.open(options)
        store.count()
        store.close()
    gc.collect()
    left = count_descriptors() - before
    assert left <= rounds / 2, f"{left} descriptors are open still after {rounds} were closed"


judgements: list[Callable[[Context], None]] = [
    judge_round_trip,
    judge_new_store,
    judge_halves,
    judge_atomicity,
    judge_missing_store,
    judge_release,
]
