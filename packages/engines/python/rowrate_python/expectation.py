"""What must be stored after each operation; repeats packages/core/src/expectation.ts and state.ts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from .digest import canonical_row, digest_of, first_difference
from .error import RowrateError
from .model import models, runs_before
from .workload import Row, WorkloadOptions, new_journals, new_levels, trim_count


class Link(NamedTuple):
    id: int
    parent: int | None
    related: list[int]


def _after_insert(options: WorkloadOptions, rows: list[Row], code: str) -> list[Row]:
    following = rows[-1]["id"] + 1 if rows else 1
    new = new_journals(options, code)
    return rows + [{"id": following + index, **each} for index, each in enumerate(new)]


def _after_update(options: WorkloadOptions, rows: list[Row], code: str) -> list[Row]:
    levels = new_levels(options, code, rows)
    suffix = " Update" if code == "I" else ""
    return [
        {**row, "level": level, "text": row["text"] + suffix}
        for row, level in zip(rows, levels, strict=True)
    ]


def expected_rows(
    options: WorkloadOptions, completed: str | None, trimmed: bool = True
) -> list[Row]:
    """The rows that must be stored, in id order, once `completed` and everything before it is done."""
    rows: list[Row] = []
    for code in "ABCIJK":
        if completed is None or runs_before(completed, code):
            break
        if code in "ABC":
            if code == "C" and not options.bulk:
                continue
            rows = _after_insert(options, rows, code)
            if code != "A" and (trimmed or code != completed):
                rows = rows[: len(rows) - trim_count(options)]
        else:
            rows = [] if code == "K" else _after_update(options, rows, code)
    return rows


def expected_links(rows: Sequence[Row]) -> list[Link]:
    """The links that L, M and N read, by rank from 1: parent ⌊rank ÷ 2⌋, related the next three ranks, wrapping."""
    ids = [row["id"] for row in rows]
    return [
        Link(
            id=each,
            parent=None if index == 0 else ids[(index + 1) // 2 - 1],
            related=[ids[(index + step) % len(ids)] for step in (1, 2, 3)],
        )
        for index, each in enumerate(ids)
    ]


@dataclass(frozen=True)
class StateQuestion:
    """Which state a store must be in."""

    options: WorkloadOptions
    completed: str | None
    trimmed: bool
    linked: bool

    @property
    def json(self) -> dict[str, Any]:
        completed = {} if self.completed is None else {"completed": self.completed}
        return {
            "options": self.options.json,
            **completed,
            "trimmed": self.trimmed,
            "linked": self.linked,
        }


class StoredState(NamedTuple):
    rows: Sequence[Row]
    related: Sequence[tuple[int, int]]


def lines_of_state(options: WorkloadOptions, state: StoredState) -> list[str]:
    """Canonical lines of stored rows, sorted; the form in which end states are compared."""
    columns = models[options.test].columns
    rows = [
        canonical_row(columns, [row[column.name] for column in columns], "stored")
        for row in state.rows
    ]
    return sorted(rows) + sorted(f"related {first} {second}" for first, second in state.related)


def expected_state(question: StateQuestion) -> StoredState:
    """The state that must be found, from the seeded expectation alone."""
    options = question.options
    rows = expected_rows(options, question.completed, question.trimmed)
    if options.test != 2:
        return StoredState(rows, [])
    links = expected_links(rows) if question.linked else []
    parents = {link.id: link.parent for link in links}
    return StoredState(
        [{**row, "parent_id": parents.get(row["id"])} for row in rows],
        [(link.id, other) for link in links for other in link.related],
    )


def judge_state(question: StateQuestion, found: StoredState) -> str:
    """Compares what was found with the expectation; returns the state's digest. Raises RESULT_MISMATCH."""
    actual = lines_of_state(question.options, found)
    expected = lines_of_state(question.options, expected_state(question))
    difference = first_difference(actual, expected)
    if difference is not None:
        after = question.completed or "opening"
        raise RowrateError("RESULT_MISMATCH", f"stored rows after {after}: {difference}")
    return digest_of(actual)
