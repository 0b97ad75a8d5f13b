from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from typing import Any

from peewee import (
    JOIN,
    AutoField,
    BigIntegerField,
    CharField,
    CompositeKey,
    DateTimeField,
    DecimalField,
    FloatField,
    ForeignKeyField,
    IntegerField,
    JSONField,
    SmallIntegerField,
    SqliteDatabase,
    TextField,
    chunked,
    prefetch,
)
from peewee import Model as Entity

from ..engine import Engine, OpenOptions, Session, StudyChoices, Writer, settings_of, settings_query
from ..model import Model
from ..workload import Row

MAX_VARIABLES = 32_766

FIELDS: dict[str, Callable[..., Any]] = {
    "float64": FloatField,
    "int16": SmallIntegerField,
    "int32": IntegerField,
    "int64": BigIntegerField,
    "char": CharField,
    "text": TextField,
    "decimal": partial(DecimalField, max_digits=12, decimal_places=8),
    "json": JSONField,
}


def journal_models(model: Model, db: SqliteDatabase) -> tuple[Any, Any]:
    """The entity class, and on test 2 the one of the join table."""
    fields: dict[str, Any] = {
        "id": AutoField(),
        "timestamp": DateTimeField(),
        "level": SmallIntegerField(index=True),
        "text": CharField(max_length=255, index=True),
        **{each.name: FIELDS[each.type](null=each.nullable) for each in model.wide_columns},
    }
    if model.relations:
        fields["parent"] = ForeignKeyField(
            "self", backref="children", on_delete="SET NULL", null=True
        )
    meta = {"database": db, "table_name": model.table}
    entity = type("Journal", (Entity,), {**fields, "Meta": type("Meta", (), meta)})
    if not model.relations:
        return entity, None

    class JournalRelated(Entity):
        journal = ForeignKeyField(entity, backref="related_links", on_delete="CASCADE")
        related = ForeignKeyField(entity, backref="related_from_links", on_delete="CASCADE")

        class Meta:
            database = db
            table_name = "journal_related"
            primary_key = CompositeKey("journal", "related")

    return entity, JournalRelated


class PeeweeWriter(Writer):
    def insert(self, entity: Any) -> int:
        return entity.save()

    def update(self, entity: Any, level: int, text: str) -> int:
        entity.level = level
        entity.text = text
        return entity.save()

    def update_level(self, entity: Any, level: int) -> int:
        entity.level = level
        return entity.save(only=[type(entity).level])

    def remove(self, entity: Any) -> int:
        return entity.delete_instance()


class PeeweeSession(Session):
    def __init__(self, options: OpenOptions) -> None:
        self._db = SqliteDatabase(options.file, factory=options.connection_class())
        self._db.connect()
        self._journal, self._related = journal_models(options.model, self._db)
        self._written = [getattr(self._journal, name) for name in options.model.written]
        self._values = attrgetter(*options.model.written)

    def build(self, values: Row) -> Any:
        return self._journal(**values)

    def insert(self, entity: Any) -> int:
        return entity.save()

    def transaction(self, body: Callable[[Writer], int]) -> int:
        with self._db.atomic():
            return body(PeeweeWriter())

    def insert_bulk(self, entities: Sequence[Any]) -> int:
        rows = [self._values(entity) for entity in entities]
        with self._db.atomic():
            for chunk in chunked(rows, MAX_VARIABLES // len(self._written)):
                self._journal.insert_many(chunk, fields=self._written).execute()
        return len(rows)

    def _of_level(self, level: int) -> Any:
        return self._journal.select().where(self._journal.level == level)

    def filter_by_level(self, level: int) -> list[Any]:
        return list(self._of_level(level))

    def page_by_level(self, level: int, offset: int, limit: int) -> list[Any]:
        return list(self._of_level(level).limit(limit).offset(offset))

    def get(self, key: int) -> Any:
        return self._journal.get(self._journal.id == key)

    def filter_as_objects(self, level: int) -> list[dict[str, Any]]:
        return list(self._of_level(level).dicts())

    def filter_as_tuples(self, level: int) -> list[tuple[Any, ...]]:
        return list(self._of_level(level).tuples())

    def all(self) -> list[Any]:
        return list(self._journal.select())

    def _page(self, query: Any, offset: int, limit: int) -> Any:
        return query.order_by(self._journal.id).limit(limit).offset(offset)

    def page_with_parents(self, level: int, offset: int, limit: int) -> list[Any]:
        journal, parent = self._journal, self._journal.alias()
        query = (
            journal.select(journal, parent)
            .join(parent, JOIN.LEFT_OUTER, on=(journal.parent == parent.id), attr="parent")
            .where(journal.level == level)
        )
        return list(self._page(query, offset, limit))

    def page_with_related(self, level: int, offset: int, limit: int) -> list[Any]:
        links, target = self._related, self._journal.alias()
        related = links.select(links, target).join(
            target, on=(links.related == target.id), attr="related"
        )
        return prefetch(self._page(self._of_level(level), offset, limit), related)

    def get_with_children(self, key: int) -> Any:
        journal, child = self._journal, self._journal.alias()
        return prefetch(journal.select().where(journal.id == key), child)[0]

    def relatives(self, entity: Any, relation: str) -> list[Any]:
        if relation == "related":
            return [link.related for link in entity.related_links]
        if relation == "children":
            return list(entity.children)
        return [] if entity.parent is None else [entity.parent]

    def settings(self) -> list[dict[str, str | int]]:
        cursor = self._db.execute_sql(settings_query)
        return [settings_of(cursor.description, cursor.fetchone())]

    def close(self) -> None:
        self._db.close()


engine = Engine(
    name="peewee",
    packages=("peewee",),
    open=PeeweeSession,
    schema="timestamp-text",
    limits={
        "datetime": "its DateTimeField keeps ISO text",
        "bulk": "insert_many takes tuples, which are made from the entities inside the timer; it gives no ids",
    },
    study=StudyChoices(journal="wal", foreign_keys=False),
)
