"""Where stores lie; repeats packages/core/src/stores/folders.ts."""

from pathlib import Path

_STORES_PER_FOLDER = 1_000
"""Some file systems slow down or refuse when one folder holds very many."""


def _group_of(root: str, store: int) -> Path:
    return Path(root) / f"{store // _STORES_PER_FOLDER:03}"


def store_directory(root: str, store: int) -> str:
    """Folder of a store under the folder of all stores of a variant."""
    return str(_group_of(root, store) / f"agent-{store:06}")


def prepare_folders(root: str, first: int, count: int) -> None:
    """Makes what stores from `first` on will lie in, untimed; their own folders are the engine's to make."""
    for group in range(first // _STORES_PER_FOLDER, (first + count - 1) // _STORES_PER_FOLDER + 1):
        _group_of(root, group * _STORES_PER_FOLDER).mkdir(parents=True, exist_ok=True)
