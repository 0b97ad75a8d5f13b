"""What is done to a store behind the engine's back, untimed; repeats packages/core/src/administration.ts."""

import contextlib
import math
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

from .digest import digest_of
from .drive import Drive, Driven, Lane
from .error import RowrateError
from .expectation import StateQuestion, StoredState, judge_state, lines_of_state
from .model import operation_of
from .open_store import OpenStore, database_file
from .workload import trim_count

RequestStore = Callable[[dict[str, Any]], Any]
"""Asks the runner's helper process; gives the request's value."""


class Administration(Protocol):
    """Digests are of the whole stored state."""

    def state(self, question: StateQuestion) -> str:
        """Compares the stored rows with the expectation. Raises RESULT_MISMATCH."""

    def snapshot(self, question: StateQuestion) -> str:
        """Puts the present state aside."""

    def restore(self, question: StateQuestion) -> str:
        """Puts the snapshot's rows back."""

    def trim(self, question: StateQuestion) -> None:
        """Deletes the newest rows of B or C."""

    def link(self, question: StateQuestion) -> None:
        """Links the rows for L, M and N, or unlinks them."""


class SqliteAdministration:
    """From another process, over the file, while the engine's connection stays open and idle."""

    def __init__(self, directory: str, request: RequestStore) -> None:
        self._file = database_file(directory)
        self._request = request

    def _ask(self, method: str, question: StateQuestion) -> Any:
        return self._request({"method": method, "file": self._file, "question": question.json})

    def state(self, question: StateQuestion) -> str:
        return self._ask("state", question)

    def snapshot(self, question: StateQuestion) -> str:
        return self._ask("snapshot", question)

    def restore(self, question: StateQuestion) -> str:
        return self._ask("restore", question)

    def trim(self, question: StateQuestion) -> None:
        self._ask("trim", question)

    def link(self, question: StateQuestion) -> None:
        self._ask("link", question)


def _replace(source: str, target: str) -> None:
    """Copies a folder and flushes the copy, or the engine's next commit would also pay for its dirty pages."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target)
    for path in Path(target).rglob("*"):
        if path.is_file():
            descriptor = os.open(path, os.O_RDWR)
            os.fsync(descriptor)
            os.close(descriptor)


class DirectoryAdministration:
    """For storages that admit one opener: close, copy or look, open again. Caches of the store are lost on the way."""

    def __init__(self, store: OpenStore) -> None:
        self._store = store
        self._copy = f"{store.directory}.snapshot"

    @contextlib.contextmanager
    def _closed(self) -> Iterator[None]:
        self._store.close_session()
        yield
        self._store.open()

    def _reopen(self) -> None:
        with self._closed():
            pass

    def _look(self) -> StoredState:
        """The whole state, through a session that is opened for it."""
        self._reopen()
        session = self._store.session
        columns = self._store.model.columns
        rows = [
            {column.name: session.value_of(entity, column) for column in columns}
            for entity in session.all()
        ]
        self._reopen()
        return StoredState(rows, [])

    def _digest(self) -> str:
        return digest_of(lines_of_state(self._store.options, self._look()))

    def state(self, question: StateQuestion) -> str:
        return judge_state(question, self._look())

    def snapshot(self, question: StateQuestion) -> str:
        with self._closed():
            _replace(self._store.directory, self._copy)
        return self._digest()

    def restore(self, question: StateQuestion) -> str:
        with self._closed():
            _replace(self._copy, self._store.directory)
        return self._digest()

    def trim(self, question: StateQuestion) -> None:
        session = self._store.session
        newest = sorted(session.all(), key=session.id_of)[-trim_count(question.options) :]
        lane = Lane(session, Drive(newest, math.inf), Driven())
        self._store.run(operation_of["K"], [lane], contextlib.nullcontext())
        self._reopen()

    def link(self, question: StateQuestion) -> None:
        raise RowrateError("ENGINE_INVALID", f"{self._store.engine.name}: has no relations to link")


def administration_of(store: OpenStore, request: RequestStore) -> Administration:
    if store.engine.storage == "directory":
        return DirectoryAdministration(store)
    return SqliteAdministration(store.directory, request)
