"""Failures that Rowrate itself reports."""

import traceback
from typing import Any


class RowrateError(Exception):
    """A stable code of core's list, and a message that says what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def message_of(error: BaseException) -> str:
    """The message of anything raised, with the chain of its causes."""
    text = str(error) if isinstance(error, RowrateError) else f"{type(error).__name__}: {error}"
    cause = error.__cause__
    return text if cause is None else f"{text}: {message_of(cause)}"


def failure_of(error: Exception) -> dict[str, Any]:
    """The outcome of a job that failed; its traceback is kept with what the worker prints."""
    traceback.print_exception(error)
    code = error.code if isinstance(error, RowrateError) else "OPERATION_FAILED"
    return {"kind": "failure", "code": code, "message": message_of(error)}
