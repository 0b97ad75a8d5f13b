"""Canonical forms of values and their digests; repeats packages/core/src/digest.ts."""

import json
import re
import struct
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from hashlib import sha256
from typing import Any

from .error import RowrateError
from .model import Column

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_DECIMAL = re.compile(r"-?\d+(\.\d*)?")


def _canonical_date(value: Any, form: str) -> str | None:
    if isinstance(value, str) and form == "stored":
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            return None
    if isinstance(value, datetime):
        # Without a zone, these ORMs and databases mean UTC.
        instant = value if value.tzinfo else value.replace(tzinfo=UTC)
        return str((instant - _EPOCH) // _MILLISECOND)
    return _canonical_int(value) if form == "stored" else None


def _canonical_decimal(value: Any, form: str) -> str | None:
    """The shortest exact text: `2.20000000` is `2.2`, `10.` is `10`."""
    if isinstance(value, Decimal):
        text = format(value, "f")
    elif isinstance(value, str) or (form == "stored" and isinstance(value, int | float)):
        text = str(value)
    else:
        return None
    if _DECIMAL.fullmatch(text) is None:
        return None
    return re.sub(r"\.?0*$", "", text) if "." in text else text


def _canonical_int(value: Any) -> str | None:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def _canonical_float(value: Any) -> str | None:
    return struct.pack(">d", value).hex() if isinstance(value, float) else None


def _canonical_json(value: Any, form: str) -> str | None:
    if isinstance(value, str):
        if form != "stored":
            return None
        value = json.loads(value)
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _canonical_text(kind: str, value: Any, form: str) -> str | None:
    if kind in ("id", "int16", "int32", "int64", "reference"):
        return _canonical_int(value)
    if kind == "float64":
        return _canonical_float(value)
    if kind == "datetime":
        return _canonical_date(value, form)
    if kind == "decimal":
        return _canonical_decimal(value, form)
    if kind == "json":
        return _canonical_json(value, form)
    return value if isinstance(value, str) else None


def canonical_cell(column: Column, value: Any, form: str) -> str:
    """`<UTF-8 bytes>:<text>` of one value, NULL as `-`. Raises RESULT_MISMATCH for a value of another type.

    Form `entity`: typed, as the model says. `stored`: also as a database keeps values: a date as milliseconds or ISO text, JSON
    as text, a decimal as a number.
    """
    if value is None:
        return "-"
    text = _canonical_text(column.type, value, form)
    if text is None:
        expected = f"null or {column.type}" if column.nullable else column.type
        raise RowrateError(
            "RESULT_MISMATCH",
            f"column {column.name}: expected {expected}, got {type(value).__name__} {value!r}",
        )
    return f"{len(text.encode())}:{text}"


def canonical_row(columns: Iterable[Column], values: Iterable[Any], form: str) -> str:
    """One row, its cells in the order of `columns`."""
    return "".join(
        canonical_cell(column, value, form) for column, value in zip(columns, values, strict=True)
    )


def digest_of(lines: Iterable[str]) -> str:
    """SHA-256 of the lines, each followed by a line feed. Sort them first where order carries no meaning."""
    digest = sha256()
    for line in lines:
        digest.update(f"{line}\n".encode())
    return digest.hexdigest()


def first_difference(actual: Sequence[str], expected: Sequence[str]) -> str | None:
    """The first way in which two lists of lines differ, or None."""
    if actual == expected:
        return None
    shared = min(len(actual), len(expected))
    at = next((i for i in range(shared) if actual[i] != expected[i]), shared)

    def shown(lines: Sequence[str]) -> str:
        return lines[at][:160] if at < len(lines) else "nothing"

    return (
        f"{len(actual)} rows, expected {len(expected)}; first difference at {at}: "
        f"got {shown(actual)}, expected {shown(expected)}"
    )
