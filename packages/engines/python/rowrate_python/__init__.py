"""The published study's Python systems behind Rowrate's worker protocol.

The modules repeat those of packages/core in the same names; what can be data is read from its golden files instead.
"""
