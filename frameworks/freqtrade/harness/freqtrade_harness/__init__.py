"""Runs one user's freqtrade strategy as a backtest, isolated, offline and with freqtrade's own results."""

from platform_worker.imports import AllowedImports

# The interface's promise; `qtpylib` is a shim beside this package.
IMPORTS = AllowedImports(frozenset({"freqtrade", "numpy", "pandas", "qtpylib", "talib", "technical"}))

# The timeframes the platform stores.
TIMEFRAMES = ("1m", "5m", "15m", "30m", "1h", "4h", "1d")

# freqtrade takes mark prices from this table, so every backtest needs it.
MARK_TIMEFRAME = "1h"
