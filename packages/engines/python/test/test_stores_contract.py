"""Every Python engine's stores on the contract: all judgements, and all phases at a small size, on the real engine."""

import base64
import gzip
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from stores_contract import Context, judgements

from rowrate_python.error import RowrateError
from rowrate_python.stores.engine import NoteStore, StoreEngine, StoreOptions, StoreVariant
from rowrate_python.stores.job import PhaseJob
from rowrate_python.stores.phases import PhaseOptions, execute_phase
from rowrate_python.stores.worker import (
    describe_stores,
    load_store_engine,
    require_store,
    store_variants,
)

CASES = [(name, variant) for name, variants in store_variants.items() for variant in variants]
PHASES = ["create", "open", "hold", "profile"]
COUNT, HOLD, NOTES = 5, 3, 120


def variant_of(engine: StoreEngine, name: str) -> StoreVariant:
    (variant,) = (each for each in engine.variants if each.name == name)
    return variant


def stores_in(packed: str) -> int:
    """How many values were packed: each ends with its only byte below 128."""
    return sum(byte < 128 for byte in gzip.decompress(base64.b64decode(packed)))


@pytest.mark.parametrize("judge", judgements)
@pytest.mark.parametrize(("name", "variant"), CASES)
def test_keeps_the_contract(
    name: str, variant: str, judge: Callable[[Context], None], tmp_path: Path
) -> None:
    judge(Context(load_store_engine(name), variant, tmp_path))


@pytest.mark.parametrize(("name", "variant"), CASES)
def test_goes_through_every_phase(name: str, variant: str, tmp_path: Path) -> None:
    engine = load_store_engine(name)
    measured = variant_of(engine, variant).phases or tuple(PHASES)
    base: dict[str, Any] = {"variant": variant, "workload": "large", "notes": NOTES, "count": COUNT}
    stores, profile = str(tmp_path / "stores"), str(tmp_path / "profile")
    jobs = [
        PhaseJob(root=stores, phase="create", **base),
        *(
            PhaseJob(root=stores, phase="open", seed=1, query=query, **base)
            for query in ("count", "get", "all")
        ),
        PhaseJob(root=stores, phase="hold", seed=1, hold=HOLD, **base),
        PhaseJob(root=profile, phase="profile", **base),
    ]
    steps = {
        "create": ["create", "write", "close"],
        "open": ["open", "query", "close"],
        "hold": ["open", "query"],
        "profile": ["create", "build", "marshal", "put", "close"],
    }
    for job in jobs:
        if job.phase not in measured:
            continue
        result = execute_phase(PhaseOptions(engine, job))
        expected = HOLD if job.phase == "hold" else COUNT
        assert result["failures"] == []
        assert result["stores"] == expected
        assert result["verified"]["compared"] == expected * NOTES
        assert list(result["samples"]) == steps[job.phase]
        assert {stores_in(packed) for packed in result["samples"].values()} == {expected}
        assert 0 < result["wallNs"] <= result["region"]["durationNs"]
        assert result["disk"]["apparentBytes"] > expected * NOTES * 300


def test_codegen_stores_the_same_notes_as_the_library(tmp_path: Path) -> None:
    engine = load_store_engine("objectbox-python")
    base: dict[str, Any] = {"root": str(tmp_path), "workload": "large", "notes": 20, "count": 2}
    codegen = PhaseJob(variant="objectbox-python-cached-codegen", phase="create", **base)
    execute_phase(PhaseOptions(engine, codegen))
    library = PhaseJob(variant="objectbox-python-skip-model-sync", phase="open", seed=1, **base)
    result = execute_phase(PhaseOptions(engine, library))
    assert result["verified"] == {"counted": 2, "compared": 40}


def test_an_engine_that_makes_no_store_is_not_available() -> None:
    def unbuilt(_: StoreOptions) -> NoteStore:
        raise OSError("libobjectbox.so is missing")

    engine = load_store_engine("apsw")
    require_store(engine)
    with pytest.raises(RowrateError, match="apsw makes no store") as caught:
        require_store(replace(engine, create=unbuilt))
    assert caught.value.code == "ENGINE_UNAVAILABLE"


def test_names_an_engine_that_it_has_not() -> None:
    with pytest.raises(RowrateError, match="libsql-python") as caught:
        load_store_engine("pony")
    assert caught.value.code == "ENGINE_UNKNOWN"


@pytest.mark.parametrize("name", store_variants)
def test_describes_itself(name: str) -> None:
    description = describe_stores(load_store_engine(name))
    assert description["name"] == name
    assert [each["name"] for each in description["variants"]] == store_variants[name]
    assert all(each["published"] for each in description["variants"])
    assert description["versions"]
    assert all(len(text) > 10 for text in description["limits"].values())
