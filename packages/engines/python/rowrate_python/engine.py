"""What a Python system implements; the counterpart of packages/core/src/engine.ts."""

import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from .model import Column, Model, golden
from .workload import Row

Api = Literal["sync", "async"]
JournalMode = Literal["delete", "wal"]
Settings = Mapping[str, str | int]


class Writer:
    """Writes inside one transaction; each call is one entity, saved as the library's users save one.

    Each returns the rows written or queued, normally 1. In async engines they are coroutine functions.
    """

    def insert(self, entity: Any) -> Any:
        raise NotImplementedError

    def update(self, entity: Any, level: int, text: str) -> Any:
        """Sets both values on the entity and saves it whole: all columns, or what change tracking finds."""
        raise NotImplementedError

    def update_level(self, entity: Any, level: int) -> Any:
        """Sets the level and saves it alone, where the library can; else the whole entity."""
        raise NotImplementedError

    def remove(self, entity: Any) -> Any:
        raise NotImplementedError


class Session:
    """One open connection or store. In async engines all but `build`, `fork`, `relatives`,
    `value_of` and `id_of` are coroutine functions."""

    def begin(self) -> Any:
        """Starts a new unit of work, untimed, before each pass."""

    def fork(self) -> "Session":
        """The session for a further task; this one where the library itself keeps tasks apart."""
        return self

    def build(self, values: Row) -> Any:
        """Makes the entity that will be saved, untimed."""
        raise NotImplementedError

    def insert(self, entity: Any) -> Any:
        """A. Saves one new entity and commits, as users do outside of a transaction. Returns 1."""
        raise NotImplementedError

    def transaction(self, body: Callable[[Writer], Any]) -> Any:
        """B, I, J, K. Runs `body` in one transaction and returns its result after the commit."""
        raise NotImplementedError

    def insert_bulk(self, entities: Sequence[Any]) -> Any:
        """C. The fastest documented bulk path, one transaction. Returns the new ids in order, or the count."""
        raise NotImplementedError

    def filter_by_level(self, level: int) -> Any:
        """D. All entities of a level, in a list."""
        raise NotImplementedError

    def page_by_level(self, level: int, offset: int, limit: int) -> Any:
        """E. At most `limit` entities of a level after skipping `offset`, no ORDER BY."""
        raise NotImplementedError

    def get(self, key: int) -> Any:
        """F."""
        raise NotImplementedError

    def filter_as_objects(self, level: int) -> Any:
        """G. As D, as dictionaries by column name, without entity machinery."""
        raise NotImplementedError

    def filter_as_tuples(self, level: int) -> Any:
        """H. As D, as sequences of values in the order of `model.columns`."""
        raise NotImplementedError

    def all(self) -> Any:
        """Every entity, for I, J and K to work on; untimed."""
        raise NotImplementedError

    def page_with_parents(self, level: int, offset: int, limit: int) -> Any:
        """L. A page in id order, with `parent` loaded."""
        raise NotImplementedError

    def page_with_related(self, level: int, offset: int, limit: int) -> Any:
        """M. A page in id order, with `related` loaded."""
        raise NotImplementedError

    def get_with_children(self, key: int) -> Any:
        """N. One entity with its `children` loaded."""
        raise NotImplementedError

    def relatives(self, entity: Any, relation: str) -> Iterable[Any]:
        """A loaded relation of an entity; reads nothing."""
        loaded = getattr(entity, relation)
        if loaded is None:
            return []
        return loaded if relation != "parent" else [loaded]

    def value_of(self, entity: Any, column: Column) -> Any:
        """A value of an entity, read after the clock has stopped."""
        return getattr(entity, column.name)

    def id_of(self, entity: Any) -> Any:
        """The id of an entity that was saved or loaded, or None; reads nothing."""
        return entity.id

    def settings(self) -> Any:
        """Settings that bear on the work and its durability, read back through the engine's own connections, one record each."""
        raise NotImplementedError

    def close(self) -> Any:
        raise NotImplementedError


@dataclass(frozen=True)
class StudyChoices:
    """What the published study had otherwise than every engine here has; restored by `--settings study`."""

    journal: JournalMode = "delete"
    foreign_keys: bool = True
    parent_index: bool = True


@dataclass(frozen=True)
class OpenOptions:
    """How a store is to be opened. `file` is the database file that a SQLite engine must use."""

    directory: str
    file: str
    model: Model
    pragmas: Mapping[str, str]
    """Settings that every connection must be given, in order."""
    on_statement: Callable[[str], None] | None = None
    """Called with each statement sent to the database; given in untimed passes only."""

    def connection_class(self) -> type[sqlite3.Connection]:
        """The class of every connection, for the `factory` argument of sqlite3.connect, which all these ORMs hand on."""
        pragmas, on_statement = self.pragmas, self.on_statement

        class Connection(sqlite3.Connection):
            def __init__(self, *args: Any, **options: Any) -> None:
                super().__init__(*args, **options)
                for name, value in pragmas.items():
                    self.execute(f"PRAGMA {name} = {value}")
                if on_statement:
                    self.set_trace_callback(on_statement)

        return Connection


settings_query: str = golden["settingsQuery"]


def settings_of(names: Sequence[Sequence[Any]], row: Sequence[Any]) -> dict[str, str | int]:
    """A record of settings from the description and the only row of a cursor that ran `settings_query`."""
    return {name[0]: value for name, value in zip(names, row, strict=True)}


@dataclass(frozen=True)
class Engine:
    name: str
    open: Callable[[OpenOptions], Session | Awaitable[Session]]
    packages: Sequence[str]
    """The distributions whose versions it is reported with."""
    api: Api = "sync"
    storage: Literal["sqlite", "directory"] = "sqlite"
    schema: str = "timestamp-numeric"
    """Which of core's schemas it uses: the types of a date and of a decimal."""
    lacks: Mapping[str, str] = field(default_factory=dict)
    limits: Mapping[str, str] = field(default_factory=dict)
    study: StudyChoices = StudyChoices()
