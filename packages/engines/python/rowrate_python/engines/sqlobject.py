from collections.abc import Callable
from functools import cache, partial
from typing import Any

from sqlobject import (
    BigIntCol,
    DateTimeCol,
    DecimalCol,
    FloatCol,
    ForeignKey,
    IntCol,
    JSONCol,
    SmallIntCol,
    SQLMultipleJoin,
    SQLObject,
    SQLRelatedJoin,
    StringCol,
)
from sqlobject.sqlite.sqliteconnection import SQLiteConnection

from ..engine import Engine, OpenOptions, Session, StudyChoices, Writer, settings_of, settings_query
from ..model import Model
from ..workload import Row

COLUMNS: dict[str, Callable[..., Any]] = {
    "float64": FloatCol,
    "int16": SmallIntCol,
    "int32": IntCol,
    "int64": BigIntCol,
    "char": partial(StringCol, length=255),
    "text": StringCol,
    "decimal": partial(DecimalCol, size=12, precision=8),
    "json": JSONCol,
}


@cache
def journal_class(model: Model) -> Any:
    attributes: dict[str, Any] = {
        "timestamp": DateTimeCol(notNone=True),
        "level": SmallIntCol(notNone=True),
        "text": StringCol(length=255, notNone=True),
        **{
            each.name: COLUMNS[each.type](
                **({"default": None} if each.nullable else {"notNone": True})
            )
            for each in model.wide_columns
        },
    }
    if model.relations:
        attributes["parent"] = ForeignKey("Journal", default=None)
        attributes["children"] = SQLMultipleJoin("Journal", joinColumn="parent_id")
        attributes["related"] = SQLRelatedJoin(
            "Journal",
            joinColumn="journal_id",
            otherColumn="related_id",
            intermediateTable="journal_related",
            createRelatedTable=False,
        )
    meta = type("sqlmeta", (), {"table": model.table, "registry": f"test{model.test}"})
    return type("Journal", (SQLObject,), {**attributes, "sqlmeta": meta})


class SqlObjectWriter(Writer):
    def __init__(self, journal: Any, transaction: Any) -> None:
        self._journal = journal
        self._transaction = transaction

    def insert(self, entity: Row) -> int:
        entity["id"] = self._journal(connection=self._transaction, **entity).id
        return 1

    def update(self, entity: Any, level: int, text: str) -> int:
        entity.set(level=level, text=text)
        return 1

    def update_level(self, entity: Any, level: int) -> int:
        entity.level = level
        return 1

    def remove(self, entity: Any) -> int:
        entity.destroySelf()
        return 1


class SqlObjectSession(Session):
    """A new entity is a dictionary of its values, for to create an object is to insert it."""

    def __init__(self, options: OpenOptions) -> None:
        self._journal = journal_class(options.model)
        self._connection = SQLiteConnection(
            options.file, factory=lambda _: options.connection_class()
        )
        self._journal._connection = self._connection
        self._transaction: Any = None
        self._relatives: dict[int, list[Any]] = {}

    def _end(self) -> None:
        if self._transaction:
            self._transaction.rollback()
            self._transaction = None

    def _begun(self) -> Any:
        """The transaction that entities were loaded in, or a new one."""
        if self._transaction is None:
            self._transaction = self._connection.transaction()
        return self._transaction

    def begin(self) -> None:
        self._end()
        self._connection.cache.clear()
        self._relatives.clear()

    def build(self, values: Row) -> Row:
        return dict(values)

    def insert(self, entity: Row) -> int:
        entity["id"] = self._journal(**entity).id
        return 1

    def transaction(self, body: Callable[[Writer], int]) -> int:
        transaction = self._begun()
        try:
            rows = body(SqlObjectWriter(self._journal, transaction))
        except BaseException:
            self._end()
            raise
        transaction.commit(close=True)
        self._transaction = None
        return rows

    def _of_level(self, level: int) -> Any:
        return self._journal.select(self._journal.q.level == level)

    def filter_by_level(self, level: int) -> list[Any]:
        return list(self._of_level(level))

    def page_by_level(self, level: int, offset: int, limit: int) -> list[Any]:
        return list(self._of_level(level)[offset : offset + limit])

    def get(self, key: int) -> Any:
        return self._journal.select(self._journal.q.id == key).getOne()

    def all(self) -> list[Any]:
        return list(self._journal.select(connection=self._begun()))

    def _page(self, level: int, offset: int, limit: int) -> list[Any]:
        return list(self._of_level(level).orderBy("id")[offset : offset + limit])

    def page_with_parents(self, level: int, offset: int, limit: int) -> list[Any]:
        page = self._page(level, offset, limit)
        for journal in page:
            self._relatives[journal.id] = [journal.parent] if journal.parent else []
        return page

    def page_with_related(self, level: int, offset: int, limit: int) -> list[Any]:
        page = self._page(level, offset, limit)
        for journal in page:
            self._relatives[journal.id] = list(journal.related)
        return page

    def get_with_children(self, key: int) -> Any:
        journal = self.get(key)
        self._relatives[key] = list(journal.children)
        return journal

    def relatives(self, entity: Any, relation: str) -> list[Any]:
        return self._relatives[entity.id]

    def id_of(self, entity: Any) -> int:
        return entity["id"] if isinstance(entity, dict) else entity.id

    def settings(self) -> list[dict[str, str | int]]:
        connection = self._connection.getConnection()
        cursor = connection.execute(settings_query)
        settings = settings_of(cursor.description, cursor.fetchone())
        self._connection.releaseConnection(connection)
        return [settings]

    def close(self) -> None:
        self._end()
        self._connection.cache.clear()
        self._connection.close()


engine = Engine(
    name="sqlobject",
    packages=("SQLObject",),
    open=SqlObjectSession,
    lacks={
        "bulk": "it has no bulk insert",
        "objects": "its queries give entities only",
        "tuples": "its queries give entities only",
    },
    limits={
        "datetime": "its DateTimeCol keeps ISO text",
        "decimal": "its DecimalCol writes a number, which SQLite keeps as a float",
        "insert": "to create an object is to insert it: only its values exist before the timer",
        "relations": "loads them one by one, through its cache",
    },
    study=StudyChoices(foreign_keys=False),
)
