from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from decimal import Decimal
from functools import partial
from types import new_class
from typing import Any, ForwardRef, Optional

import ormar
import sqlalchemy
from ormar import DatabaseConnection, OrmarConfig

from ..engine import Engine, OpenOptions, Session, Writer, settings_query
from ..model import Column, Model
from ..workload import Row

MAX_VARIABLES = 32_766

FIELDS: dict[str, tuple[Any, Callable[..., Any]]] = {
    "float64": (float, ormar.Float),
    "int16": (int, ormar.SmallInteger),
    "int32": (int, ormar.Integer),
    "int64": (int, ormar.BigInteger),
    "char": (str, partial(ormar.String, max_length=255)),
    "text": (str, ormar.Text),
    "decimal": (Decimal, partial(ormar.Decimal, max_digits=12, decimal_places=8)),
    "json": (Any, ormar.JSON),
}


def _model(name: str, config: OrmarConfig, fields: dict[str, tuple[Any, Any]]) -> Any:
    """A model from annotations and fields by name; the class statement would be this for fixed columns."""
    body = {
        "ormar_config": config,
        "__module__": __name__,
        "__annotations__": {name: annotation for name, (annotation, _) in fields.items()},
        **{name: field for name, (_, field) in fields.items()},
    }
    return new_class(name, (ormar.Model,), {}, lambda namespace: namespace.update(body))


def _wide_field(column: Column) -> tuple[Any, Any]:
    kind, field = FIELDS[column.type]
    return (kind | None, field(nullable=True)) if column.nullable else (kind, field())


def journal_model(model: Model, database: DatabaseConnection) -> Any:
    config = OrmarConfig(database=database, metadata=sqlalchemy.MetaData())
    fields: dict[str, tuple[Any, Any]] = {
        "id": (int, ormar.Integer(primary_key=True)),
        "timestamp": (datetime, ormar.DateTime()),
        "level": (int, ormar.SmallInteger(index=True)),
        "text": (str, ormar.String(max_length=255, index=True)),
        **{each.name: _wide_field(each) for each in model.wide_columns},
    }
    own = ForwardRef("Journal")
    if model.relations:
        # Every model of ormar has a key of one column.
        key = {"id": (int, ormar.Integer(primary_key=True, name="rowid"))}
        links = _model("JournalRelated", config.copy(tablename="journal_related"), key)
        parent = ormar.ForeignKey(
            own, name="parent_id", related_name="children", ondelete="SET NULL", index=True
        )
        related = ormar.ManyToMany(
            own,
            through=links,
            related_name="related_from",
            through_relation_name="related_id",
            through_reverse_relation_name="journal_id",
        )
        fields |= {"parent": (Optional[own], parent), "related": (Optional[list[own]], related)}
    journal = _model("Journal", config.copy(tablename=model.table), fields)
    if model.relations:
        journal.update_forward_refs(Journal=journal)
    return journal


class OrmarWriter(Writer):
    async def insert(self, entity: Any) -> int:
        await entity.save()
        return 1

    async def update(self, entity: Any, level: int, text: str) -> int:
        await entity.update(level=level, text=text)
        return 1

    async def update_level(self, entity: Any, level: int) -> int:
        entity.level = level
        await entity.update(_columns=["level"])
        return 1

    async def remove(self, entity: Any) -> int:
        return await entity.delete()


class OrmarSession(Session):
    def __init__(self, options: OpenOptions) -> None:
        self._database = DatabaseConnection(
            f"sqlite+aiosqlite:///{options.file}",
            connect_args={"factory": options.connection_class()},
        )
        self._journal = journal_model(options.model, self._database)
        self._chunk_size = MAX_VARIABLES // len(options.model.columns)

    async def connect(self) -> None:
        await self._database.connect()

    async def begin(self) -> None:
        pass

    def build(self, values: Row) -> Any:
        return self._journal(**values)

    async def insert(self, entity: Any) -> int:
        await entity.save()
        return 1

    async def transaction(self, body: Callable[[Writer], Awaitable[int]]) -> int:
        async with self._database.transaction():
            return await body(OrmarWriter())

    async def insert_bulk(self, entities: Sequence[Any]) -> int:
        async with self._database.transaction():
            for start in range(0, len(entities), self._chunk_size):
                await self._journal.objects.bulk_create(entities[start : start + self._chunk_size])
        return len(entities)

    def _of_level(self, level: int) -> Any:
        return self._journal.objects.filter(level=level)

    async def filter_by_level(self, level: int) -> list[Any]:
        return await self._of_level(level).all()

    async def page_by_level(self, level: int, offset: int, limit: int) -> list[Any]:
        return await self._of_level(level).limit(limit).offset(offset).all()

    async def get(self, key: int) -> Any:
        return await self._journal.objects.get(id=key)

    async def filter_as_objects(self, level: int) -> list[dict[str, Any]]:
        return await self._of_level(level).values()

    async def filter_as_tuples(self, level: int) -> list[tuple[Any, ...]]:
        return await self._of_level(level).values_list()

    async def all(self) -> list[Any]:
        return await self._journal.objects.all()

    def _page(self, level: int, offset: int, limit: int) -> Any:
        return self._of_level(level).order_by("id").limit(limit).offset(offset)

    async def page_with_parents(self, level: int, offset: int, limit: int) -> list[Any]:
        return await self._page(level, offset, limit).select_related("parent").all()

    async def page_with_related(self, level: int, offset: int, limit: int) -> list[Any]:
        return await self._page(level, offset, limit).prefetch_related("related").all()

    async def get_with_children(self, key: int) -> Any:
        return await self._journal.objects.prefetch_related("children").get(id=key)

    async def settings(self) -> list[dict[str, str | int]]:
        async with self._database.connection() as connection:
            result = await connection.exec_driver_sql(settings_query)
            return [dict(result.mappings().one())]

    async def close(self) -> None:
        await self._database.disconnect()


async def open_session(options: OpenOptions) -> OrmarSession:
    session = OrmarSession(options)
    await session.connect()
    return session


engine = Engine(
    name="ormar",
    api="async",
    packages=("ormar", "SQLAlchemy", "pydantic", "aiosqlite", "greenlet", "uvloop"),
    open=open_session,
    limits={
        "datetime": "its DateTime keeps ISO text",
        "decimal": "its Decimal needs a NUMERIC column, where SQLite keeps a float",
        "bulk": "bulk_create gives no ids",
        "order": "it orders every query by the primary key",
    },
)
