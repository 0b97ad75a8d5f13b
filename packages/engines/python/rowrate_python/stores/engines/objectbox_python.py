import ctypes
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from objectbox import Entity, Id, Int64, Model, Store, String, experimental
from objectbox.c import (
    OBXPutMode_PUT,
    obx_box_ids_for_put,
    obx_box_put_many,
    obx_bytes_array,
    obx_bytes_array_free,
    obx_bytes_array_set,
    obx_id,
    version_core,
)

from ...engine import Settings
from ..engine import SplitStore, StoreEngine, StoreOptions, StoreVariant
from ..notes import Note

MODEL = "notes"
MODEL_FILE = str(Path(__file__).with_name("notes-model.json"))
"""One model for all stores, under version control as the library's users keep theirs."""

SYNC_EVERY_OPEN = "objectbox-python-sync-every-open"
SKIP_MODEL_SYNC = "objectbox-python-skip-model-sync"
CODEGEN = "objectbox-python-cached-codegen"


@Entity(model=MODEL)
class NoteEntity:
    id = Id
    text = String
    ts = Int64


class Marshalled(NamedTuple):
    notes: Sequence[Any]
    data: list[bytes]
    """Kept because the array only points to it."""
    array: Any


class ObjectBoxStore(SplitStore):
    def __init__(self, store: Store) -> None:
        self._store = store
        self._box = store.box(NoteEntity)

    def write(self, notes: Sequence[Any]) -> int:
        return len(self._box.put(notes))

    def marshal(self, notes: Sequence[Any]) -> Marshalled:
        """What the library's `put` makes for the C library; the ids of a new store count from 1."""
        marshal = NoteEntity._marshal
        data = [bytes(marshal(note, key)) for key, note in enumerate(notes, 1)]
        array = obx_bytes_array(len(data))
        for index, each in enumerate(data):
            obx_bytes_array_set(array, ctypes.c_size_t(index), each, len(each))
        return Marshalled(notes, data, array)

    def put(self, marshalled: Marshalled) -> int:
        notes, _, array = marshalled
        count = len(notes)
        c_box = self._box._c_box
        first = obx_id()
        try:
            with self._store.write_tx():
                obx_box_ids_for_put(c_box, count, ctypes.byref(first))
                if first.value != 1:
                    raise ValueError(f"marshalled for a new store, but ids begin at {first.value}")
                ids = (obx_id * count)(*range(1, count + 1))
                obx_box_put_many(c_box, array, ids, OBXPutMode_PUT)
        finally:
            obx_bytes_array_free(array)
        for key, note in enumerate(notes, 1):
            NoteEntity._set_object_id(note, key)
        return count

    def count(self) -> int:
        return self._box.count()

    def get(self, key: int) -> Any:
        return self._box.get(key)

    def all(self) -> list[Any]:
        return self._box.get_all()

    def settings(self) -> list[Settings]:
        return [{"library": str(version_core), "commit": "synced by the library"}]

    def close(self) -> None:
        self._store.close()


def _model_of(variant: str) -> Model | str:
    if variant != SYNC_EVERY_OPEN:
        # The library keeps a model that it knows by name, and syncs it once per process.
        return MODEL
    model = Model()
    model.entity(NoteEntity)
    return model


def _store(options: StoreOptions) -> ObjectBoxStore:
    experimental.enable_flatbuffers_codegen(options.variant == CODEGEN)
    store = Store(
        model=_model_of(options.variant),
        directory=options.directory,
        model_json_file=MODEL_FILE,
        skip_model_sync=options.variant == SKIP_MODEL_SYNC,
    )
    return ObjectBoxStore(store)


def create(options: StoreOptions) -> ObjectBoxStore:
    os.mkdir(options.directory)
    return _store(options)


def open_store(options: StoreOptions) -> ObjectBoxStore:
    # It would make a missing store.
    os.stat(os.path.join(options.directory, "data.mdb"))
    return _store(options)


def build(note: Note) -> Any:
    return NoteEntity(text=note.text, ts=note.ts)


engine = StoreEngine(
    name="objectbox-python",
    variants=[
        StoreVariant(
            SYNC_EVERY_OPEN,
            "ObjectBox (Python), sync every open",
            published="ObjectBox, sync every open",
            marshalling="library",
            note="the model file is read and compared, and the model passed to the library, at each open",
        ),
        StoreVariant(
            "objectbox-python-cached-model",
            "ObjectBox (Python), cached model",
            published="ObjectBox, cached model",
            marshalling="library",
            note="the model file is read once per process, and the model passed to the library at each open",
        ),
        StoreVariant(
            SKIP_MODEL_SYNC,
            "ObjectBox (Python), skip model sync",
            published="ObjectBox, skip model sync",
            marshalling="library",
            note="an existing store is opened without a model; creating uses it",
        ),
        StoreVariant(
            CODEGEN,
            "ObjectBox (Python), cached model, codegen",
            published="ObjectBox, cached model",
            marshalling="generated",
            phases=("create", "profile"),
            note="notes are marshalled by the library's experimental generated code; only creating differs",
        ),
    ],
    family="objectbox",
    packages=("objectbox", "objectbox-clib", "flatbuffers", "numpy"),
    create=create,
    open=open_store,
    build=build,
    values_of=lambda note: (note.id, note.text, note.ts),
)
