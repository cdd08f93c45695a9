import json
import os
import subprocess
import sys
import textwrap

IMPORTED = """
import json, sys
from freqtrade_harness.deferred import import_without_spares
import_without_spares()
import freqtrade_harness.backtest
"""


def after_import(code: str) -> object:
    """What the code prints in a process of its own that has imported freqtrade as a worker does."""
    program = IMPORTED + textwrap.dedent(code)
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", program], env=env, check=True, stdout=subprocess.PIPE)  # noqa: S603
    return json.loads(done.stdout)


def test_what_no_backtest_uses_is_not_loaded() -> None:
    loaded = after_import("print(json.dumps(sorted(sys.modules)))")
    assert isinstance(loaded, list)
    assert not {"scipy.stats", "ccxt.binance", "ccxt.pro.binance", "ccxt.async_support.binance"} & set(loaded)
    assert {"ccxt.hyperliquid", "ccxt.async_support.hyperliquid", "ccxt.pro.hyperliquid"} <= set(loaded)


def test_a_strategy_finds_all_of_it() -> None:
    found = after_import(
        """
        import ccxt, ccxt.pro, ccxt.kraken
        import ccxt.async_support as asynchronous
        import scipy.stats
        from ccxt import okxus
        from ccxt.bybit import bybit
        from freqtrade.data import metrics
        from scipy import stats
        classes = [ccxt.kraken, okxus, ccxt.okx, ccxt.bybit, asynchronous.gate, ccxt.pro.binance, ccxt.hyperliquid]
        lost = [name for name in ccxt.exchanges[::10] if not isinstance(getattr(ccxt, name), type)]
        print(json.dumps({
            "classes": [each.__name__ for each in classes],
            "lost": lost,
            "same": stats is scipy.stats and metrics.stats.ttest_1samp is scipy.stats.ttest_1samp,
            "hidden": [name for name in ccxt.exchanges if name not in dir(ccxt)],
            "absent": hasattr(ccxt, "nowhere"),
        }))
        """
    )
    assert found == {
        "classes": ["kraken", "okxus", "okx", "bybit", "gate", "binance", "hyperliquid"],
        "lost": [],
        "same": True,
        "hidden": [],
        "absent": False,
    }
