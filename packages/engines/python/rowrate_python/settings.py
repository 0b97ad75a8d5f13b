"""Settings of SQLite connections; repeats packages/core/src/sqlite/settings.ts, and adds the study's own choices."""

import json
import re
from collections.abc import Sequence

from .engine import Engine, JournalMode, Settings
from .error import RowrateError
from .model import Model, golden

FULL = 2


_PRAGMA = re.compile(r"PRAGMA (\w+) = (\w+)")


def pragmas_of(engine: Engine, journal: JournalMode, study: bool) -> dict[str, str]:
    """What every connection of the engine is set to, in this order."""
    statements = golden["settingStatements"][engine.study.journal if study else journal]
    pragmas = dict(_PRAGMA.findall("\n".join(statements)))
    if study and not engine.study.foreign_keys:
        pragmas["foreign_keys"] = "OFF"
    return pragmas


def schema_statements(engine: Engine, model: Model, own_indexes: bool) -> list[str]:
    """Core's DDL in the engine's variant; `own_indexes`: with those only that the study gave the engine."""
    statements = model.statements[engine.schema]
    if own_indexes and not engine.study.parent_index:
        return [each for each in statements if "journal_parent_id" not in each]
    return list(statements)


def judge_settings(
    engine: Engine, connections: Sequence[Settings], journal: JournalMode, study: bool
) -> None:
    """Refuses settings that are not what every SQLite engine must run with. Raises NOT_DURABLE."""
    if not connections:
        raise RowrateError("NOT_DURABLE", f"{engine.name}: settings() names no connection")
    expected_journal = engine.study.journal if study else journal
    expected_keys = int(engine.study.foreign_keys or not study)
    for index, settings in enumerate(connections):
        wrong = [
            text
            for text, right in {
                "synchronous must be FULL (2) or EXTRA (3)": int(settings["synchronous"]) >= FULL,
                f"journal_mode must be {expected_journal}": settings["journal_mode"]
                == expected_journal,
                f"foreign_keys must be {expected_keys}": settings["foreign_keys"] == expected_keys,
            }.items()
            if not right
        ]
        if wrong:
            raise RowrateError(
                "NOT_DURABLE",
                f"{engine.name}, connection {index + 1}: {'; '.join(wrong)}. "
                f"Read back: {json.dumps(settings)}. Open every connection with the connection class of its OpenOptions",
            )
