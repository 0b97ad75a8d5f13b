from ..engine import Engine
from .objectbox_python import LACKS, LIMITS, ObjectBoxSession

engine = Engine(
    name="objectbox-python-flatbuffers",
    packages=("objectbox", "objectbox-clib", "flatbuffers", "numpy"),
    open=lambda options: ObjectBoxSession(options, codegen=False),
    storage="directory",
    lacks=LACKS,
    limits=LIMITS,
)
