"""A backtest as the platform sends it: a header of JSON, then the bytes of its files in their order."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from platform_worker.channel import Channel
from platform_worker.failure import DataUnavailable
from platform_worker.history.table_name import TableName
from platform_worker.history.tables import Files


@dataclass(frozen=True, slots=True)
class TakerFees:
    """What takers pay per share of a fill, in USD: `rate * (price * (1 - price)) ** exponent`. Makers pay nothing."""

    rate: float
    exponent: float


@dataclass(frozen=True, slots=True)
class Prediction:
    """The properties of an outcome of a prediction market."""

    question: str
    # The outcome that the instrument pays one for, and the one that came true; None before that is known.
    outcome: str
    # When trading is to end; once the outcome is known, when it did.
    end_date_ms: int
    resolution: str | None
    # None: the venue does not say.
    taker_fees: TakerFees | None


@dataclass(frozen=True, slots=True)
class Instrument:
    """The properties of a market that are needed to trade it offline."""

    symbol: str
    kind: Literal["perpetual", "spot", "prediction"]
    size_decimals: int
    tick_size: str
    max_leverage: int
    mark_price: str
    # Set for predictions only, else None.
    prediction: Prediction | None


@dataclass(frozen=True, slots=True)
class Job:
    """
    One backtest, or one check of its strategy.

    `tables` are those that every run needs, each with all its files; others are asked for.
    """

    code: str
    # Whether the venue has a candle for each interval; else none may mean that nothing was traded.
    has_every_candle: bool
    config: dict[str, object]
    symbols: tuple[str, ...]
    strategy_class: str | None
    from_ms: int
    to_ms: int
    fee_rate: float
    seed: int
    instruments: tuple[Instrument, ...]
    tables: Mapping[TableName, Files]
    # Of each symbol that has any.
    funding: Mapping[str, Files]
    # `lookahead` or `recursive`; None for a backtest.
    check: str | None = None


def read_job(channel: Channel) -> Job:
    """Reads one job; the platform wrote it, so anything unexpected is a fault of ours and raises."""
    header: Any = channel.read_header()
    tables: dict[TableName, list[bytes]] = {}
    for file in header["candles"]:
        tables.setdefault(TableName(file["symbol"], file["timeframe"]), []).append(channel.read_bytes(file["bytes"]))
    funding: dict[str, list[bytes]] = {}
    for file in header["funding"]:
        funding.setdefault(file["symbol"], []).append(channel.read_bytes(file["bytes"]))
    return Job(
        code=header["code"],
        has_every_candle=header["has_every_candle"],
        config=json.loads(header["config_json"]),
        symbols=tuple(header["symbols"]),
        strategy_class=header.get("strategy_class"),
        from_ms=header["from_ms"],
        to_ms=header["to_ms"],
        fee_rate=header["fee_rate"],
        seed=header["seed"],
        instruments=tuple(_instrument(facts) for facts in header["instruments"]),
        tables=tables,
        funding=funding,
        check=header["check"],
    )


def _instrument(facts: Mapping[str, Any]) -> Instrument:
    prediction = facts["prediction"]
    return Instrument(**{**facts, "prediction": None if prediction is None else _prediction(prediction)})


def _prediction(facts: Mapping[str, Any]) -> Prediction:
    fees = facts["taker_fees"]
    return Prediction(**{**facts, "taker_fees": None if fees is None else TakerFees(**fees)})


def ask_for_table(channel: Channel, symbol: str, timeframe: str) -> Files:
    """Requests from the platform a table that a strategy needs. Raises `DataUnavailable` if there is none."""
    wanted = {"kind": "wanted", "symbol": symbol, "timeframe": timeframe}
    answer, files = channel.ask(wanted, _sizes)
    if not files:
        raise DataUnavailable(_reason(answer, symbol, timeframe))
    return files


def _sizes(answer: Any) -> Sequence[int]:
    sizes: Sequence[int] = answer["files"]
    return sizes


def _reason(answer: Any, symbol: str, timeframe: str) -> str:
    return f"{symbol} {timeframe}: {answer['reason']}"
