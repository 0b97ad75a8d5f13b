import os
from collections.abc import Sequence

import apsw

from ...engine import Settings
from .. import sqlite
from ..engine import SplitStore, StoreEngine, StoreOptions, StoreVariant
from ..notes import Note


class ApswStore(SplitStore):
    def __init__(self, db: apsw.Connection) -> None:
        self._db = db

    def write(self, notes: Sequence[Note]) -> int:
        return self.put(sqlite.insert_parameters(notes))

    def marshal(self, notes: Sequence[Note]) -> sqlite.Inserts:
        return sqlite.insert_parameters(notes)

    def put(self, marshalled: sqlite.Inserts) -> int:
        db = self._db
        before = db.total_changes()
        with db:
            for parameters in marshalled:
                db.execute(sqlite.insert_sql(len(parameters) // 2), parameters)
        return db.total_changes() - before

    def count(self) -> int:
        return self._db.execute(sqlite.COUNT).get

    def get(self, key: int) -> tuple[int, str, int] | None:
        return self._db.execute(sqlite.GET, (key,)).fetchone()

    def all(self) -> list[tuple[int, str, int]]:
        return self._db.execute(sqlite.ALL).fetchall()

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
