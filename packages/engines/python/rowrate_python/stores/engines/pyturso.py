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


def sync_new_database(file: str) -> None:
    """Turso syncs its log at each commit, but the first page of a new database only at its first checkpoint.

    Until then a power cut loses every commit. Synced once after creation, they are kept.
    """
    for path in (file, os.path.dirname(file)):
        descriptor = os.open(path, os.O_RDONLY)
        os.fsync(descriptor)
        os.close(descriptor)


def create(options: StoreOptions) -> DbApiStore:
    os.mkdir(options.directory)
    file = sqlite.note_file(options.directory)
    db = turso.connect(file)
    db.execute(sqlite.NOTE_SCHEMA)
    sync_new_database(file)
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
        "durability": "a new file is synced once by the engine package; Turso itself does not before its first checkpoint, and a power cut until then loses every commit",
        "close": "its close() leaves the file open until the last reference to the connection is dropped, which is timed with it",
    },
    create=create,
    open=open_store,
)
