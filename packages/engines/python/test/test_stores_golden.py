"""The many-stores suite's workload is core's, bit for bit."""

import base64
import gzip
import json
from pathlib import Path

from rowrate_python.model import GOLDEN
from rowrate_python.stores.folders import prepare_folders, store_directory
from rowrate_python.stores.notes import note_text, notes_of
from rowrate_python.stores.order import queried_ids, store_order
from rowrate_python.stores.samples import pack_samples
from rowrate_python.stores.sqlite import insert_parameters, insert_sql
from rowrate_python.stores.verify import sample_of

golden = json.loads((GOLDEN / "stores.json").read_text())


def test_notes() -> None:
    for case in golden["texts"]:
        assert note_text(case["workload"], case["store"], case["index"]) == case["text"]
    assert [note._asdict() for note in notes_of("small", 3, 12)] == golden["notes"]


def test_orders_and_looked_up_ids() -> None:
    for case in golden["orders"]:
        assert store_order(case["seed"], case["count"]) == case["order"]
    for case in golden["ids"]:
        assert queried_ids(case["seed"], case["count"], case["notes"]) == case["ids"]


def test_samples_that_are_verified() -> None:
    for case in golden["samples"]:
        assert sample_of(range(case["count"])) == case["sample"]


def test_folders(tmp_path: Path) -> None:
    for case in golden["directories"]:
        assert store_directory("/stores", case["store"]) == f"/stores/{case['directory']}"
    prepare_folders(str(tmp_path), 999, 1002)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["000", "001", "002"]


def test_inserts() -> None:
    assert insert_parameters(notes_of("small", 0, 205)) == golden["parameters"]
    for case in golden["inserts"]:
        assert insert_sql(case["notes"]) == case["sql"]
    assert insert_sql(100).count("(?, ?)") == 100


def test_packed_samples() -> None:
    packed = pack_samples(golden["packed"]["durations"])
    assert gzip.decompress(base64.b64decode(packed)).hex() == golden["packed"]["hex"]
