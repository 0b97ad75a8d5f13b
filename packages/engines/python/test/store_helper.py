"""The runner's helper process, for tests."""

import json
import subprocess
from pathlib import Path
from typing import Any

from rowrate_python.error import RowrateError

HERE = Path(__file__).parent
NODE = HERE.parents[3] / "node_modules" / ".bin" / "node"


class StoreHelper:
    """Answers store requests as the runner does, from another process."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [NODE, HERE / "store-helper.ts"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def request(self, body: dict[str, Any]) -> Any:
        process = self._process
        assert process.stdin and process.stdout
        process.stdin.write(json.dumps({"id": 1, "request": body}) + "\n")
        process.stdin.flush()
        reply = json.loads(process.stdout.readline())
        if not reply["ok"]:
            raise RowrateError(reply["code"], reply["message"])
        return reply.get("value")

    def close(self) -> None:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.wait(timeout=10)
        self._process.stdout.close()

    def __enter__(self) -> "StoreHelper":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
