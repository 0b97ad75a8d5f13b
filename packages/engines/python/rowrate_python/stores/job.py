"""One phase of one variant as the runner asks for it; see packages/core/src/stores/job.ts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .engine import Phase, StoreOptions
from .folders import store_directory

OnProgress = Callable[[int], None]
"""Called between stores with the number of those that are done."""


@dataclass(frozen=True)
class PhaseJob:
    variant: str
    root: str
    """Folder of all stores of this variant."""
    workload: str
    notes: int
    count: int
    """Stores of the set."""
    phase: Phase
    first: int = 0
    """Create: stores `first` to `count` − 1 are made; the ones before them are there."""
    seed: int = 0
    query: str = "count"
    hold: int = 0

    @staticmethod
    def of(json: Mapping[str, Any]) -> "PhaseJob":
        names = PhaseJob.__dataclass_fields__
        return PhaseJob(**{name: value for name, value in json.items() if name in names})

    def options_of(self, index: int) -> StoreOptions:
        return StoreOptions(store_directory(self.root, index), self.variant)
