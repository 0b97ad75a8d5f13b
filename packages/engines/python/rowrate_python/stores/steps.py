"""The timed parts of a phase; repeats packages/core/src/stores/steps.ts."""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter_ns
from typing import Any

from .engine import NoteStore, StoreEngine, StoreOptions
from .notes import Note


@dataclass
class StorePass:
    """One store on its way through the steps of a phase. All but `store` and what follows is there before the clock starts."""

    index: int
    options: StoreOptions
    values: Sequence[Note] = ()
    key: int = 1
    """What a look-up asks for."""
    store: Any = None
    """A NoteStore while it is open."""
    built: Sequence[Any] = ()
    marshalled: Any = None
    answer: Any = None


def _keep_nothing(_: StorePass, __: Any) -> None:
    pass


@dataclass(frozen=True)
class Step:
    """`keep` puts what `run` gave where the next steps and the judgement find it, outside the clock."""

    name: str
    run: Callable[[StorePass], Any]
    keep: Callable[[StorePass, Any], None] = _keep_nothing


def _keep_store(each: StorePass, store: NoteStore) -> None:
    each.store = store


def _keep_built(each: StorePass, built: Sequence[Any]) -> None:
    each.built = built


def _keep_marshalled(each: StorePass, marshalled: Any) -> None:
    each.marshalled = marshalled


def _keep_answer(each: StorePass, answer: Any) -> None:
    each.answer = answer


def _forget_store(each: StorePass, _: Any) -> None:
    each.store = None


def create_step(engine: StoreEngine) -> Step:
    return Step("create", lambda each: engine.create(each.options), _keep_store)


def open_step(engine: StoreEngine) -> Step:
    return Step("open", lambda each: engine.open(each.options), _keep_store)


def build_step(engine: StoreEngine) -> Step:
    build = engine.build
    return Step("build", lambda each: [build(note) for note in each.values], _keep_built)


def query_step(query: str) -> Step:
    runs: dict[str, Callable[[StorePass], Any]] = {
        "count": lambda each: each.store.count(),
        "get": lambda each: each.store.get(each.key),
        "all": lambda each: each.store.all(),
    }
    return Step("query", runs[query], _keep_answer)


write_step = Step("write", lambda each: each.store.write(each.built), _keep_answer)
marshal_step = Step("marshal", lambda each: each.store.marshal(each.built), _keep_marshalled)
put_step = Step("put", lambda each: each.store.put(each.marshalled), _keep_answer)
close_step = Step("close", lambda each: each.store.close(), _forget_store)


def run_steps(each: StorePass, steps: Sequence[Step], stamps: list[int]) -> None:
    """Stamps the clock before the first step and after each.

    What `keep` does falls into the next step, as in core: it is one assignment.
    """
    stamps.append(perf_counter_ns())
    for step in steps:
        result = step.run(each)
        stamps.append(perf_counter_ns())
        step.keep(each, result)


def abandon(each: StorePass) -> None:
    """Closes the store of a pass that failed on its way; what that raises is what failed first's consequence."""
    store, each.store = each.store, None
    if store is not None:
        with contextlib.suppress(Exception):
            store.close()
