"""Everything that is written and asked for, from the seed alone; repeats packages/core/src/workload.ts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from .model import models
from .random_stream import random_stream

Row = dict[str, Any]

LEVELS = (10, 20, 30, 40, 50)
ROUNDS = 10
PAGE_SIZE = 20
START = datetime(2026, 1, 1)
"""In UTC, without a zone, as these ORMs keep dates; row n of a run is stamped n milliseconds later."""


@dataclass(frozen=True)
class WorkloadOptions:
    """Everything that decides which values are written and asked for."""

    seed: int
    test: int
    table: str
    iterations: int
    batch_size: int
    bulk: bool

    @staticmethod
    def of(json: Mapping[str, Any]) -> "WorkloadOptions":
        return WorkloadOptions(
            seed=json["seed"],
            test=json["test"],
            table=json["table"],
            iterations=json["iterations"],
            batch_size=json["batchSize"],
            bulk=json["bulk"],
        )

    @property
    def json(self) -> dict[str, Any]:
        return {
            "seed": self.seed,
            "test": self.test,
            "table": self.table,
            "iterations": self.iterations,
            "batchSize": self.batch_size,
            "bulk": self.bulk,
        }


class Page(NamedTuple):
    level: int
    offset: int
    limit: int


def new_journals(options: WorkloadOptions, code: str) -> list[Row]:
    """What A, B or C inserts, in order."""
    random = random_stream(options.seed, options.test, code)
    batch = options.batch_size
    before = {"A": 0, "B": options.iterations, "C": options.iterations + batch}[code]
    wide = models[options.test].wide_columns
    return [
        {
            "timestamp": START + timedelta(milliseconds=before + index),
            "level": LEVELS[random(0, len(LEVELS) - 1)],
            "text": f"Insert from {code}, item {index}",
            **{column.name: column.new_default() for column in wide},
        }
        for index in range(options.iterations if code == "A" else batch)
    ]


def filter_inputs() -> list[int]:
    """The levels that D, G and H ask for: 10 rounds, in order."""
    return list(LEVELS) * ROUNDS


def page_inputs(options: WorkloadOptions, code: str) -> list[Page]:
    """The pages that E, L and M ask for."""
    random = random_stream(options.seed, options.test, code)
    last = options.iterations - PAGE_SIZE - 1
    return [Page(level, random(0, last), PAGE_SIZE) for level in filter_inputs()]


def get_inputs(options: WorkloadOptions) -> list[int]:
    """The ids that F looks up: rows of A, with repetition."""
    random = random_stream(options.seed, options.test, "F")
    return [random(1, options.iterations - 1) for _ in range(2 * options.iterations)]


def new_levels(options: WorkloadOptions, code: str, rows: Sequence[Row]) -> list[int]:
    """The new level of each row, by rank; it always differs from the old one."""
    random = random_stream(options.seed, options.test, code)
    others = {level: [each for each in LEVELS if each != level] for level in LEVELS}
    return [others[row["level"]][random(0, len(LEVELS) - 2)] for row in rows]


def trim_count(options: WorkloadOptions) -> int:
    """How many of the highest ids are deleted, untimed, after B and after C."""
    return 0 if options.table == "large" else options.batch_size - options.iterations
