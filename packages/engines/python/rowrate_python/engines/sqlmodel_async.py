from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from ..engine import Engine, OpenOptions
from .sqlalchemy import LIMITS
from .sqlalchemy_async import AsyncOrmSession
from .sqlmodel import STUDY, ModelQueries, journal_class


class AsyncModelSession(ModelQueries, AsyncOrmSession):
    session_class = AsyncSession

    async def _scalars(self, statement: Any) -> Any:
        return await self._session.exec(statement)

    _rows = _scalars


async def open_session(options: OpenOptions) -> AsyncModelSession:
    return AsyncModelSession(options, journal_class(options.model))


engine = Engine(
    name="sqlmodel-async",
    api="async",
    packages=("sqlmodel", "SQLAlchemy", "pydantic", "aiosqlite", "greenlet", "uvloop"),
    open=open_session,
    limits=LIMITS,
    study=STUDY,
)
