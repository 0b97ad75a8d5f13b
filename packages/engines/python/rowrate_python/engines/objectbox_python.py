import json
from collections.abc import Callable, Sequence
from datetime import UTC
from functools import cache
from pathlib import Path
from typing import Any

from objectbox import (
    Date,
    Entity,
    Float64,
    Id,
    Index,
    Int16,
    Int32,
    Int64,
    Store,
    String,
    experimental,
)
from objectbox.c import version_core

from ..engine import Engine, OpenOptions, Session, Writer
from ..model import Column, Model
from ..workload import Row

PROPERTIES: dict[str, Callable[[], Any]] = {
    "float64": Float64,
    "int16": Int16,
    "int32": Int32,
    "int64": Int64,
    "char": String,
    "text": String,
    "decimal": String,
    "json": String,
}

LACKS = {
    "objects": "it has no projection",
    "tuples": "it has no projection",
    "relations": "its Python API loads no related objects; relations are ids, looked up by hand",
}
LIMITS = {
    "decimal": "it has no decimal type; kept as its exact text",
    "json": "kept as JSON text",
    "null": "NULL is stored, but read back as the default of its type, such as 0 or an empty text",
    "partial": "J writes the whole object",
}


@cache
def journal_entity(model: Model) -> Any:
    properties: dict[str, Any] = {
        "id": Id,
        "timestamp": Date(),
        "level": Int16(index=Index()),
        "text": String(index=Index()),
        **{each.name: PROPERTIES[each.type]() for each in model.wide_columns},
    }
    registered = Entity(model=f"test{model.test}")
    if model.relations:
        properties["parent_id"] = Int64(index=Index())
        links = {name: Int64(index=Index()) for name in ("journal_id", "related_id")}
        registered(type("JournalRelated", (), {"id": Id, **links}))
    return registered(type("Journal", (), properties))


class ObjectBoxWriter(Writer):
    def __init__(self, box: Any) -> None:
        self._box = box

    def insert(self, entity: Any) -> int:
        self._box.put(entity)
        return 1

    def update(self, entity: Any, level: int, text: str) -> int:
        entity.level = level
        entity.text = text
        self._box.put(entity)
        return 1

    def update_level(self, entity: Any, level: int) -> int:
        entity.level = level
        self._box.put(entity)
        return 1

    def remove(self, entity: Any) -> int:
        return int(self._box.remove(entity))


class ObjectBoxSession(Session):
    def __init__(self, options: OpenOptions, codegen: bool) -> None:
        experimental.enable_flatbuffers_codegen(codegen)
        self._codegen = codegen
        self._journal = journal_entity(options.model)
        self._json_names = [each.name for each in options.model.columns if each.type == "json"]
        self._store = Store(
            model=f"test{options.model.test}",
            directory=options.directory,
            model_json_file=str(Path(options.directory) / "objectbox-model.json"),
        )
        self._box = self._store.box(self._journal)

    def build(self, values: Row) -> Any:
        # It would take a date without a zone for local time.
        converted = {**values, "timestamp": values["timestamp"].replace(tzinfo=UTC)}
        for name, value in values.items():
            if name.startswith("col_decimal") and value is not None:
                converted[name] = str(value)
            elif name in self._json_names and value is not None:
                converted[name] = json.dumps(value)
        return self._journal(**converted)

    def insert(self, entity: Any) -> int:
        self._box.put(entity)
        return 1

    def transaction(self, body: Callable[[Writer], int]) -> int:
        with self._store.write_tx():
            return body(ObjectBoxWriter(self._box))

    def insert_bulk(self, entities: Sequence[Any]) -> list[int]:
        return self._box.put(entities)

    def _of_level(self, level: int) -> Any:
        return self._box.query(self._journal.level.equals(level)).build()

    def filter_by_level(self, level: int) -> list[Any]:
        return self._of_level(level).find()

    def page_by_level(self, level: int, offset: int, limit: int) -> list[Any]:
        return self._of_level(level).offset(offset).limit(limit).find()

    def get(self, key: int) -> Any:
        return self._box.get(key)

    def all(self) -> list[Any]:
        return self._box.get_all()

    def value_of(self, entity: Any, column: Column) -> Any:
        value = getattr(entity, column.name)
        # See `null` in the limits: nothing that is stored in these columns equals its type's default.
        return None if column.nullable and not value else value

    def settings(self) -> list[dict[str, str | int]]:
        return [{"c_library": str(version_core), "codegen": "on" if self._codegen else "off"}]

    def close(self) -> None:
        self._store.close()


engine = Engine(
    name="objectbox-python",
    packages=("objectbox", "objectbox-clib", "flatbuffers", "numpy"),
    open=lambda options: ObjectBoxSession(options, codegen=True),
    storage="directory",
    lacks=LACKS,
    limits=LIMITS,
)
