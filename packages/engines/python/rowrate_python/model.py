"""The three Journal variants and the operations, read from core's golden file."""

import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).resolve().parents[3] / "core" / "golden"
golden: dict[str, Any] = json.loads((GOLDEN / "schema.json").read_text())

column_types: dict[str, str] = golden["columnTypes"]
sync_kinds: list[str] = golden["syncKinds"]


@dataclass(frozen=True)
class Column:
    name: str
    type: str
    nullable: bool
    indexed: bool
    default: Any = None

    def new_default(self) -> Any:
        """The default as an entity has it; never shared, for JSON values are mutable."""
        if self.type == "decimal" and self.default is not None:
            return Decimal(self.default)
        return deepcopy(self.default)


@dataclass(frozen=True, eq=False)
class Model:
    test: int
    table: str
    columns: tuple[Column, ...]
    relations: Mapping[str, Any] | None
    statements: Mapping[str, list[str]]

    @cached_property
    def value_columns(self) -> tuple[Column, ...]:
        """The columns whose values an answer is judged by: all but references, which the end state judges."""
        return tuple(each for each in self.columns if each.type != "reference")

    @cached_property
    def written(self) -> tuple[str, ...]:
        """The names of all value columns but the id."""
        return tuple(each.name for each in self.value_columns if each.type != "id")

    @cached_property
    def wide_columns(self) -> tuple[Column, ...]:
        """The columns that only test 3 has."""
        return tuple(each for each in self.columns if each.name.startswith("col_"))


models: dict[int, Model] = {
    each["test"]: Model(
        test=each["test"],
        table=each["table"],
        columns=tuple(Column(**column) for column in each["columns"]),
        relations=each.get("relations"),
        statements=each["statements"],
    )
    for each in golden["models"]
}


@dataclass(frozen=True)
class Operation:
    code: str
    name: str
    kind: str
    shape: str
    ranked: bool
    feature: str | None = None
    touches: bool = False
    linked: bool = False

    @property
    def relation(self) -> str | None:
        """The relation that the operation loads."""
        return {"L": "parent", "M": "related", "N": "children"}.get(self.code)


operations: list[Operation] = [Operation(**each) for each in golden["operations"]]
operation_of: dict[str, Operation] = {each.code: each for each in operations}
_position = {each.code: index for index, each in enumerate(operations)}


def runs_before(first: str, second: str) -> bool:
    """True where `first` runs before `second`."""
    return _position[first] < _position[second]


def reason_for_absence(operation: Operation, lacks: Mapping[str, str], test: int) -> str | None:
    """Why an engine runs an operation of a test not at all, or None when it does."""
    if operation.linked and test != 2:
        return "only test 2 has relations"
    if operation.touches:
        return "its entities are plain objects"
    return lacks.get(operation.feature or "")
