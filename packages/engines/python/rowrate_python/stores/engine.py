"""What a Python system implements for the many-stores suite; the counterpart of packages/core/src/stores/engine.ts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ..engine import JournalMode, Settings
from .notes import Note

Phase = Literal["create", "open", "hold", "profile"]


@dataclass(frozen=True)
class StoreOptions:
    directory: str
    """The store's own folder, absolute."""
    variant: str
    """Name of the variant that is measured."""


class NoteStore:
    """One open store."""

    def write(self, notes: Sequence[Any]) -> int:
        """Saves all notes in one transaction, durably, by the fastest documented way; returns how many. Ids count from 1."""
        raise NotImplementedError

    def count(self) -> int:
        """The number of notes, asked of the database."""
        raise NotImplementedError

    def get(self, key: int) -> Any:
        """The note of this id, or None."""
        raise NotImplementedError

    def all(self) -> Sequence[Any]:
        raise NotImplementedError

    def settings(self) -> Sequence[Settings]:
        """Settings that bear on durability, read back through the store's own connection."""
        raise NotImplementedError

    def close(self) -> None:
        """Returns once everything is closed and another process could open the store."""
        raise NotImplementedError


class SplitStore(NoteStore):
    """A store whose `write` the profile can tell apart into its two halves, which do the same one after the other."""

    def write(self, notes: Sequence[Any]) -> int:
        return self.put(self.marshal(notes))

    def marshal(self, notes: Sequence[Any]) -> Any:
        """Notes to what the database takes: bytes, parameters."""
        raise NotImplementedError

    def put(self, marshalled: Any) -> int:
        """Saves that in one transaction; returns how many."""
        raise NotImplementedError


@dataclass(frozen=True)
class StoreVariant:
    """One row of the report: a way in which an engine creates or opens its stores."""

    name: str
    label: str
    published: str | None = None
    """The system of the published study that this answers to."""
    marshalling: Literal["generated", "library"] | None = None
    phases: tuple[Phase, ...] | None = None
    """Only these phases are measured; default: all."""
    note: str | None = None
    """What the report says about it, below the tables."""

    @property
    def json(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if value is not None}


@dataclass(frozen=True)
class StoreEngine:
    name: str
    variants: Sequence[StoreVariant]
    family: Literal["objectbox", "sqlite"]
    packages: Sequence[str]
    """The distributions whose versions it is reported with."""
    create: Callable[[StoreOptions], NoteStore]
    """Makes the folder, which does not exist, and in it a store with its schema committed."""
    open: Callable[[StoreOptions], NoteStore]
    """Opens a store that exists; raises where there is none."""
    build: Callable[[Note], Any] = lambda note: note
    """Makes the object that will be saved, untimed but in the profile."""
    values_of: Callable[[Any], tuple[Any, ...]] = tuple
    """Id, text and ts of a note that `get` or `all` gave, read after the clock has stopped."""
    journal: JournalMode | None = None
    """Journal mode that its stores must read back; None where the engine has no such setting."""
    limits: Mapping[str, str] = field(default_factory=dict)
    """What it does otherwise than the suite says: topic to explanation, a footnote in every report."""
