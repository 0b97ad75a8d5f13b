from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache
from types import new_class
from typing import Any, Optional

from sqlalchemy.orm import registry
from sqlmodel import Field, Relationship, SQLModel, select
from sqlmodel import Session as ModelSession

from ..engine import Engine, StudyChoices
from ..model import Column, Model
from ..workload import Row
from .sqlalchemy import LIMITS, TYPES, Queries, SyncOrmSession

# Only SQLAlchemy's own model is said to have been without the index.
STUDY = StudyChoices(foreign_keys=False)

PYTHON_TYPES: dict[str, Any] = {
    "float64": float,
    "int16": int,
    "int32": int,
    "int64": int,
    "char": str,
    "text": str,
    "decimal": Decimal,
    "json": Any,
}


def _table(name: str, base: type, table: str, fields: dict[str, tuple[Any, Any]]) -> Any:
    """A table model from annotations and fields by name; the class statement would be this for fixed columns."""
    body = {
        "__tablename__": table,
        "__module__": __name__,
        "__annotations__": {name: annotation for name, (annotation, _) in fields.items()},
        **{name: field for name, (_, field) in fields.items()},
    }
    return new_class(name, (base,), {"table": True}, lambda namespace: namespace.update(body))


def _wide_field(column: Column) -> tuple[Any, Any]:
    kind = PYTHON_TYPES[column.type]
    options = {"sa_type": TYPES[column.type], "nullable": column.nullable}
    return (kind | None, Field(None, **options)) if column.nullable else (kind, Field(**options))


def _link_end() -> tuple[Any, Any]:
    return (int, Field(foreign_key="journal.id", ondelete="CASCADE", primary_key=True))


@cache
def journal_class(model: Model) -> Any:
    class Base(SQLModel, registry=registry()):
        pass

    fields: dict[str, tuple[Any, Any]] = {
        "id": (int | None, Field(None, primary_key=True)),
        "timestamp": (datetime, Field()),
        "level": (int, Field(index=True)),
        "text": (str, Field(max_length=255, index=True)),
        **{each.name: _wide_field(each) for each in model.wide_columns},
    }
    if model.relations:
        ends = {"journal_id": _link_end(), "related_id": _link_end()}
        links = _table("JournalRelated", Base, "journal_related", ends)
        parent_id = Field(None, foreign_key="journal.id", ondelete="SET NULL", index=True)
        fields |= {
            "parent_id": (int | None, parent_id),
            "parent": (
                Optional["Journal"],
                Relationship(
                    back_populates="children",
                    sa_relationship_kwargs={"remote_side": "Journal.id"},
                ),
            ),
            "children": (list["Journal"], Relationship(back_populates="parent")),
            "related": (
                list["Journal"],
                Relationship(
                    link_model=links,
                    sa_relationship_kwargs={
                        "primaryjoin": "Journal.id == JournalRelated.journal_id",
                        "secondaryjoin": "Journal.id == JournalRelated.related_id",
                        "backref": "related_from",
                    },
                ),
            ),
        }
    return _table("Journal", Base, model.table, fields)


class ModelQueries(Queries):
    select: Callable[..., Any] = staticmethod(select)

    def build(self, values: Row) -> Any:
        # Its dates have a zone.
        zoned = values["timestamp"].replace(tzinfo=UTC)
        return self._journal(**{**values, "timestamp": zoned})

    def as_object(self, entity: Any) -> dict[str, Any]:
        return entity.model_dump()


class SyncModelSession(ModelQueries, SyncOrmSession):
    session_class = ModelSession

    def _scalars(self, statement: Any) -> Any:
        return self._session.exec(statement)

    _rows = _scalars


engine = Engine(
    name="sqlmodel",
    packages=("sqlmodel", "SQLAlchemy", "pydantic"),
    open=lambda options: SyncModelSession(options, journal_class(options.model)),
    limits=LIMITS,
    study=STUDY,
)
