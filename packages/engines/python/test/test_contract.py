"""Every Python system on the contract: right answers and end states, on the real engine."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from rowrate_python.model import operations, reason_for_absence
from rowrate_python.worker import engine_names, load_engine

HERE = Path(__file__).parent
CASES = list(product(engine_names, (1, 2, 3)))
Processes = dict[tuple[str, int], "Future[subprocess.CompletedProcess[str]]"]


@pytest.fixture(scope="session")
def processes() -> Iterator[Processes]:
    """A process per system and test, two at a time.

    In memory where possible: thousands of commits prove nothing more on a disk.
    """
    memory = Path("/dev/shm")
    root = Path(tempfile.mkdtemp(dir=memory if os.access(memory, os.W_OK) else None))

    def run(name: str, test: int) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(HERE / "contract_process.py"), name, str(test)]
        folder = root / f"{name}-{test}"
        return subprocess.run([*command, str(folder)], capture_output=True, text=True)

    with ThreadPoolExecutor(2) as pool:
        yield {case: pool.submit(run, *case) for case in CASES}
    shutil.rmtree(root)


@pytest.fixture
def contract_result(processes: Processes, name: str, test: int) -> dict[str, Any]:
    process = processes[name, test].result()
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout.splitlines()[-1])


@pytest.mark.parametrize(("name", "test"), CASES)
def test_keeps_the_contract(contract_result: dict[str, Any], name: str, test: int) -> None:
    assert contract_result["problems"] == []
    engine = load_engine(name)
    expected = [
        each.code for each in operations if reason_for_absence(each, engine.lacks, test) is None
    ]
    modes = {1: {"cold", "warm", "hot"}, 2: {"cold", "warm", "study"}, 3: {"cold", "warm"}}[test]
    assert modes <= set(contract_result["runs"])
    for mode, measurements in contract_result["runs"].items():
        assert list(measurements) == expected
        for measurement in measurements.values():
            assert len(measurement["regions"]) == (2 if mode == "hot" else 1)


@pytest.mark.parametrize("test", [1, 2, 3])
def test_systems_leave_the_same_states(processes: Processes, test: int) -> None:
    digests: dict[tuple[str, bool], set[str]] = {}
    for name in engine_names:
        bulk = "bulk" not in load_engine(name).lacks
        runs = json.loads(processes[name, test].result().stdout.splitlines()[-1])["runs"]
        for measurements in runs.values():
            for code, measurement in measurements.items():
                digests.setdefault((code, bulk), set()).add(measurement["stateDigest"])
    assert {case for case, found in digests.items() if len(found) > 1} == set()


def test_every_system_says_what_it_lacks() -> None:
    for name in engine_names:
        engine = load_engine(name)
        assert engine.name == name
        assert set(engine.lacks) <= {"bulk", "pages", "objects", "tuples", "relations"}
        for reason in (*engine.lacks.values(), *engine.limits.values()):
            assert len(reason) > 10
