"""Runs one user's nautilus strategy as a backtest, isolated, offline and with nautilus's own engine."""

from platform_worker.imports import ImportRules

_PLATFORM = "it belongs to the platform"
_INSTALLER = "a run installs nothing"

IMPORTS = ImportRules(
    withheld={
        "ensurepip": _INSTALLER,
        "nautilus_harness": _PLATFORM,
        "pip": _INSTALLER,
        "platform_worker": _PLATFORM,
    },
    absent={},
    installed="a strategy imports the standard library, nautilus_trader and what it installs, such as numpy and pandas",
)

# What every run begins with, in USDC.
STARTING_BALANCE = 10_000
