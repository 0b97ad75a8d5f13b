from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession, create_async_engine
from sqlalchemy.orm import joinedload, selectinload

from ..engine import Engine, OpenOptions, Writer, settings_query
from .sqlalchemy import LIMITS, STUDY, Queries, journal_class


class AsyncWriter(Writer):
    """Queues in the unit of work, which the commit flushes."""

    def __init__(self, session: AsyncSession) -> None:
        self._session = session

    async def insert(self, entity: Any) -> int:
        self._session.add(entity)
        return 1

    async def update(self, entity: Any, level: int, text: str) -> int:
        entity.level = level
        entity.text = text
        return 1

    async def update_level(self, entity: Any, level: int) -> int:
        entity.level = level
        return 1

    async def remove(self, entity: Any) -> int:
        await self._session.delete(entity)
        return 1


class AsyncOrmSession(Queries):
    session_class: type[AsyncSession] = AsyncSession

    def __init__(self, options: OpenOptions, journal: Any) -> None:
        super().__init__(options, journal)
        self._engine = create_async_engine(
            f"sqlite+aiosqlite:///{options.file}",
            connect_args={"factory": options.connection_class()},
        )
        self._new_session()
        self._forks: list[AsyncOrmSession] = []

    def _new_session(self) -> None:
        self._session = self.session_class(self._engine, expire_on_commit=False)

    async def _close_sessions(self) -> None:
        for each in (self, *self._forks):
            await each._session.close()
        self._forks.clear()

    async def begin(self) -> None:
        await self._close_sessions()
        self._new_session()

    def fork(self) -> "AsyncOrmSession":
        fork = object.__new__(type(self))
        fork.__dict__.update(self.__dict__)
        fork._new_session()
        self._forks.append(fork)
        return fork

    async def insert(self, entity: Any) -> int:
        self._session.add(entity)
        await self._session.commit()
        return 1

    async def transaction(self, body: Callable[[Writer], Awaitable[int]]) -> int:
        try:
            rows = await body(AsyncWriter(self._session))
            await self._session.commit()
        except BaseException:
            await self._session.rollback()
            raise
        return rows

    async def insert_bulk(self, entities: Sequence[Any]) -> int:
        await self._session.run_sync(lambda session: session.bulk_save_objects(entities))
        await self._session.commit()
        return len(entities)

    async def _scalars(self, statement: Any) -> Any:
        return await self._session.scalars(statement)

    async def _rows(self, statement: Any) -> Any:
        return await self._session.execute(statement)

    async def filter_by_level(self, level: int) -> list[Any]:
        return (await self._scalars(self._of_level(level))).all()

    async def page_by_level(self, level: int, offset: int, limit: int) -> list[Any]:
        return (await self._scalars(self._of_level(level).limit(limit).offset(offset))).all()

    async def get(self, key: int) -> Any:
        return await self._session.get(self._journal, key)

    async def filter_as_objects(self, level: int) -> list[dict[str, Any]]:
        return [self.as_object(entity) for entity in await self.filter_by_level(level)]

    async def filter_as_tuples(self, level: int) -> list[Sequence[Any]]:
        return (await self._rows(self._tuples(level))).all()

    async def all(self) -> list[Any]:
        return (await self._scalars(self.select(self._journal))).all()

    async def page_with_parents(self, level: int, offset: int, limit: int) -> list[Any]:
        statement = self._page(level, offset, limit).options(joinedload(self._journal.parent))
        return (await self._scalars(statement)).all()

    async def page_with_related(self, level: int, offset: int, limit: int) -> list[Any]:
        statement = self._page(level, offset, limit).options(selectinload(self._journal.related))
        return (await self._scalars(statement)).all()

    async def get_with_children(self, key: int) -> Any:
        statement = self._by_id(key).options(selectinload(self._journal.children))
        return (await self._scalars(statement)).one()

    async def settings(self) -> list[dict[str, str | int]]:
        connection = await self._session.connection()
        result = await connection.exec_driver_sql(settings_query)
        return [dict(result.mappings().one())]

    async def close(self) -> None:
        await self._close_sessions()
        await self._engine.dispose()


async def open_session(options: OpenOptions) -> AsyncOrmSession:
    return AsyncOrmSession(options, journal_class(options.model))


engine = Engine(
    name="sqlalchemy-async",
    api="async",
    packages=("SQLAlchemy", "aiosqlite", "greenlet", "uvloop"),
    open=open_session,
    limits=LIMITS,
    study=STUDY,
)
