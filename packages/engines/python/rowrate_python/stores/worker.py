"""The main of a worker process of the many-stores suite: one job in, progress and one outcome out; see core's stores/worker.ts."""

import importlib
import json
import platform
import sys
import tempfile
from collections.abc import Mapping
from importlib.metadata import version
from typing import IO, Any

from ..error import RowrateError, failure_of
from ..worker import finish, package
from .engine import StoreEngine, StoreOptions
from .job import OnProgress, PhaseJob
from .phases import PhaseOptions, execute_phase

store_variants: dict[str, list[str]] = package["rowrate"]["stores"]
"""Engine to the variants that the runner finds."""


def load_store_engine(name: str) -> StoreEngine:
    """Raises ENGINE_UNKNOWN, or ENGINE_UNAVAILABLE where its libraries do not load."""
    if name not in store_variants:
        known = ", ".join(store_variants)
        raise RowrateError("ENGINE_UNKNOWN", f"no stores of a Python system '{name}'; there are {known}")
    try:
        module = importlib.import_module(f"rowrate_python.stores.engines.{name.replace('-', '_')}")
    except ImportError as error:
        raise RowrateError(
            "ENGINE_UNAVAILABLE",
            f"engine {name} does not load; run `pnpm --filter @rowrate/engine-python setup`",
        ) from error
    return module.engine


def describe_stores(engine: StoreEngine) -> dict[str, Any]:
    """What an engine says of itself, as data."""
    journal = {} if engine.journal is None else {"journal": engine.journal}
    return {
        "kind": "describe",
        "name": engine.name,
        "api": "sync",
        "family": engine.family,
        "variants": [variant.json for variant in engine.variants],
        **journal,
        "limits": dict(engine.limits),
        "runtime": f"python {platform.python_version()}",
        "versions": {name: version(name) for name in engine.packages},
    }


def require_store(engine: StoreEngine) -> None:
    """Makes a store in a folder of its own: an engine that can not is not set up. Raises ENGINE_UNAVAILABLE."""
    with tempfile.TemporaryDirectory(prefix=f"rowrate-{engine.name}-") as folder:
        options = StoreOptions(f"{folder}/store", engine.variants[0].name)
        try:
            engine.create(options).close()
        except Exception as error:
            raise RowrateError(
                "ENGINE_UNAVAILABLE", f"engine {engine.name} makes no store"
            ) from error


def _work(job: Mapping[str, Any], on_progress: OnProgress) -> dict[str, Any]:
    engine = load_store_engine(job["engine"])
    if job["kind"] == "describe":
        require_store(engine)
        return describe_stores(engine)
    return execute_phase(PhaseOptions(engine, PhaseJob.of(job), on_progress))


def main(result: IO[bytes]) -> None:
    def send(message: Mapping[str, Any]) -> None:
        result.write(json.dumps(message).encode() + b"\n")
        result.flush()

    def tell(done: int) -> None:
        send({"type": "progress", "done": done})

    job = json.loads(sys.stdin.readline())
    try:
        outcome = _work(job, tell)
    # Whatever goes wrong is the job's result.
    except Exception as error:
        outcome = failure_of(error)
    send({"type": "result", "outcome": outcome})
    finish()
