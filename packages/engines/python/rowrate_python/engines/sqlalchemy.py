from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Integer,
    Numeric,
    SmallInteger,
    String,
    Table,
    Text,
    create_engine,
    inspect,
    select,
)
from sqlalchemy.orm import DeclarativeBase, joinedload, relationship, selectinload
from sqlalchemy.orm import Session as OrmSession

from ..engine import Engine, OpenOptions, Session, StudyChoices, Writer, settings_query
from ..model import Model
from ..workload import Row

TYPES: dict[str, Any] = {
    "float64": Float(),
    "int16": SmallInteger(),
    "int32": Integer(),
    "int64": BigInteger(),
    "char": String(255),
    "text": Text(),
    "decimal": Numeric(12, 8),
    "json": JSON(none_as_null=True),
}

LIMITS = {
    "datetime": "its DateTime keeps ISO text",
    "decimal": "its Numeric needs a NUMERIC column, where SQLite keeps a float",
    "objects": "dictionaries are made from entities, as in the study",
    "bulk": "bulk_save_objects, as in the study, gives no ids",
}
STUDY = StudyChoices(foreign_keys=False, parent_index=False)


def journal_columns(model: Model) -> dict[str, Column[Any]]:
    columns: dict[str, Column[Any]] = {
        "id": Column(Integer, primary_key=True),
        "timestamp": Column(DateTime, nullable=False),
        "level": Column(SmallInteger, nullable=False, index=True),
        "text": Column(String(255), nullable=False, index=True),
        **{
            each.name: Column(TYPES[each.type], nullable=each.nullable)
            for each in model.wide_columns
        },
    }
    if model.relations:
        parent = ForeignKey("journal.id", ondelete="SET NULL")
        columns["parent_id"] = Column(parent, nullable=True, index=True)
    return columns


def join_table(metadata: Any) -> Table:
    def end(name: str) -> Column[Any]:
        return Column(name, ForeignKey("journal.id", ondelete="CASCADE"), primary_key=True)

    return Table("journal_related", metadata, end("journal_id"), end("related_id"))


def journal_class(model: Model) -> Any:
    class Base(DeclarativeBase):
        pass

    columns = journal_columns(model)
    relations: dict[str, Any] = {}
    if model.relations:
        links = join_table(Base.metadata)
        own = columns["id"]
        relations = {
            "parent": relationship("Journal", remote_side=own, back_populates="children"),
            "children": relationship("Journal", back_populates="parent"),
            "related": relationship(
                "Journal",
                secondary=links,
                primaryjoin=own == links.c.journal_id,
                secondaryjoin=own == links.c.related_id,
                backref="related_from",
            ),
        }
    return type("Journal", (Base,), {"__tablename__": model.table, **columns, **relations})


class SyncWriter(Writer):
    """Queues in the unit of work, which the commit flushes."""

    def __init__(self, session: OrmSession) -> None:
        self._session = session

    def insert(self, entity: Any) -> int:
        self._session.add(entity)
        return 1

    def update(self, entity: Any, level: int, text: str) -> int:
        entity.level = level
        entity.text = text
        return 1

    def update_level(self, entity: Any, level: int) -> int:
        entity.level = level
        return 1

    def remove(self, entity: Any) -> int:
        self._session.delete(entity)
        return 1


class Queries(Session):
    """The statements that the sync and the async session run."""

    select: Callable[..., Any] = staticmethod(select)

    def __init__(self, options: OpenOptions, journal: Any) -> None:
        self._journal = journal
        self._columns = [getattr(journal, each.name) for each in options.model.columns]

    def build(self, values: Row) -> Any:
        return self._journal(**values)

    def as_object(self, entity: Any) -> dict[str, Any]:
        return {name: value for name, value in vars(entity).items() if not name.startswith("_sa_")}

    def _of_level(self, level: int) -> Any:
        return self.select(self._journal).where(self._journal.level == level)

    def _tuples(self, level: int) -> Any:
        return self.select(*self._columns).where(self._journal.level == level)

    def _page(self, level: int, offset: int, limit: int) -> Any:
        return self._of_level(level).order_by(self._journal.id).limit(limit).offset(offset)

    def _by_id(self, key: int) -> Any:
        return self.select(self._journal).where(self._journal.id == key)

    def id_of(self, entity: Any) -> int | None:
        # Reading the attribute would refresh an entity that a commit has expired.
        identity = inspect(entity).identity
        return identity and identity[0]


class SyncOrmSession(Queries):
    session_class: type[OrmSession] = OrmSession

    def __init__(self, options: OpenOptions, journal: Any) -> None:
        super().__init__(options, journal)
        self._engine = create_engine(
            f"sqlite:///{options.file}", connect_args={"factory": options.connection_class()}
        )
        self._session = self.session_class(self._engine)

    def begin(self) -> None:
        self._session.close()
        self._session = self.session_class(self._engine)

    def insert(self, entity: Any) -> int:
        self._session.add(entity)
        self._session.commit()
        return 1

    def transaction(self, body: Callable[[Writer], int]) -> int:
        try:
            rows = body(SyncWriter(self._session))
            self._session.commit()
        except BaseException:
            self._session.rollback()
            raise
        return rows

    def insert_bulk(self, entities: Sequence[Any]) -> int:
        self._session.bulk_save_objects(entities)
        self._session.commit()
        return len(entities)

    def _scalars(self, statement: Any) -> Any:
        return self._session.scalars(statement)

    def _rows(self, statement: Any) -> Any:
        return self._session.execute(statement)

    def filter_by_level(self, level: int) -> list[Any]:
        return self._scalars(self._of_level(level)).all()

    def page_by_level(self, level: int, offset: int, limit: int) -> list[Any]:
        return self._scalars(self._of_level(level).limit(limit).offset(offset)).all()

    def get(self, key: int) -> Any:
        return self._session.get(self._journal, key)

    def filter_as_objects(self, level: int) -> list[dict[str, Any]]:
        return [self.as_object(entity) for entity in self.filter_by_level(level)]

    def filter_as_tuples(self, level: int) -> list[Sequence[Any]]:
        return self._rows(self._tuples(level)).all()

    def all(self) -> list[Any]:
        return self._scalars(self.select(self._journal)).all()

    def page_with_parents(self, level: int, offset: int, limit: int) -> list[Any]:
        statement = self._page(level, offset, limit).options(joinedload(self._journal.parent))
        return self._scalars(statement).all()

    def page_with_related(self, level: int, offset: int, limit: int) -> list[Any]:
        statement = self._page(level, offset, limit).options(selectinload(self._journal.related))
        return self._scalars(statement).all()

    def get_with_children(self, key: int) -> Any:
        statement = self._by_id(key).options(selectinload(self._journal.children))
        return self._scalars(statement).one()

    def settings(self) -> list[dict[str, str | int]]:
        result = self._session.connection().exec_driver_sql(settings_query)
        return [dict(result.mappings().one())]

    def close(self) -> None:
        self._session.close()
        self._engine.dispose()


engine = Engine(
    name="sqlalchemy",
    packages=("SQLAlchemy",),
    open=lambda options: SyncOrmSession(options, journal_class(options.model)),
    limits=LIMITS,
    study=STUDY,
)
