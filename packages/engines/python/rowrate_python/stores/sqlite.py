"""What the stores of all SQL engines share; the texts are packages/core/src/stores/sqlite.ts's, read from its golden file."""

from collections.abc import Sequence
from pathlib import Path

from ..model import golden
from .notes import Note

_stores = golden["stores"]

NOTE_SCHEMA: str = _stores["schema"]
COUNT: str = _stores["sql"]["count"]
GET: str = _stores["sql"]["get"]
ALL: str = _stores["sql"]["all"]
SETTINGS: str = _stores["sql"]["settings"]
SETTING_NAMES: list[str] = _stores["settingNames"]
NOTES_PER_INSERT: int = _stores["notesPerInsert"]

_INSERT_ONE: str = _stores["sql"]["insertOne"]
_INSERT_FULL: str = _stores["sql"]["insert"]
_PARAMETERS = ", (?, ?)"

Inserts = list[list[str | int]]
"""The parameters of each INSERT, two for each note."""


def note_file(directory: str) -> str:
    return str(Path(directory) / _stores["file"])


def insert_sql(notes: int) -> str:
    if notes == NOTES_PER_INSERT:
        return _INSERT_FULL
    return _INSERT_ONE + _PARAMETERS * (notes - 1)


def insert_parameters(notes: Sequence[Note]) -> Inserts:
    """Notes as the parameters of the INSERTs that save them."""
    return [
        [value for note in notes[start : start + NOTES_PER_INSERT] for value in note]
        for start in range(0, len(notes), NOTES_PER_INSERT)
    ]
