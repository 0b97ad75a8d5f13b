import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from types import ModuleType
from typing import Any

from tortoise import Model as Entity
from tortoise import Tortoise, connections, fields
from tortoise.transactions import in_transaction

from ..engine import Engine, OpenOptions, Session, StudyChoices, Writer, settings_query
from ..model import Model
from ..workload import Row

FIELDS: dict[str, Callable[..., Any]] = {
    "float64": fields.FloatField,
    "int16": fields.SmallIntField,
    "int32": fields.IntField,
    "int64": fields.BigIntField,
    "char": partial(fields.CharField, max_length=255),
    "text": fields.TextField,
    "decimal": partial(fields.DecimalField, max_digits=12, decimal_places=8),
    "json": fields.JSONField,
}

MODULE = "rowrate_tortoise_models"


def journal_model(model: Model) -> Any:
    columns: dict[str, Any] = {
        "id": fields.IntField(primary_key=True),
        "timestamp": fields.DatetimeField(),
        "level": fields.SmallIntField(db_index=True),
        "text": fields.CharField(max_length=255, db_index=True),
        **{each.name: FIELDS[each.type](null=each.nullable) for each in model.wide_columns},
    }
    if model.relations:
        columns["parent"] = fields.ForeignKeyField(
            "models.Journal", related_name="children", on_delete=fields.SET_NULL, null=True
        )
        columns["related"] = fields.ManyToManyField(
            "models.Journal",
            through="journal_related",
            backward_key="journal_id",
            forward_key="related_id",
            related_name="related_from",
        )
    meta = type("Meta", (), {"table": model.table})
    return type("Journal", (Entity,), {**columns, "Meta": meta, "__module__": MODULE})


class TortoiseWriter(Writer):
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
        await entity.save(update_fields=["level"])
        return 1

    async def remove(self, entity: Any) -> int:
        await entity.delete()
        return 1


class TortoiseSession(Session):
    def __init__(self, journal: Any) -> None:
        self._journal = journal

    async def begin(self) -> None:
        pass

    def build(self, values: Row) -> Any:
        return self._journal(**values)

    async def insert(self, entity: Any) -> int:
        await entity.save()
        return 1

    async def transaction(self, body: Callable[[Writer], Awaitable[int]]) -> int:
        async with in_transaction():
            return await body(TortoiseWriter())

    async def insert_bulk(self, entities: Sequence[Any]) -> int:
        await self._journal.bulk_create(entities)
        return len(entities)

    async def filter_by_level(self, level: int) -> list[Any]:
        return await self._journal.filter(level=level)

    async def page_by_level(self, level: int, offset: int, limit: int) -> list[Any]:
        return await self._journal.filter(level=level).limit(limit).offset(offset)

    async def get(self, key: int) -> Any:
        return await self._journal.get(id=key)

    async def filter_as_objects(self, level: int) -> list[dict[str, Any]]:
        return await self._journal.filter(level=level).values()

    async def filter_as_tuples(self, level: int) -> list[tuple[Any, ...]]:
        return await self._journal.filter(level=level).values_list()

    async def all(self) -> list[Any]:
        return await self._journal.all()

    def _page(self, level: int, offset: int, limit: int) -> Any:
        return self._journal.filter(level=level).order_by("id").limit(limit).offset(offset)

    async def page_with_parents(self, level: int, offset: int, limit: int) -> list[Any]:
        return await self._page(level, offset, limit).select_related("parent")

    async def page_with_related(self, level: int, offset: int, limit: int) -> list[Any]:
        return await self._page(level, offset, limit).prefetch_related("related")

    async def get_with_children(self, key: int) -> Any:
        return await self._journal.get(id=key).prefetch_related("children")

    async def settings(self) -> list[dict[str, str | int]]:
        return await connections.get("default").execute_query_dict(settings_query)

    async def close(self) -> None:
        await Tortoise.close_connections()


async def open_session(options: OpenOptions) -> TortoiseSession:
    # It takes the names of modules only, and looks for models in them.
    journal = journal_model(options.model)
    sys.modules[MODULE] = ModuleType(MODULE)
    sys.modules[MODULE].__dict__["Journal"] = journal
    credentials = {"file_path": options.file, **options.pragmas}
    await Tortoise.init(
        config={
            "connections": {
                "default": {
                    "engine": "tortoise.backends.sqlite",
                    "credentials": credentials,
                }
            },
            "apps": {"models": {"models": [MODULE], "default_connection": "default"}},
        },
        use_tz=False,
    )
    client = connections.get("default")
    await client.create_connection(with_db=True)
    if options.on_statement:
        await client._connection.set_trace_callback(options.on_statement)
    return TortoiseSession(journal)


engine = Engine(
    name="tortoise",
    api="async",
    packages=("tortoise-orm", "aiosqlite", "uvloop"),
    open=open_session,
    schema="timestamp-text",
    limits={
        "datetime": "its DatetimeField keeps ISO text",
        "bulk": "bulk_create gives no ids",
    },
    study=StudyChoices(journal="wal"),
)
