"""The contract of every Python system, on the real engine; repeats packages/core/src/contract."""

import contextlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from rowrate_python.administration import RequestStore, administration_of
from rowrate_python.drive import merged
from rowrate_python.engine import Engine, JournalMode
from rowrate_python.execute import Execution, execute
from rowrate_python.expectation import StateQuestion
from rowrate_python.judge import Case, judge_answers
from rowrate_python.model import Operation, column_types, models, operations, reason_for_absence
from rowrate_python.open_store import StoreKeeper, StoreOptions, Study, database_file, opened
from rowrate_python.preparation import prepare
from rowrate_python.workload import WorkloadOptions, new_journals

Measurements = dict[str, dict[str, Any]]


def contract_workload(engine: Engine, test: int) -> WorkloadOptions:
    """Small, but with full pages and a trim."""
    return WorkloadOptions(
        seed=20_260_101,
        test=test,
        table="default",
        iterations=40,
        batch_size=150,
        bulk="bulk" not in engine.lacks,
    )


def _present(engine: Engine, test: int) -> list[Operation]:
    return [each for each in operations if reason_for_absence(each, engine.lacks, test) is None]


def run_all(
    engine: Engine,
    test: int,
    directory: Path,
    request: RequestStore,
    mode: str = "cold",
    journal: JournalMode = "delete",
    study: Study = Study(),
    reads_only: bool = False,
) -> Measurements:
    """Every operation that the engine has on a test, in order, each on the store that the ones before it left.

    With `reads_only`, up to the last one that finds all rows as they were inserted.
    """
    measurements: Measurements = {}
    previous = None
    keeper = StoreKeeper()
    for operation in _present(engine, test):
        if reads_only and operation.kind in ("update", "delete"):
            break
        measurements[operation.code] = execute(
            Execution(
                engine,
                operation.code,
                mode,
                contract_workload(engine, test),
                journal,
                str(directory),
                request,
                previous,
                study,
                repetitions=2,
            ),
            keeper,
        )
        previous = operation.code
    keeper.close()
    return measurements


def _schema_question(engine: Engine, test: int) -> StateQuestion:
    return StateQuestion(contract_workload(engine, test), None, trimmed=True, linked=False)


def schema_problems(engine: Engine, test: int, directory: Path, request: RequestStore) -> list[str]:
    """Differences between the stored schema of a SQLite engine and the model, its column defaults included."""
    with opened(StoreOptions(engine, contract_workload(engine, test), str(directory), "delete")):
        pass
    body = {
        "file": database_file(str(directory)),
        "question": _schema_question(engine, test).json,
    }
    found = request({"method": "schema", **body})
    columns: Mapping[str, Any] = {each["name"]: each for each in found["columns"]}
    problems = []
    for column in models[test].columns:
        stored = columns[column.name]
        if stored["type"] != column_types[column.type] and column.type not in engine.limits:
            problems.append(f"{column.name}: type {stored['type']} without a limit")
        if column.type != "id" and stored["nullable"] != column.nullable:
            problems.append(f"{column.name}: nullable {stored['nullable']}")
        if column.indexed and f"journal.{column.name}" not in found["indexed"]:
            problems.append(f"{column.name}: no index")
    keys = sorted(
        f"{each['table']}.{each['from']} {each['onDelete']}" for each in found["foreignKeys"]
    )
    expected = [
        "journal.parent_id SET NULL",
        "journal_related.journal_id CASCADE",
        "journal_related.related_id CASCADE",
    ]
    if keys != (expected if models[test].relations else []):
        problems.append(f"foreign keys {keys}")
    return problems + [f"no default for {name}" for name in request({"method": "defaults", **body})]


def bulk_problems(engine: Engine, directory: Path) -> list[str]:
    """A bulk insert of more wide rows than one statement has variables for stores them all, in order."""
    options = replace(contract_workload(engine, 3), batch_size=1000)
    with opened(StoreOptions(engine, options, str(directory), "delete")) as store:
        session = store.session
        store.wait(session.begin())
        values = new_journals(options, "C")
        store.wait(session.insert_bulk([session.build(each) for each in values]))
        store.wait(session.begin())
        found = sorted(store.wait(session.all()), key=session.id_of)
        right = [each.text for each in found] == [each["text"] for each in values]
    return [] if right else [f"{len(found)} of 1000 rows, or another order"]


def laziness_problems(
    engine: Engine, test: int, directory: Path, request: RequestStore
) -> list[str]:
    """Answers whose fields or relatives are read from the database after the clock has stopped."""
    run_all(engine, test, directory, request, reads_only=True)
    statements: list[str] = []
    options = contract_workload(engine, test)
    problems = []
    with opened(
        StoreOptions(engine, options, str(directory), "delete", on_statement=statements.append)
    ) as store:
        question = StateQuestion(options, "H", trimmed=True, linked=True)
        if test == 2 and "relations" not in engine.lacks:
            administration_of(store, request).link(question)
        for operation in _present(engine, test):
            if operation.kind != "read":
                continue
            session = store.session
            store.wait(session.begin())
            lanes = prepare(store, operation)
            statements.clear()
            store.run(operation, lanes, contextlib.nullcontext())
            if not statements and engine.storage == "sqlite":
                problems.append(f"{operation.code} sends no statement")
            statements.clear()
            drive, driven = merged(lanes)
            judge_answers(Case(operation, options, engine, session), drive, driven)
            problems += [f"{operation.code} reads later: {each}" for each in statements[:1]]
    return problems


class _Failure(Exception):
    pass


def reopening_problems(engine: Engine, directory: Path) -> list[str]:
    """A rolled-back transaction leaves nothing; committed rows are there after closing and opening again."""
    options = contract_workload(engine, 1)
    values = new_journals(options, "A")[:3]
    with opened(StoreOptions(engine, options, str(directory), "delete")) as store:
        session = store.session
        store.wait(session.begin())
        for each in values:
            store.wait(session.insert(session.build(each)))
        entity = session.build(values[0])

        def failing(writer: Any) -> int:
            writer.insert(entity)
            raise _Failure

        async def failing_later(writer: Any) -> int:
            await writer.insert(entity)
            raise _Failure

        try:
            store.wait(session.transaction(failing if engine.api == "sync" else failing_later))
        except _Failure:
            pass
        else:
            return ["transaction() must raise what its body raises"]
        store.close_session()
        store.open()
        store.wait(store.session.begin())
        texts = sorted(each.text for each in store.wait(store.session.all()))
    expected = sorted(each["text"] for each in values)
    return [] if texts == expected else [f"found {texts}, expected {expected}"]
