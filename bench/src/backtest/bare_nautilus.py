"""
nautilus_trader's own engine over candles of the platform, as its documentation sets it up: the time that the platform is compared with.

Usage: bare_nautilus.py <job>, a file of JSON. Prints a line of JSON: how long loading, loop and statistics took after nautilus was
imported, the peak memory, and the result of the run. Its log goes to standard error.
"""

import json
import resource
import sys
import time
from decimal import Decimal
from pathlib import Path
from types import ModuleType

import pandas
from nautilus_trader.backtest.engine import BacktestEngine, BacktestEngineConfig
from nautilus_trader.config import LoggingConfig
from nautilus_trader.model.currencies import BTC, USDC
from nautilus_trader.model.data import BarType
from nautilus_trader.model.enums import AccountType, OmsType
from nautilus_trader.model.identifiers import InstrumentId, Symbol, Venue
from nautilus_trader.model.instruments import CryptoPerpetual
from nautilus_trader.model.objects import Money, Price, Quantity
from nautilus_trader.persistence.wranglers import BarDataWrangler
from nautilus_trader.trading.strategy import Strategy

STARTING_BALANCE = 10_000
MINUTE = pandas.Timedelta("1min")


def instrument_of(symbol: str, fee_rate: float) -> CryptoPerpetual:
    fee = Decimal(repr(fee_rate))
    return CryptoPerpetual(
        instrument_id=InstrumentId.from_str(symbol),
        raw_symbol=Symbol(symbol.rpartition(".")[0]),
        base_currency=BTC,
        quote_currency=USDC,
        settlement_currency=USDC,
        is_inverse=False,
        price_precision=1,
        size_precision=5,
        price_increment=Price.from_str("0.1"),
        size_increment=Quantity.from_str("0.00001"),
        margin_init=Decimal(1),
        margin_maint=Decimal(1),
        maker_fee=fee,
        taker_fee=fee,
        ts_event=0,
        ts_init=0,
    )


def strategy_of(job: dict) -> Strategy:
    module = ModuleType("bare_strategy")
    sys.modules[module.__name__] = module
    exec(compile(job["code"], "strategy.py", "exec"), module.__dict__)
    config = getattr(module, f"{job['strategy_class']}Config")
    return getattr(module, job["strategy_class"])(config.parse(json.dumps(job["config"])))


def candles_of(job: dict) -> pandas.DataFrame:
    """Returns the candles of the window, by the time of their close."""
    candles = pandas.concat([pandas.read_parquet(path) for path in job["candles"]])
    candles = candles[(candles["t"] >= job["from_ms"]) & (candles["t"] < job["to_ms"])]
    candles.index = pandas.to_datetime(candles.pop("t"), unit="ms", utc=True) + MINUTE
    return candles


def main() -> None:
    job = json.loads(Path(sys.argv[1]).read_text())
    started = time.perf_counter()
    [symbol] = job["symbols"]
    instrument = instrument_of(symbol, job["fee_rate"])
    bars = BarDataWrangler(BarType.from_str(job["config"]["bar_type"]), instrument).process(candles_of(job))
    engine = BacktestEngine(BacktestEngineConfig(logging=LoggingConfig(log_level="INFO", log_colors=False)))
    engine.add_venue(
        venue=Venue(symbol.rpartition(".")[2]),
        oms_type=OmsType.NETTING,
        account_type=AccountType.MARGIN,
        base_currency=USDC,
        starting_balances=[Money(STARTING_BALANCE, USDC)],
        default_leverage=Decimal(40),
        bar_execution=True,
    )
    engine.add_instrument(instrument)
    engine.add_data(bars)
    engine.add_strategy(strategy_of(job))
    engine.run()
    engine.get_result()
    positions = engine.cache.position_snapshots() + engine.cache.positions()
    profit = sum(position.realized_pnl.as_double() for position in positions)
    took = time.perf_counter() - started
    answer = {
        "duration_ms": took * 1_000,
        "peak_kib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
        "trades": len(positions),
        "profit_total_pct": profit / STARTING_BALANCE * 100,
    }
    print("ANSWER " + json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
