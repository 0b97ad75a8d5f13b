"""The loops that are timed; repeats packages/core/src/drive.ts."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .engine import Session, Writer
from .model import Operation

Step = Callable[[Any], Any]
Size = Callable[[Any], int]


class Change(NamedTuple):
    entity: Any
    level: int
    text: str


@dataclass(frozen=True)
class Drive:
    """The inputs of an operation, made before the clock starts."""

    inputs: Sequence[Any]
    keep_from: float
    """From which input on the answers are kept for judgement; keeping all would charge their collection to the engine."""


@dataclass
class Driven:
    """What the timed region gives: the rows it counted and the answers it kept."""

    rows: int = 0
    answers: list[Any] = field(default_factory=list)


class Lane(NamedTuple):
    """One task's share of an operation. There is one lane, but in the study's experiment with concurrent tasks."""

    session: Session
    drive: Drive
    driven: Driven


def _number(answer: int) -> int:
    return answer


def _ids_or_number(answer: int | Sequence[int]) -> int:
    return answer if isinstance(answer, int) else len(answer)


def _presence(answer: Any) -> int:
    return 0 if answer is None else 1


def _size_of(operation: Operation) -> Size:
    """How the rows of one answer are counted."""
    if operation.kind != "read":
        return _ids_or_number if operation.shape == "bulk" else _number
    return _presence if operation.code in ("F", "N") else len


def _call_of(session: Session, code: str) -> Step:
    """The engine's own call for one input of a reading or inserting operation."""
    match code:
        case "A":
            return session.insert
        case "C":
            return session.insert_bulk
        case "D":
            return session.filter_by_level
        case "E":
            return lambda page: session.page_by_level(*page)
        case "F":
            return session.get
        case "G":
            return session.filter_as_objects
        case "H":
            return session.filter_as_tuples
        case "L":
            return lambda page: session.page_with_parents(*page)
        case "M":
            return lambda page: session.page_with_related(*page)
        case "N":
            return session.get_with_children
    raise ValueError(f"operation {code} runs in a transaction")


def _write_of(writer: Writer, code: str) -> Step:
    """The writer's call for one input of an operation in a transaction."""
    match code:
        case "B":
            return writer.insert
        case "I":
            return lambda change: writer.update(*change)
        case "J":
            return lambda change: writer.update_level(change.entity, change.level)
        case "K":
            return writer.remove
    raise ValueError(f"operation {code} does not write in a transaction")


def _drive_sync(drive: Drive, step: Step, size: Size, answers: list[Any]) -> int:
    """The timed loop of sync engines."""
    rows = 0
    for index, each in enumerate(drive.inputs):
        answer = step(each)
        rows += size(answer)
        if index >= drive.keep_from:
            answers.append(answer)
    return rows


async def _drive_async(drive: Drive, step: Step, size: Size, answers: list[Any]) -> int:
    """The timed loop of async engines: one call at a time."""
    rows = 0
    for index, each in enumerate(drive.inputs):
        answer = await step(each)
        rows += size(answer)
        if index >= drive.keep_from:
            answers.append(answer)
    return rows


def run_sync(operation: Operation, lane: Lane) -> None:
    """Everything inside the clock, of a sync session."""
    session, drive, driven = lane
    size = _size_of(operation)
    if operation.shape == "transaction":
        driven.rows = session.transaction(
            lambda writer: _drive_sync(
                drive, _write_of(writer, operation.code), size, driven.answers
            )
        )
    else:
        step = _call_of(session, operation.code)
        driven.rows = _drive_sync(drive, step, size, driven.answers)


async def _run_lane(operation: Operation, lane: Lane) -> None:
    session, drive, driven = lane
    size = _size_of(operation)
    if operation.shape == "transaction":

        def body(writer: Writer) -> Coroutine[Any, Any, int]:
            return _drive_async(drive, _write_of(writer, operation.code), size, driven.answers)

        driven.rows = await session.transaction(body)
    else:
        step = _call_of(session, operation.code)
        driven.rows = await _drive_async(drive, step, size, driven.answers)


async def run_async(operation: Operation, lanes: Sequence[Lane]) -> None:
    """Everything inside the clock, of an async session."""
    if len(lanes) == 1:
        await _run_lane(operation, lanes[0])
    else:
        await asyncio.gather(*(_run_lane(operation, lane) for lane in lanes))


def merged(lanes: Sequence[Lane]) -> tuple[Drive, Driven]:
    """What all lanes were given and gave, as if there had been one; their shares are consecutive."""
    if len(lanes) == 1:
        return lanes[0].drive, lanes[0].driven
    inputs = [each for lane in lanes for each in lane.drive.inputs]
    answers = [each for lane in lanes for each in lane.driven.answers]
    # Every lane keeps its last answers, so the kept ones are the last of all, or none.
    drive = Drive(inputs, len(inputs) - len(answers))
    return drive, Driven(sum(lane.driven.rows for lane in lanes), answers)
