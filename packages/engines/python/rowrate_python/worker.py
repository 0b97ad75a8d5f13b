"""The main of a worker process: a job from standard input, a result to file descriptor 3; see packages/core/src/protocol.ts."""

import importlib
import json
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any, NoReturn

from .administration import RequestStore
from .audit import Auditor
from .engine import Engine
from .error import RowrateError, failure_of
from .execute import Execution, execute
from .open_store import StoreKeeper, StoreOptions, Study, opened
from .workload import WorkloadOptions

RESULT_DESCRIPTOR = 3

package = json.loads((Path(__file__).parents[1] / "package.json").read_text())
engine_names: list[str] = package["rowrate"]["engines"]


def load_engine(name: str) -> Engine:
    """Raises ENGINE_UNKNOWN, or ENGINE_UNAVAILABLE where its libraries do not load."""
    if name not in engine_names:
        known = ", ".join(engine_names)
        raise RowrateError("ENGINE_UNKNOWN", f"no Python system '{name}'; there are {known}")
    module = f"rowrate_python.engines.{name.replace('-', '_')}"
    try:
        return importlib.import_module(module).engine
    except ImportError as error:
        raise RowrateError(
            "ENGINE_UNAVAILABLE",
            f"engine {name} does not load; run `pnpm --filter @rowrate/engine-python setup`",
        ) from error


def _settings_of(engine: Engine) -> list[dict[str, Any]]:
    """Opens a store in a folder of its own and reads its settings back: an engine that can not is not set up."""
    options = WorkloadOptions(0, 1, "default", iterations=21, batch_size=21, bulk=True)
    with tempfile.TemporaryDirectory(prefix=f"rowrate-{engine.name}-") as directory:
        try:
            with opened(StoreOptions(engine, options, directory, "delete")) as store:
                return [dict(each) for each in store.wait(store.session.settings())]
        except Exception as error:
            raise RowrateError(
                "ENGINE_UNAVAILABLE", f"engine {engine.name} does not open a store"
            ) from error


def describe(engine: Engine) -> dict[str, Any]:
    return {
        "kind": "describe",
        "name": engine.name,
        "api": engine.api,
        "storage": engine.storage,
        "entities": "plain",
        "lacks": dict(engine.lacks),
        "limits": dict(engine.limits),
        "runtime": f"python {platform.python_version()}",
        "settings": _settings_of(engine),
        "versions": {name: version(name) for name in engine.packages},
    }


def _study_of(job: Mapping[str, Any]) -> Study:
    study = job.get("study", {})
    return Study(
        settings=study.get("settings") == "study",
        async_tasks=study.get("asyncTasks", 1),
        parent_index=study.get("parentIndex", False),
        one_process=study.get("oneProcess", False),
    )


def _work(job: Mapping[str, Any], request: RequestStore, keeper: StoreKeeper) -> dict[str, Any]:
    engine = load_engine(job["engine"])
    if job["kind"] == "describe":
        return describe(engine)
    options = WorkloadOptions.of(job["options"])
    common = (options, job["journal"], job["directory"], request)
    match job["kind"]:
        case "audit":
            return Auditor(engine, *common, _study_of(job)).audit()
        case "operation":
            return execute(
                Execution(
                    engine,
                    job["operation"],
                    job["mode"],
                    *common,
                    job.get("previous"),
                    _study_of(job),
                ),
                keeper,
            )
    raise RowrateError("PROTOCOL_INVALID", f"no job of kind '{job['kind']}'")


def _requester(send: Callable[[dict[str, Any]], None]) -> RequestStore:
    """Sends requests to the second reader through the runner; the replies come back on standard input."""
    count = 0

    def request(body: dict[str, Any]) -> Any:
        nonlocal count
        count += 1
        send({"type": "store", "id": count, "request": body})
        line = sys.stdin.readline()
        if not line:
            raise RowrateError("PROTOCOL_INVALID", "standard input ended before the reply")
        reply = json.loads(line)
        if not reply["ok"]:
            raise RowrateError(reply["code"], reply["message"])
        return reply.get("value")

    return request


def _outcome(job: Mapping[str, Any], request: RequestStore, keeper: StoreKeeper) -> dict[str, Any]:
    try:
        return _work(job, request, keeper)
    # Whatever goes wrong is the job's result.
    except Exception as error:
        return failure_of(error)


def finish() -> NoReturn:
    """Ends the process: a library's own threads must not keep a finished worker alive."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def main(result: IO[bytes]) -> None:
    def send(message: dict[str, Any]) -> None:
        result.write(json.dumps(message).encode() + b"\n")
        result.flush()

    request, keeper = _requester(send), StoreKeeper()
    for line in iter(sys.stdin.readline, ""):
        job = json.loads(line)
        send({"type": "result", "outcome": _outcome(job, request, keeper)})
        if not keeper.keeps:
            break
    keeper.close()
    finish()
