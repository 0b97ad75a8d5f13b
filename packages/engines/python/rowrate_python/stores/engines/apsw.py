import os

import apsw

from ...engine import Settings
from .. import sqlite
from ..engine import StoreEngine, StoreOptions, StoreVariant
from ..sqlite_store import SqliteStore


class ApswStore(SqliteStore):
    def put(self, marshalled: sqlite.Inserts) -> int:
        db = self._db
        before = db.total_changes()
        with db:
            for parameters in marshalled:
                db.execute(sqlite.insert_sql(len(parameters) // 2), parameters)
        return db.total_changes() - before

    def count(self) -> int:
        return self._db.execute(sqlite.COUNT).get

    def settings(self) -> list[Settings]:
        cursor = self._db.execute(sqlite.SETTINGS)
        names = [name for name, _ in cursor.get_description()]
        return [dict(zip(names, row, strict=True)) for row in cursor]

    def close(self) -> None:
        self._db.close()


def create(options: StoreOptions) -> ApswStore:
    os.mkdir(options.directory)
    db = apsw.Connection(sqlite.note_file(options.directory))
    db.execute(sqlite.NOTE_SCHEMA)
    return ApswStore(db)


def open_store(options: StoreOptions) -> ApswStore:
    file = sqlite.note_file(options.directory)
    return ApswStore(apsw.Connection(file, flags=apsw.SQLITE_OPEN_READWRITE))


engine = StoreEngine(
    name="apsw",
    variants=[StoreVariant("apsw", "apsw (Python)", published="SQLite")],
    family="sqlite",
    packages=("apsw",),
    journal="delete",
    create=create,
    open=open_store,
)
