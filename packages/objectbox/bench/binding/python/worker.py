"""One work of the ObjectBox binding for Python, with generated code, in a process of its own:

    python worker.py <work> <store> <inputs> <warm-up rounds> <rounds>

Prints what worker.ts prints. The store comes with the model file of the Node.js binding.
"""

import array
import gc
import json
import os
import sys
import time
from datetime import datetime, timezone

from objectbox import Store
from objectbox.experimental import enable_flatbuffers_codegen
from objectbox.model import Date, Entity, Id, Index, IndexType, Int16, String

LEVELS = (10, 20, 30, 40, 50)


@Entity()
class Journal:
    id = Id()
    timestamp = Date(py_type=datetime)
    level = Int16(index=Index())
    text = String(index=Index(type=IndexType.HASH))


def fold(journal):
    last = ord(journal.text[-1]) if journal.text else 0
    milliseconds = round(journal.timestamp.timestamp() * 1000)
    return milliseconds % 100_000 + journal.level + len(journal.text) * 7 + last


def fold_all(journals):
    return sum(map(fold, journals))


def read_journals(inputs, name):
    with open(os.path.join(inputs, name), encoding="utf-8") as file:
        rows = json.load(file)
    return [
        Journal(
            id=row["id"],
            timestamp=datetime.fromtimestamp(row["timestamp"] / 1000, tz=timezone.utc),
            level=row["level"],
            text=row["text"],
        )
        for row in rows
    ]


class Put:
    def __init__(self, box, inputs):
        self.box = box
        self.journals = read_journals(inputs, "objects.json")

    def before(self, _):
        self.box.remove_all()
        for journal in self.journals:
            journal.id = 0

    def round(self, _):
        return len(self.box.put(self.journals))

    def check(self):
        return fold_all(self.box.get_all())


class PutWithIds(Put):
    def before(self, _):
        self.box.remove_all()


class Update(Put):
    CHANGED = "changed-text.json"

    def __init__(self, box, inputs):
        super().__init__(box, inputs)
        self.changed = read_journals(inputs, self.CHANGED)

    def before(self, _):
        pass

    def round(self, number):
        return len(self.box.put(self.changed if number % 2 == 0 else self.journals))


class UpdateBoth(Update):
    CHANGED = "changed-both.json"


class Get:
    def __init__(self, box, inputs):
        self.box = box
        self.ids = array.array("I")
        with open(os.path.join(inputs, "ids.bin"), "rb") as file:
            self.ids.frombytes(file.read())

    def before(self, _):
        pass

    def round(self, _):
        get = self.box.get
        for id in self.ids:
            get(id)
        return len(self.ids)

    def check(self):
        return sum(fold(self.box.get(id)) for id in self.ids)


class Find:
    def __init__(self, box, _):
        self.queries = [box.query(Journal.level.equals(level)).build() for level in LEVELS]

    def before(self, _):
        pass

    def round(self, _):
        return sum(len(query.find()) for query in self.queries * 2)

    def check(self):
        return sum(fold_all(query.find()) for query in self.queries)


WORKS = {
    "put": Put,
    "put-with-ids": PutWithIds,
    "update": Update,
    "update-both": UpdateBoth,
    "get": Get,
    "find": Find,
    "find-large": Find,
}


def main():
    name, directory, inputs, warm_up, timed = sys.argv[1:]
    enable_flatbuffers_codegen()
    store = Store(
        directory=directory, model_json_file=os.path.join(directory, "objectbox-model.json")
    )
    work = WORKS[name](store.box(Journal), inputs)
    rounds_ns = []
    rows = 0
    for number in range(int(warm_up) + int(timed)):
        if number == int(warm_up):
            gc.collect()
        work.before(number)
        start = time.perf_counter_ns()
        rows = work.round(number)
        duration = time.perf_counter_ns() - start
        if number >= int(warm_up):
            rounds_ns.append(duration)
    print(json.dumps({"roundsNs": rounds_ns, "rows": rows, "check": work.check()}))
    del work
    store.close()


main()
