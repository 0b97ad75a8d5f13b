"""The many-stores suite behind its worker protocol; the modules repeat those of packages/core/src/stores in the same names."""
