"""A backtest as the platform hands it in: a header of JSON, then the candle files' bytes in the order of the header."""

from dataclasses import dataclass
from typing import Any

from platform_worker.channel import Channel


@dataclass(frozen=True, slots=True)
class Instrument:
    """What is to be known of a market to trade it offline."""

    symbol: str
    size_decimals: int
    max_leverage: int
    mark_price: str


@dataclass(frozen=True, slots=True)
class Job:
    """One backtest; candles are Parquet files by (symbol, timeframe)."""

    code: str
    config: dict[str, object]
    symbols: tuple[str, ...]
    from_ms: int
    to_ms: int
    fee_rate: float
    seed: int
    instruments: tuple[Instrument, ...]
    candles: dict[tuple[str, str], bytes]


def read_job(channel: Channel) -> Job:
    """Reads one job; the platform wrote it, so anything unexpected is a fault of ours and raises."""
    header: Any = channel.read_header()
    return Job(
        code=header["code"],
        config=header["config"],
        symbols=tuple(header["symbols"]),
        from_ms=header["from_ms"],
        to_ms=header["to_ms"],
        fee_rate=header["fee_rate"],
        seed=header["seed"],
        instruments=tuple(Instrument(**instrument) for instrument in header["instruments"]),
        candles={(file["symbol"], file["timeframe"]): channel.read_bytes(file["bytes"]) for file in header["candles"]},
    )
