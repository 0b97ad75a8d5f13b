import os
import sys

from . import worker
from .stores import worker as stores_worker


def probe() -> None:
    """Loads every system: the end of the set-up."""
    for name in worker.engine_names:
        worker.load_engine(name)
    for name in stores_worker.store_variants:
        stores_worker.load_store_engine(name)


match sys.argv[1:]:
    case ["probe"]:
        probe()
    case ["stores"]:
        stores_worker.main(os.fdopen(worker.RESULT_DESCRIPTOR, "wb"))
    case _:
        worker.main(os.fdopen(worker.RESULT_DESCRIPTOR, "wb"))
