"""`import qtpylib` as strategies spell it: freqtrade's own copy of qtpylib's indicators."""

from freqtrade.vendor.qtpylib.indicators import *  # noqa: F403
