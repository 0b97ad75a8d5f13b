"""Runs the contract of one engine on one test, in a process of its own: some ORMs keep their models for good.

Usage: contract_process.py ENGINE TEST FOLDER. Prints the digests by mode; fails where anything is wrong.
"""

import json
import sys
from pathlib import Path

import contract
from store_helper import StoreHelper

from rowrate_python.open_store import Study
from rowrate_python.worker import load_engine


def main(name: str, test: int, folder: Path) -> None:
    engine = load_engine(name)
    runs: dict[str, contract.Measurements] = {}
    problems: list[str] = []
    with StoreHelper() as helper:
        for mode in ("cold", "warm"):
            runs[mode] = contract.run_all(engine, test, folder / mode, helper.request, mode)
        if test == 1:
            runs["hot"] = contract.run_all(engine, 1, folder / "hot", helper.request, "hot")
            problems += contract.reopening_problems(engine, folder / "reopening")
            if engine.storage == "sqlite":
                runs["wal"] = contract.run_all(
                    engine, 1, folder / "wal", helper.request, "cold", "wal"
                )
            if engine.api == "async":
                tasks = Study(async_tasks=4)
                runs["tasks"] = contract.run_all(
                    engine, 1, folder / "tasks", helper.request, study=tasks
                )
                one = Study(async_tasks=4, one_process=True)
                runs["one process"] = contract.run_all(
                    engine, 1, folder / "one", helper.request, "warm", study=one
                )
        if test == 2:
            own = Study(settings=True, async_tasks=4 if engine.api == "async" else 1)
            runs["study"] = contract.run_all(engine, 2, folder / "study", helper.request, study=own)
            problems += contract.laziness_problems(engine, 2, folder / "lazy", helper.request)
        if test == 3 and "bulk" not in engine.lacks:
            problems += contract.bulk_problems(engine, folder / "bulk")
        if engine.storage == "sqlite":
            problems += contract.schema_problems(engine, test, folder / "schema", helper.request)
    print(json.dumps({"problems": problems, "runs": runs}))


main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
