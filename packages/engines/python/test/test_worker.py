"""The worker's protocol, through the command that the runner starts."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from rowrate_python.worker import engine_names, load_engine

COMMAND = Path(__file__).parents[1] / "run"


def outcome_of(job: dict[str, Any], command: Path = COMMAND) -> dict[str, Any]:
    """The result of a job that asks the store helper for nothing."""
    process = subprocess.run(
        ["sh", "-c", 'exec "$0" worker 3>&1 1>&2', str(command)],
        input=json.dumps(job) + "\n",
        text=True,
        capture_output=True,
    )
    assert process.returncode == 0, process.stderr
    message = json.loads(process.stdout)
    assert message["type"] == "result"
    return message["outcome"]


@pytest.mark.parametrize("name", ["peewee", "ormar", "objectbox-python"])
def test_describes_an_engine(name: str) -> None:
    outcome = outcome_of({"kind": "describe", "engine": name, "module": "file:///engine"})
    engine = load_engine(name)
    assert outcome["name"] == name
    assert outcome["api"] == engine.api
    assert outcome["storage"] == engine.storage
    assert outcome["lacks"] == dict(engine.lacks)
    assert outcome["runtime"].startswith("python 3.")


def test_names_an_engine_that_it_has_not() -> None:
    outcome = outcome_of({"kind": "describe", "engine": "pony", "module": "file:///engine"})
    assert outcome["kind"] == "failure"
    assert outcome["code"] == "ENGINE_UNKNOWN"
    assert all(name in outcome["message"] for name in engine_names)


def test_runs_an_operation_without_a_helper(tmp_path: Path) -> None:
    options = {"seed": 1, "test": 1, "table": "default", "iterations": 25, "batchSize": 30}
    outcome = outcome_of(
        {
            "kind": "operation",
            "engine": "objectbox-python",
            "module": "file:///engine",
            "operation": "A",
            "mode": "cold",
            "options": {**options, "bulk": True},
            "journal": "delete",
            "directory": str(tmp_path / "store"),
        }
    )
    assert outcome["kind"] == "operation"
    assert outcome["rows"] == 25
    assert outcome["idsReturned"] is True
    (region,) = outcome["regions"]
    assert region["durationNs"] > 0


def test_serves_all_operations_of_an_async_system_in_one_process(tmp_path: Path) -> None:
    job = {
        "kind": "operation",
        "module": "file:///engine",
        "operation": "F",
        "mode": "cold",
        "options": {"seed": 1, "test": 1, "table": "default", "iterations": 25, "batchSize": 30},
        "journal": "delete",
        "study": {"oneProcess": True},
    }
    job["options"]["bulk"] = True
    # Without the second reader, each job fails where it would be asked; the process goes on for an async system only.
    for engine, outcomes in (("sqlalchemy-async", 2), ("sqlalchemy", 1)):
        one = {**job, "engine": engine, "directory": str(tmp_path / engine)}
        process = subprocess.run(
            ["sh", "-c", 'exec "$0" worker 3>&1 1>&2', str(COMMAND)],
            input=(json.dumps(one) + "\n") * 2,
            text=True,
            capture_output=True,
        )
        assert process.returncode == 0, process.stderr
        messages = [json.loads(line) for line in process.stdout.splitlines()]
        assert [each["type"] for each in messages] == ["result"] * outcomes


def test_tells_that_it_is_not_installed(tmp_path: Path) -> None:
    copy = tmp_path / "run"
    copy.write_bytes(COMMAND.read_bytes())
    copy.chmod(0o755)
    outcome = outcome_of({"kind": "describe", "engine": "peewee", "module": "file:///engine"}, copy)
    assert outcome["code"] == "ENGINE_UNAVAILABLE"
    assert "setup" in outcome["message"]
