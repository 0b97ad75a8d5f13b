"""An engine's open session, which the store's administration may close and open again."""

import asyncio
import contextlib
import inspect
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .drive import Lane, run_async, run_sync
from .engine import Engine, JournalMode, OpenOptions, Session
from .error import RowrateError
from .model import Operation, models
from .settings import pragmas_of, schema_statements
from .workload import WorkloadOptions


BUSY_TIMEOUT_MS = 10 * 60_000


@dataclass(frozen=True)
class Study:
    """Choices of the published study: its own settings, the number of tasks of async systems and whether all their operations
    run in one process, and the index it left out."""

    settings: bool = False
    async_tasks: int = 1
    parent_index: bool = False
    one_process: bool = False


@dataclass(frozen=True)
class StoreOptions:
    engine: Engine
    options: WorkloadOptions
    directory: str
    journal: JournalMode
    study: Study = Study()
    on_statement: Callable[[str], None] | None = None


def database_file(directory: str) -> str:
    """The one database file of a SQLite engine."""
    return str(Path(directory) / "db.sqlite3")


def _loop_runner() -> asyncio.Runner:
    # Imported here, for sync systems do without it.
    import uvloop

    return asyncio.Runner(loop_factory=uvloop.new_event_loop)


class OpenStore:
    def __init__(self, store: StoreOptions) -> None:
        self.engine = store.engine
        self.options = store.options
        self.model = models[self.options.test]
        self.directory = store.directory
        self._study = store.study
        # All coroutines of a store run on one loop, as in a program of its own.
        self._runner = _loop_runner() if self.engine.api == "async" else None
        self._session: Session | None = None
        self._open_options = OpenOptions(
            directory=store.directory,
            file=database_file(store.directory),
            model=self.model,
            pragmas=self._pragmas(store.journal),
            on_statement=store.on_statement,
        )
        Path(self.directory).mkdir(parents=True, exist_ok=True)
        if self.engine.storage == "sqlite":
            self._create_schema()
        self.open()

    def _pragmas(self, journal: JournalMode) -> dict[str, str]:
        pragmas = pragmas_of(self.engine, journal, self._study.settings)
        # Writing tasks wait for each other, on a slow machine longer than the five seconds after which sqlite3 gives up.
        if self._study.async_tasks > 1:
            pragmas["busy_timeout"] = str(BUSY_TIMEOUT_MS)
        return pragmas

    def _create_schema(self) -> None:
        """Creates core's tables where they do not exist, through the same copy of SQLite that the engine will use."""
        connection = sqlite3.connect(
            self._open_options.file, factory=self._open_options.connection_class()
        )
        own_indexes = self._study.settings and not self._study.parent_index
        for statement in schema_statements(self.engine, self.model, own_indexes):
            connection.execute(statement)
        connection.close()

    @property
    def session(self) -> Session:
        if self._session is None:
            raise RowrateError("STORAGE_FAILED", f"{self.engine.name} is closed")
        return self._session

    def wait(self, value: Any) -> Any:
        """The value itself in a sync engine; in an async one, what the coroutine gives."""
        return self._runner.run(value) if self._runner and inspect.iscoroutine(value) else value

    def open(self) -> None:
        self._session = self.wait(self.engine.open(self._open_options))

    def close_session(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            self.wait(session.close())

    def close(self) -> None:
        """Closes the session and ends the loop; the store can not be opened again."""
        self.close_session()
        if self._runner:
            self._runner.close()

    def run(self, operation: Operation, lanes: Sequence[Lane], region: Any) -> None:
        """Runs an operation's body inside `region`, a context manager: the clock, or one that does nothing."""
        if self._runner is None:
            with region:
                run_sync(operation, lanes[0])
            return

        async def body() -> None:
            with region:
                await run_async(operation, lanes)

        self._runner.run(body())


@contextlib.contextmanager
def opened(options: StoreOptions) -> Iterator[OpenStore]:
    """An open store, closed at the end."""
    store = OpenStore(options)
    try:
        yield store
    except BaseException:
        # The first error is the one to tell; a store that is broken may well not close.
        with contextlib.suppress(Exception):
            store.close()
        raise
    store.close()


class StoreKeeper:
    """Opens the store of a worker's jobs: anew for each, or once for all that run in one process."""

    def __init__(self) -> None:
        self._kept: OpenStore | None = None

    @contextlib.contextmanager
    def open(self, options: StoreOptions) -> Iterator[OpenStore]:
        if options.study.one_process and options.engine.api == "async":
            self._kept = self._kept or OpenStore(options)
            yield self._kept
            return
        with opened(options) as store:
            yield store

    @property
    def keeps(self) -> bool:
        """True where a store is open for the next job."""
        return self._kept is not None

    def close(self) -> None:
        if self._kept:
            self._kept.close()
