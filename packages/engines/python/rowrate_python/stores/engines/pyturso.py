import os

import turso

from .. import sqlite
from ..dbapi import DbApiStore
from ..engine import StoreEngine, StoreOptions, StoreVariant

SETTINGS = [
    "SELECT sqlite_version() AS sqlite_version",
    *(f"PRAGMA {name}" for name in sqlite.SETTING_NAMES),
]
"""One PRAGMA each, as in the packages of Turso for Node.js."""


def create(options: StoreOptions) -> DbApiStore:
    os.mkdir(options.directory)
    db = turso.connect(sqlite.note_file(options.directory))
    db.execute(sqlite.NOTE_SCHEMA)
    return DbApiStore(db, SETTINGS)


def open_store(options: StoreOptions) -> DbApiStore:
    file = sqlite.note_file(options.directory)
    # It would make a missing database.
    os.stat(file)
    return DbApiStore(turso.connect(file), SETTINGS)


engine = StoreEngine(
    name="pyturso",
    variants=[StoreVariant("pyturso", "pyturso (Python)", published="Turso Database")],
    family="sqlite",
    packages=("pyturso",),
    journal="wal",
    limits={
        "journal": "Turso has no other journal mode than WAL",
        "sync": "each close makes three sync calls, even of a store that was only read",
        "close": "its close() leaves the file open until the last reference to the connection is dropped, which is timed with it",
    },
    create=create,
    open=open_store,
)
