"""What is stored; repeats packages/core/src/stores/notes.ts."""

from typing import NamedTuple

from ..model import golden

_LOREM: str = golden["stores"]["lorem"]
_LENGTH: int = golden["stores"]["noteLength"]


class Note(NamedTuple):
    text: str
    ts: int


def note_text(workload: str, store: int, index: int) -> str:
    """Text of note `index` of agent (store) `store`, both from 0."""
    text = f"note {index} of agent {store}"
    return text if workload == "small" else f"{text}: {_LOREM}"[:_LENGTH]


def note_of(workload: str, store: int, index: int) -> Note:
    """Note `index` of a store."""
    return Note(note_text(workload, store, index), index)


def notes_of(workload: str, store: int, count: int) -> list[Note]:
    """The notes of a store, in order."""
    return [note_of(workload, store, index) for index in range(count)]
