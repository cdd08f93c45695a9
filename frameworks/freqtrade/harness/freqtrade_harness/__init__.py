"""Runs one user's freqtrade strategy as a backtest, isolated, offline and with freqtrade's own results."""

from platform_worker.imports import ImportRules

_INDICATORS = "no third-party indicator package is; `talib.abstract`, `technical` and `qtpylib` are"
_PLATFORM = "it belongs to the platform"
_INSTALLER = "a run installs nothing"

# `qtpylib` is a shim beside this package.
IMPORTS = ImportRules(
    withheld={
        "ensurepip": _INSTALLER,
        "freqtrade_harness": _PLATFORM,
        "pip": _INSTALLER,
        "platform_worker": _PLATFORM,
    },
    absent=dict.fromkeys(
        (
            "btalib",
            "finta",
            "pandas_ta",
            "pandas_ta_classic",
            "pyti",
            "stockstats",
            "ta",
            "talipp",
            "tulipy",
            "vectorta",
        ),
        _INDICATORS,
    ),
    installed="a strategy imports the standard library and what freqtrade installs, such as numpy, pandas, scipy, "
    "talib, technical and qtpylib",
)

# freqtrade takes mark prices from this table, so every backtest needs it.
MARK_TIMEFRAME = "1h"
