"""
nautilus_trader's own engine over given history, as its documentation sets it up: the platform's results are compared with it.

Reads one run per line, as JSON; answers each with one line of JSON: `{"trades": […], "figures": {…}}` or `{"error": "…"}`.
Each runs in a new process, forked from one that has imported nautilus. It shares nothing with the harness.
"""

import json
import os
import sys
import traceback
from decimal import Decimal
from pathlib import Path
from types import ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from history import NANOS_PER_MS, add_history, read_history
from ledger import Ledger
from market import BarWatch, CandlePrices, NoFeeAtSettlement, instrument_of
from nautilus_trader.backtest.engine import BacktestEngine, BacktestEngineConfig
from nautilus_trader.backtest.models import StandardMarginModel
from nautilus_trader.config import LoggingConfig, RiskEngineConfig, StrategyConfig
from nautilus_trader.core.datetime import unix_nanos_to_dt
from nautilus_trader.examples.algorithms.twap import TWAPExecAlgorithm
from nautilus_trader.model.currencies import USDC
from nautilus_trader.model.enums import AccountType, OmsType
from nautilus_trader.model.identifiers import Venue
from nautilus_trader.model.objects import Money
from nautilus_trader.trading.strategy import Strategy

START = 10_000
ORDERS = "10000/00:00:01"


def strategy_of(job: dict[str, Any]) -> Strategy:
    """Returns the strategy of a file, with its config filled in."""
    module = ModuleType("bare_strategy")
    sys.modules[module.__name__] = module
    exec(compile(job["code"], "strategy.py", "exec"), module.__dict__)
    own = [value for value in vars(module).values() if isinstance(value, type) and value.__module__ == module.__name__]
    classes = [value for value in own if issubclass(value, Strategy)]
    configs = [value for value in own if issubclass(value, StrategyConfig)]
    name = job.get("strategy_class")
    strategy = next(value for value in classes if name is None or value.__name__ == name)
    wanted = next(value for value in configs if value.__name__ == f"{strategy.__name__}Config")
    config = dict(job["config"])
    if "instrument_ids" in wanted.__struct_fields__:
        config.setdefault("instrument_ids", job["symbols"])
    return strategy(wanted.parse(json.dumps(config)))


def run(job: dict[str, Any]) -> dict[str, object]:
    """Runs one backtest; raises the strategy's errors."""
    history = read_history(job)
    logging = LoggingConfig(log_level="WARNING", log_colors=False)
    rates = RiskEngineConfig(max_order_submit_rate=ORDERS, max_order_modify_rate=ORDERS)
    engine = BacktestEngine(BacktestEngineConfig(logging=logging, risk_engine=rates))
    instruments = {facts["symbol"]: instrument_of(facts, history, job["fee_rate"]) for facts in job["instruments"]}
    ids = {symbol: instrument.id for symbol, instrument in instruments.items()}
    is_prediction = any(facts["kind"] == "prediction" for facts in job["instruments"])
    leverages = {} if is_prediction else {ids[facts["symbol"]]: Decimal(facts["max_leverage"]) for facts in job["instruments"]}
    ledger = Ledger(engine, instruments, START)
    watch = BarWatch(engine, ledger, history)
    engine.add_venue(
        venue=Venue(job["venue"]),
        oms_type=OmsType.NETTING,
        account_type=AccountType.CASH if is_prediction else AccountType.MARGIN,
        base_currency=USDC,
        starting_balances=[Money(START, USDC)],
        default_leverage=Decimal(1),
        leverages=leverages,
        # The instruments' rates decide the margin of a position, for any leverage.
        margin_model=StandardMarginModel(),
        modules=[watch],
        fill_model=CandlePrices(watch, job["seed"]),
        fee_model=NoFeeAtSettlement(),
    )
    for instrument in instruments.values():
        engine.add_instrument(instrument)
    added = add_history(engine, history, instruments)
    engine.add_exec_algorithm(TWAPExecAlgorithm())
    engine.add_strategy(strategy_of(job))
    engine.run(start=unix_nanos_to_dt(job["from_ms"] * NANOS_PER_MS), end=unix_nanos_to_dt(job["to_ms"] * NANOS_PER_MS))
    if engine.iteration < added:
        raise RuntimeError(f"nautilus stopped the run after {engine.iteration} of {added} pieces of data")
    return ledger.result(history, job)


def answer(line: str, log: int) -> str:
    """Returns the result of a run in a separate process."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(log, 1)
        os.dup2(log, 2)
        try:
            text = json.dumps(run(json.loads(line)))
        except BaseException as error:
            traceback.print_exc()
            text = json.dumps({"error": f"{type(error).__name__}: {error}"})
        with os.fdopen(writing, "w") as pipe:
            pipe.write(text)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return text or json.dumps({"error": "the process ended without an answer"})


def main() -> None:
    log = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for line in sys.stdin:
        print(answer(line, log), flush=True)


if __name__ == "__main__":
    main()
