"""Runs one phase over its stores, and verifies it; repeats packages/core/src/stores/phases.ts."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..sync_counts import sync_counts, sync_difference
from ..timing import Region
from .disk_usage import disk_usage_of
from .engine import SplitStore, StoreEngine
from .folders import prepare_folders, store_directory
from .job import OnProgress, PhaseJob
from .judge import judge_count, judge_note
from .notes import note_of, notes_of
from .order import queried_ids, store_order
from .process_state import count_descriptors, process_state
from .samples import pack_samples
from .steps import (
    StorePass,
    build_step,
    close_step,
    create_step,
    marshal_step,
    open_step,
    put_step,
    query_step,
    write_step,
)
from .verify import Inspection, Verified, contents_of, sample_of, verify
from .visit import Visit, Visited, visit

Result = dict[str, Any]
"""A phase's result as core's schema has it."""


@dataclass(frozen=True)
class PhaseOptions:
    engine: StoreEngine
    job: PhaseJob
    on_progress: OnProgress | None = None


@dataclass(frozen=True)
class _Timed:
    visited: Visited
    region: dict[str, Any]
    descriptors: dict[str, int]


def _timed(visiting: Visit) -> _Timed:
    """Garbage of the preparation is collected, and what survives frozen, before the first store."""
    before = count_descriptors()
    with Region() as region:
        visited = visit(visiting)
    return _Timed(visited, region.json, {"before": before, "after": count_descriptors()})


def _result_of(options: PhaseOptions, timed: _Timed, verified: Verified) -> Result:
    visited, root = timed.visited, options.job.root
    return {
        "kind": "phase",
        "stores": len(visited.done) + visited.failed,
        "samples": {name: pack_samples(values) for name, values in visited.samples.items()},
        "wallNs": timed.region["durationNs"] - visited.outside_ns,
        "region": timed.region,
        "failures": [*visited.failures, *verified.failures],
        "failed": visited.failed + verified.failed,
        "descriptors": timed.descriptors,
        "forcedCollections": visited.forced_collections,
        "verified": {"counted": verified.counted, "compared": verified.compared},
        "disk": disk_usage_of(store_directory(root, index) for index in visited.done),
        "settings": [dict(each) for each in verified.settings],
    }


def _judge_written(job: PhaseJob) -> Callable[[StorePass], None]:
    return lambda each: judge_count(each.answer, job.notes)


def _create(options: PhaseOptions) -> Result:
    engine, job = options.engine, options.job
    order = range(job.first, job.count)
    prepare_folders(job.root, job.first, len(order))

    def prepare(index: int) -> StorePass:
        """The notes, and the objects made of them, are there before the clock starts."""
        values = notes_of(job.workload, index, job.notes)
        built = [engine.build(note) for note in values]
        return StorePass(index, job.options_of(index), values, built=built)

    timed = _timed(
        Visit(
            steps=[create_step(engine), write_step, close_step],
            order=order,
            prepare=prepare,
            judge=_judge_written(job),
            on_progress=options.on_progress,
        )
    )
    return _result_of(options, timed, verify(engine, job, timed.visited.done, is_counted=False))


def _querying(options: PhaseOptions) -> Visit:
    """A visit of all stores in a random order, each with the same query and its answer judged."""
    engine, job = options.engine, options.job
    keys = queried_ids(job.seed, job.count, job.notes)

    def judge(each: StorePass) -> None:
        if job.query == "get":
            note = note_of(job.workload, each.index, each.key - 1)
            judge_note(engine, each.answer, each.key, note)
        else:
            judge_count(each.answer if job.query == "count" else len(each.answer), job.notes)

    return Visit(
        steps=[open_step(engine), query_step(job.query)],
        order=store_order(job.seed, job.count),
        prepare=lambda index: StorePass(index, job.options_of(index), key=keys[index]),
        judge=judge,
        on_progress=options.on_progress,
    )


def _closing(visiting: Visit) -> Visit:
    return replace(visiting, steps=[*visiting.steps, close_step])


def _open(options: PhaseOptions) -> Result:
    engine, job = options.engine, options.job
    timed = _timed(_closing(_querying(options)))
    is_counted = job.query == "count"
    verified = verify(engine, job, timed.visited.done, is_counted=is_counted)
    return _result_of(options, timed, verified)


def _hold(options: PhaseOptions) -> Result:
    job = options.job
    querying = _querying(options)
    # What the library loads and allocates once is there before the first reading.
    visit(_closing(replace(querying, order=querying.order[-1:])))
    held: list[StorePass] = []
    before = process_state()
    timed = _timed(replace(querying, order=querying.order[: job.hold], hold=held.append))
    after = process_state()
    inspection = Inspection(options.engine, job)
    sample = set(sample_of(timed.visited.done))
    for each in held:
        if each.index in sample:
            inspection.judge(each.index, contents_of(each.store))
        each.store.close()
    counted = len(held) if job.query == "count" else 0
    verified = Verified(counted, inspection.compared, inspection.settings)
    memory = {"held": len(held), "before": before, "after": after}
    return {**_result_of(options, timed, verified), "memory": memory}


def _marshals(options: PhaseOptions) -> bool:
    """Whether the engine can tell marshalling from saving; asked of a store that is not measured."""
    directory = str(Path(options.job.root) / "probe")
    store = options.engine.create(replace(options.job.options_of(0), directory=directory))
    found = isinstance(store, SplitStore)
    store.close()
    return found


def _profile(options: PhaseOptions) -> Result:
    engine, job = options.engine, options.job
    prepare_folders(job.root, 0, job.count)
    writing = [marshal_step, put_step] if _marshals(options) else [write_step]

    def prepare(index: int) -> StorePass:
        values = notes_of(job.workload, index, job.notes)
        return StorePass(index, job.options_of(index), values)

    counts_before = sync_counts()
    timed = _timed(
        Visit(
            steps=[create_step(engine), build_step(engine), *writing, close_step],
            order=range(job.count),
            prepare=prepare,
            judge=_judge_written(job),
            on_progress=options.on_progress,
        )
    )
    syncs = sync_difference(counts_before, sync_counts())
    verified = verify(engine, job, timed.visited.done, is_counted=False)
    result = _result_of(options, timed, verified)
    return result if syncs is None else {**result, "syncs": syncs}


def execute_phase(options: PhaseOptions) -> Result:
    """Runs one phase of one variant, and verifies it: every store's number of notes, all notes of a sample, settings, sizes.

    Raises RESULT_MISMATCH or NOT_DURABLE where a store is wrong; one that fails is reported by path.
    """
    phases = {"create": _create, "open": _open, "hold": _hold, "profile": _profile}
    return phases[options.job.phase](options)
