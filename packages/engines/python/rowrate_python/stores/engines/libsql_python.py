import os

import libsql

from .. import sqlite
from ..dbapi import DbApiStore
from ..engine import StoreEngine, StoreOptions, StoreVariant


def create(options: StoreOptions) -> DbApiStore:
    os.mkdir(options.directory)
    db = libsql.connect(sqlite.note_file(options.directory))
    db.execute(sqlite.NOTE_SCHEMA)
    return DbApiStore(db, [sqlite.SETTINGS])


def open_store(options: StoreOptions) -> DbApiStore:
    file = sqlite.note_file(options.directory)
    # It would make a missing database, and has no option against that.
    os.stat(file)
    return DbApiStore(libsql.connect(file), [sqlite.SETTINGS])


engine = StoreEngine(
    name="libsql-python",
    variants=[StoreVariant("libsql-python", "libsql (Python)", published="libSQL")],
    family="sqlite",
    packages=("libsql",),
    journal="delete",
    limits={
        "close": "its close() leaves the file open until the last reference to the connection is dropped, which is timed with it"
    },
    create=create,
    open=open_store,
)
