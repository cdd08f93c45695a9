"""`import qtpylib.indicators` as freqtrade's documentation spells it, without the vendor path."""

from freqtrade.vendor.qtpylib.indicators import *  # noqa: F403
