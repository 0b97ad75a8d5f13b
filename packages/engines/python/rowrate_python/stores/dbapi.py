"""Stores through Python's DB-API, as pyturso and libsql have it."""

from collections.abc import Sequence
from typing import Any

from ..engine import Settings
from . import sqlite
from .sqlite_store import SqliteStore


class DbApiStore(SqliteStore):
    """`db` is a connection with sqlite3's own implicit transactions: an INSERT begins one."""

    def __init__(self, db: Any, settings_queries: Sequence[str]) -> None:
        super().__init__(db)
        self._settings_queries = settings_queries

    def put(self, marshalled: sqlite.Inserts) -> int:
        db = self._db
        written = 0
        try:
            for parameters in marshalled:
                sql = sqlite.insert_sql(len(parameters) // 2)
                written += db.execute(sql, parameters).rowcount
            db.commit()
        except BaseException:
            db.rollback()
            raise
        return written

    def count(self) -> int:
        return self._db.execute(sqlite.COUNT).fetchone()[0]

    def settings(self) -> list[Settings]:
        record: dict[str, str | int] = {}
        for query in self._settings_queries:
            cursor = self._db.execute(query)
            (row,) = cursor.fetchall()
            record |= {name[0]: value for name, value in zip(cursor.description, row, strict=True)}
        return [record]

    def close(self) -> None:
        # Both libraries leave the file open until the last reference to the connection is gone.
        db, self._db = self._db, None
        db.close()
