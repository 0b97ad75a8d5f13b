from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from types import new_class
from typing import Any

from piccolo.columns import (
    JSON,
    BigInt,
    DoublePrecision,
    ForeignKey,
    Integer,
    Numeric,
    OnDelete,
    Serial,
    SmallInt,
    Text,
    Timestamp,
    Varchar,
)
from piccolo.engine.sqlite import SQLiteEngine
from piccolo.table import Table

from ..engine import Engine, OpenOptions, Session, Writer, settings_query
from ..model import Model
from ..workload import Row

MAX_VARIABLES = 32_766

COLUMNS: dict[str, Callable[..., Any]] = {
    "float64": DoublePrecision,
    "int16": SmallInt,
    "int32": Integer,
    "int64": BigInt,
    "char": partial(Varchar, length=255),
    "text": Text,
    "decimal": partial(Numeric, digits=(12, 8)),
    "json": JSON,
}


def _table(name: str, tablename: str, db: SQLiteEngine, columns: dict[str, Any]) -> Any:
    options = {"tablename": tablename, "db": db}
    return new_class(name, (Table,), options, lambda namespace: namespace.update(columns))


def journal_tables(model: Model, db: SQLiteEngine) -> tuple[Any, Any]:
    """The entity class, and on test 2 the one of the join table."""
    columns: dict[str, Any] = {
        "id": Serial(primary_key=True),
        "timestamp": Timestamp(),
        "level": SmallInt(index=True),
        "text": Varchar(255, index=True),
        **{
            each.name: COLUMNS[each.type](default=None, null=each.nullable)
            for each in model.wide_columns
        },
    }
    if model.relations:
        columns["parent"] = ForeignKey(
            "self", db_column_name="parent_id", on_delete=OnDelete.set_null, index=True
        )
    journal = _table("Journal", model.table, db, columns)
    if not model.relations:
        return journal, None
    links = {
        # Every table of Piccolo has a key of one column.
        "rowid": Serial(primary_key=True),
        "journal": ForeignKey(journal, db_column_name="journal_id"),
        "related": ForeignKey(journal, db_column_name="related_id"),
    }
    return journal, _table("JournalRelated", "journal_related", db, links)


class PiccoloWriter(Writer):
    async def insert(self, entity: Any) -> int:
        await entity.save()
        return 1

    async def update(self, entity: Any, level: int, text: str) -> int:
        entity.level = level
        entity.text = text
        await entity.save()
        return 1

    async def update_level(self, entity: Any, level: int) -> int:
        entity.level = level
        await entity.save(columns=[type(entity).level])
        return 1

    async def remove(self, entity: Any) -> int:
        await entity.remove()
        return 1


class PiccoloSession(Session):
    def __init__(self, options: OpenOptions) -> None:
        self._db = SQLiteEngine(options.file, factory=options.connection_class())
        self._journal, self._links = journal_tables(options.model, self._db)
        self._chunk_size = MAX_VARIABLES // len(options.model.columns)
        self._relatives: dict[int, list[Any]] = {}

    async def begin(self) -> None:
        self._relatives.clear()

    def build(self, values: Row) -> Any:
        return self._journal(**values)

    async def insert(self, entity: Any) -> int:
        await entity.save()
        return 1

    async def transaction(self, body: Callable[[Writer], Awaitable[int]]) -> int:
        async with self._db.transaction():
            rows = await body(PiccoloWriter())
        return rows

    async def insert_bulk(self, entities: Sequence[Any]) -> int:
        async with self._db.transaction():
            for start in range(0, len(entities), self._chunk_size):
                await self._journal.insert(*entities[start : start + self._chunk_size])
        return len(entities)

    def _objects(self, *prefetch: Any) -> Any:
        return self._journal.objects(*prefetch).output(load_json=True)

    def _of_level(self, level: int, *prefetch: Any) -> Any:
        return self._objects(*prefetch).where(self._journal.level == level)

    async def filter_by_level(self, level: int) -> list[Any]:
        return await self._of_level(level)

    async def page_by_level(self, level: int, offset: int, limit: int) -> list[Any]:
        return await self._of_level(level).limit(limit).offset(offset)

    async def get(self, key: int) -> Any:
        return await self._objects().get(self._journal.id == key)

    async def filter_as_objects(self, level: int) -> list[dict[str, Any]]:
        return await self._journal.select().where(self._journal.level == level)

    async def filter_as_tuples(self, level: int) -> list[tuple[Any, ...]]:
        return [tuple(row.values()) for row in await self.filter_as_objects(level)]

    async def all(self) -> list[Any]:
        return await self._objects()

    async def page_with_parents(self, level: int, offset: int, limit: int) -> list[Any]:
        query = self._of_level(level, self._journal.parent)
        return await query.order_by(self._journal.id).limit(limit).offset(offset)

    async def page_with_related(self, level: int, offset: int, limit: int) -> list[Any]:
        query = self._of_level(level).order_by(self._journal.id)
        page = await query.limit(limit).offset(offset)
        relatives: dict[int, list[Any]] = {journal.id: [] for journal in page}
        if page:
            links = self._links.objects(self._links.related)
            for link in await links.where(self._links.journal.is_in(list(relatives))):
                relatives[link.journal].append(link.related)
        self._relatives.update(relatives)
        return page

    async def get_with_children(self, key: int) -> Any:
        journal = await self.get(key)
        self._relatives[key] = await self._objects().where(self._journal.parent == key)
        return journal

    def relatives(self, entity: Any, relation: str) -> list[Any]:
        if relation != "parent":
            return self._relatives[entity.id]
        return [] if entity.parent.id is None else [entity.parent]

    async def settings(self) -> list[dict[str, str | int]]:
        alone = await self._journal.raw(settings_query)
        async with self._db.transaction():
            inside = await self._journal.raw(settings_query)
        return alone + inside

    async def close(self) -> None:
        pass


async def open_session(options: OpenOptions) -> PiccoloSession:
    return PiccoloSession(options)


engine = Engine(
    name="piccolo",
    api="async",
    packages=("piccolo", "aiosqlite", "uvloop"),
    open=open_session,
    limits={
        "datetime": "its Timestamp keeps ISO text",
        "decimal": "its Numeric needs a NUMERIC column, where SQLite keeps a float",
        "connections": "it opens a connection for every query outside of a transaction, and sets it up again",
        "tuples": "it has none; made from dictionaries",
        "relations": "its many-to-many can not join a table with itself; related rows are loaded through the join table's foreign keys, children by a query",
    },
)
