from collections.abc import Sequence
from typing import Any

from . import sqlite
from .engine import SplitStore
from .notes import Note


class SqliteStore(SplitStore):
    """What the stores of SQLite's dialect share; `db` is the library's connection, whose `execute` gives a cursor."""

    def __init__(self, db: Any) -> None:
        self._db = db

    def marshal(self, notes: Sequence[Note]) -> sqlite.Inserts:
        return sqlite.insert_parameters(notes)

    def get(self, key: int) -> tuple[int, str, int] | None:
        return self._db.execute(sqlite.GET, (key,)).fetchone()

    def all(self) -> list[tuple[int, str, int]]:
        return self._db.execute(sqlite.ALL).fetchall()
