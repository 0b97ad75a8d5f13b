"""Judges what an operation answered, from the seeded expectation alone; repeats packages/core/src/judge.ts."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .digest import canonical_cell, canonical_row, digest_of, first_difference
from .drive import Drive, Driven
from .engine import Engine, Session
from .error import RowrateError
from .expectation import expected_links, expected_rows
from .model import Operation, models
from .workload import Page, Row, WorkloadOptions


_LOOSENED = ("datetime", "decimal", "json")
"""Types whose values a declared limit lets come back as the database keeps them."""


@dataclass(frozen=True)
class Judged:
    rows: int
    """Rows that the operation wrote or gave, loaded relatives included."""
    digest: str | None = None
    """Of the answers in canonical form; absent where the operation only writes."""
    other_slice: bool = False
    """A page was another valid slice than the one in id order."""


@dataclass(frozen=True)
class Case:
    operation: Operation
    options: WorkloadOptions
    engine: Engine
    session: Session


class _Expectation:
    """The answers as an engine must give them."""

    def __init__(self, case: Case) -> None:
        self._operation = case.operation
        self._columns = models[case.options.test].value_columns
        self.rows = expected_rows(case.options, case.operation.code)
        self._by_id = {row["id"]: row for row in self.rows}
        self._of_level: dict[int, list[Row]] = {}
        for row in self.rows:
            self._of_level.setdefault(row["level"], []).append(row)

    def answer(self, value: Any) -> Sequence[Row]:
        """The rows that an input asks for."""
        code = self._operation.code
        if code in ("F", "N"):
            return [self._by_id[value]]
        if code in ("D", "G", "H"):
            return self.of_level(value)
        return self.of_level(value.level)[value.offset : value.offset + value.limit]

    def of_level(self, level: int) -> Sequence[Row]:
        return self._of_level.get(level, [])

    @cached_property
    def _relatives(self) -> dict[int, list[int]]:
        relation = self._operation.relation
        if relation is None:
            return {}
        links = expected_links(self.rows)
        if relation == "related":
            return {link.id: link.related for link in links}
        pairs = [(link.id, link.parent) for link in links if link.parent is not None]
        if relation == "parent":
            return {child: [parent] for child, parent in pairs}
        children: dict[int, list[int]] = {}
        for child, parent in pairs:
            children.setdefault(parent, []).append(child)
        return children

    def relatives(self, row: Row) -> Sequence[Row]:
        return [self._by_id[each] for each in self._relatives.get(row["id"], [])]

    def _own_line(self, row: Row) -> str:
        return canonical_row(self._columns, [row[each.name] for each in self._columns], "entity")

    def line(self, row: Row) -> str:
        others = sorted(self._own_line(each) for each in self.relatives(row))
        return ">".join([self._own_line(row), *others])


def _line_of(case: Case) -> Callable[[Iterable[Any]], str]:
    """How the values of an answer become a canonical line."""
    columns = models[case.options.test].value_columns
    projected = case.operation.code in ("G", "H")
    forms = [
        "stored"
        if projected or (column.type in _LOOSENED and column.type in case.engine.limits)
        else "entity"
        for column in columns
    ]
    return lambda values: "".join(
        canonical_cell(column, value, form)
        for column, value, form in zip(columns, values, forms, strict=True)
    )


def _actual_lines(case: Case, answer: Any) -> list[str]:
    """An engine's answer in canonical lines."""
    columns = models[case.options.test].value_columns
    line = _line_of(case)
    code, relation = case.operation.code, case.operation.relation
    if code == "H":
        return [line(row[: len(columns)]) for row in answer]
    if code == "G":
        return [line([row[column.name] for column in columns]) for row in answer]

    def entity_line(entity: Any) -> str:
        return line([case.session.value_of(entity, column) for column in columns])

    lines = []
    for entity in answer if isinstance(answer, Sequence) else [answer]:
        relatives = case.session.relatives(entity, relation) if relation else []
        others = sorted(entity_line(each) for each in relatives)
        lines.append(">".join([entity_line(entity), *others]))
    return lines


def _mismatch(operation: Operation, index: int, message: str) -> RowrateError:
    return RowrateError(
        "RESULT_MISMATCH",
        f"operation {operation.code} ({operation.name}), answer {index}: {message}",
    )


def _is_other_slice(
    actual: Sequence[str], expected: Sequence[str], page: Page, expectation: _Expectation
) -> bool:
    """True for a page that holds as many different rows of the level as the expected one, but others."""
    of_level = {expectation.line(row) for row in expectation.of_level(page.level)}
    return len(actual) == len(expected) == len(set(actual)) and of_level.issuperset(actual)


def _judge_reads(case: Case, drive: Drive, driven: Driven) -> Judged:
    operation = case.operation
    expectation = _Expectation(case)
    lines: list[str] = []
    other_slice = False
    order: Callable[[list[str]], list[str]] = list if operation.code in "ELM" else sorted
    first = len(drive.inputs) - len(driven.answers)
    for index, answer in enumerate(driven.answers, first):
        value = drive.inputs[index]
        actual = order(_actual_lines(case, answer))
        expected = order([expectation.line(row) for row in expectation.answer(value)])
        difference = first_difference(actual, expected)
        if difference is not None:
            if operation.code != "E" or not _is_other_slice(actual, expected, value, expectation):
                raise _mismatch(operation, index, difference)
            other_slice = True
        lines += [f"#{index}", *actual]
    answers = [row for value in drive.inputs for row in expectation.answer(value)]
    if driven.rows != len(answers):
        raise _mismatch(operation, 0, f"{driven.rows} rows in all, expected {len(answers)}")
    relatives = sum(len(expectation.relatives(row)) for row in answers)
    return Judged(len(answers) + relatives, digest_of(lines), other_slice)


def judge_answers(case: Case, drive: Drive, driven: Driven) -> Judged:
    """Judges what an operation answered; the end state is judged apart. Raises RESULT_MISMATCH."""
    operation = case.operation
    if operation.kind == "read":
        return _judge_reads(case, drive, driven)
    bulk = operation.shape == "bulk"
    expected = sum(len(each) for each in drive.inputs) if bulk else len(drive.inputs)
    if driven.rows != expected:
        raise _mismatch(
            operation, 0, f"{driven.rows} rows reported as written, expected {expected}"
        )
    return Judged(driven.rows)
