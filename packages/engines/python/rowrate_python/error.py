"""Failures that Rowrate itself reports."""


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
