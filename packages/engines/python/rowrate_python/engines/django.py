from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

import django
from django.apps import AppConfig
from django.conf import settings
from django.db import connection, models, transaction

from ..engine import Engine, OpenOptions, Session, Writer, settings_of, settings_query
from ..error import RowrateError
from ..model import Model
from ..workload import Row

FIELDS: dict[str, Callable[..., models.Field]] = {
    "float64": models.FloatField,
    "int16": models.SmallIntegerField,
    "int32": models.IntegerField,
    "int64": models.BigIntegerField,
    "char": partial(models.CharField, max_length=255),
    "text": models.TextField,
    "decimal": partial(models.DecimalField, max_digits=12, decimal_places=8),
    "json": models.JSONField,
}


class JournalConfig(AppConfig):
    """The installed app that the models belong to: outside of one they have no reverse relations, and delete() does not cascade."""

    name = __name__
    label = "rowrate"


def _foreign_key(reverse: str, on_delete: Any, **options: Any) -> models.ForeignKey:
    return models.ForeignKey("rowrate.Journal", on_delete, related_name=reverse, **options)


def _define(model: Model) -> type[models.Model]:
    fields: dict[str, Any] = {
        "id": models.AutoField(primary_key=True),
        "timestamp": models.DateTimeField(),
        "level": models.SmallIntegerField(db_index=True),
        "text": models.CharField(max_length=255, db_index=True),
        **{each.name: FIELDS[each.type](null=each.nullable) for each in model.wide_columns},
    }
    if model.relations:
        fields["parent"] = _foreign_key("children", models.SET_NULL, null=True)
        fields["related"] = models.ManyToManyField(
            "rowrate.Journal",
            through="rowrate.JournalRelated",
            through_fields=("journal", "related"),
            symmetrical=False,
            related_name="related_from",
        )

        class JournalRelated(models.Model):
            pk = models.CompositePrimaryKey("journal_id", "related_id")
            journal = _foreign_key("+", models.CASCADE)
            related = _foreign_key("+", models.CASCADE)

            class Meta:
                app_label = "rowrate"
                db_table = "journal_related"

    meta = {"app_label": "rowrate", "db_table": model.table}
    return type(
        "Journal",
        (models.Model,),
        {**fields, "Meta": type("Meta", (), meta), "__module__": __name__},
    )


@cache
def journal_model(model: Model) -> Any:
    """Sets Django up, once in a process, with the model of one test."""
    settings.configure(
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "unset"}},
        INSTALLED_APPS=[f"{__name__}.JournalConfig"],
        USE_TZ=False,
    )
    django.setup()
    journal = _define(model)
    reverse = {each.get_accessor_name() for each in journal._meta.related_objects}
    if model.relations and not {"children", "related_from"} <= reverse:
        raise RowrateError("ENGINE_INVALID", "django: the model has no reverse relations")
    return journal


class DjangoWriter(Writer):
    def insert(self, entity: Any) -> int:
        entity.save()
        return 1

    def update(self, entity: Any, level: int, text: str) -> int:
        entity.level = level
        entity.text = text
        entity.save()
        return 1

    def update_level(self, entity: Any, level: int) -> int:
        entity.level = level
        entity.save(update_fields=["level"])
        return 1

    def remove(self, entity: Any) -> int:
        entity.delete()
        return 1


class DjangoSession(Session):
    def __init__(self, options: OpenOptions) -> None:
        self._journal = journal_model(options.model)
        connection.settings_dict["NAME"] = options.file
        connection.settings_dict["OPTIONS"] = {"factory": options.connection_class()}
        connection.connect()

    def build(self, values: Row) -> Any:
        return self._journal(**values)

    def insert(self, entity: Any) -> int:
        entity.save()
        return 1

    def transaction(self, body: Callable[[Writer], int]) -> int:
        with transaction.atomic():
            return body(DjangoWriter())

    def insert_bulk(self, entities: Sequence[Any]) -> int:
        return len(self._journal.objects.bulk_create(entities))

    def _of_level(self, level: int) -> Any:
        return self._journal.objects.filter(level=level)

    def filter_by_level(self, level: int) -> list[Any]:
        return list(self._of_level(level))

    def page_by_level(self, level: int, offset: int, limit: int) -> list[Any]:
        return list(self._of_level(level)[offset : offset + limit])

    def get(self, key: int) -> Any:
        return self._journal.objects.get(id=key)

    def filter_as_objects(self, level: int) -> list[dict[str, Any]]:
        return list(self._of_level(level).values())

    def filter_as_tuples(self, level: int) -> list[tuple[Any, ...]]:
        return list(self._of_level(level).values_list())

    def all(self) -> list[Any]:
        return list(self._journal.objects.all())

    def page_with_parents(self, level: int, offset: int, limit: int) -> list[Any]:
        query = self._of_level(level).select_related("parent").order_by("id")
        return list(query[offset : offset + limit])

    def page_with_related(self, level: int, offset: int, limit: int) -> list[Any]:
        query = self._of_level(level).prefetch_related("related").order_by("id")
        return list(query[offset : offset + limit])

    def get_with_children(self, key: int) -> Any:
        return self._journal.objects.prefetch_related("children").get(id=key)

    def relatives(self, entity: Any, relation: str) -> list[Any]:
        if relation == "parent":
            return [] if entity.parent is None else [entity.parent]
        return list(getattr(entity, relation).all())

    def settings(self) -> list[dict[str, str | int]]:
        with connection.cursor() as cursor:
            cursor.execute(settings_query)
            return [settings_of(cursor.description, cursor.fetchone())]

    def close(self) -> None:
        connection.close()


engine = Engine(
    name="django",
    packages=("Django",),
    open=DjangoSession,
    limits={
        "datetime": "its DateTimeField keeps ISO text",
        "decimal": "its DecimalField needs a NUMERIC column, where SQLite keeps a float",
    },
)
