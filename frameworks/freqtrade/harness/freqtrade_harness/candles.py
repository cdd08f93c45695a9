"""freqtrade's data handler over the run's tables, which never touch a disk."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy
from freqtrade.candle_columns import OHLCV_COLUMNS, get_candle_dtypes
from freqtrade.configuration import TimeRange
from freqtrade.data.history import history_utils
from freqtrade.data.history.datahandlers.idatahandler import IDataHandler
from freqtrade.data.history.datahandlers.parquetdatahandler import ParquetDataHandler
from freqtrade.enums import CandleType
from freqtrade.exchange import timeframe_to_msecs
from pandas import DataFrame, to_datetime
from platform_worker.coverage import DAY_MS, Window, candle_open_ms, require_coverage
from platform_worker.failure import DataUnavailable
from platform_worker.history.table_name import TableName
from platform_worker.history.tables import Tables
from platform_worker.history.timeframes import base_timeframe
from platform_worker.notice import warn

from freqtrade_harness import MARK_TIMEFRAME
from freqtrade_harness.aggregation import aggregate


@dataclass(frozen=True, slots=True)
class FedTable:
    """The part of a table that was fed to the run: first and last candle's open times, and their number."""

    symbol: str
    timeframe: str
    aggregated_from: str | None
    from_ms: int
    to_ms: int
    rows: int


class SuppliedCandles(ParquetDataHandler):  # type: ignore[misc]  # freqtrade is untyped
    """Reads candles from memory and refuses what isn't complete; trimming and warnings are freqtrade's own."""

    def __init__(self, directory: Path, tables: Tables, from_ms: int, to_ms: int) -> None:
        super().__init__(directory)
        self._tables = tables
        self._from_ms = from_ms
        self._to_ms = to_ms
        self._engine_loads = False
        self._fed: dict[tuple[str, str], FedTable] = {}
        self._refused: DataUnavailable | None = None

    @contextmanager
    def engine_loads(self) -> Iterator[None]:
        """While freqtrade's engine loads what it needs itself."""
        self._engine_loads = True
        try:
            yield
        finally:
            self._engine_loads = False

    def fed(self) -> list[dict[str, object]]:
        """Every table that was read so far, as the platform reads it."""
        return [asdict(table) for _key, table in sorted(self._fed.items())]

    def require_nothing_refused(self) -> None:
        """
        Raises what a strategy was refused: freqtrade or the strategy may have caught it and gone on without the data,
        and no result may come of that.
        """
        if self._refused is not None:
            raise self._refused

    def ohlcv_load(self, pair: str, timeframe: str, candle_type: CandleType, **options: Any) -> DataFrame:
        """Loads as freqtrade does, but for what its engine asks for beside the candles that a strategy sees."""
        if self._engine_loads and candle_type == CandleType.FUNDING_RATE:
            # Without a warning: a run goes without funding rates, as the interface says.
            empty: DataFrame = self._empty_ohlcv_df(candle_type)
            return empty
        if self._engine_loads and self._lies_within(timeframe):
            # Mark prices of a range between two of their candles: freqtrade would cut all of them off.
            options = {**options, "timerange": None}
        frame: DataFrame = super().ohlcv_load(pair, timeframe, candle_type, **options)
        return frame

    def _lies_within(self, timeframe: str) -> bool:
        """Whether no candle of mark prices begins and ends within the run."""
        if timeframe != MARK_TIMEFRAME:
            return False
        interval_ms = timeframe_to_msecs(timeframe)
        return candle_open_ms(self._to_ms - interval_ms, interval_ms) < self._from_ms

    def _ohlcv_load(self, pair: str, timeframe: str, timerange: TimeRange | None, candle_type: CandleType) -> DataFrame:
        try:
            return self._candles(pair, timeframe, timerange, candle_type)
        except DataUnavailable as error:
            self._refused = self._refused or error
            raise

    def _candles(self, pair: str, timeframe: str, timerange: TimeRange | None, candle_type: CandleType) -> DataFrame:
        if candle_type != CandleType.FUTURES:
            raise DataUnavailable(f"{pair} {timeframe}: a backtest has no {candle_type} candles")
        base = base_timeframe(timeframe)
        if base is None:
            raise DataUnavailable(f"{pair} {timeframe}: there are no candles of this timeframe")
        columns = self._read(pair, timeframe, base)
        interval_ms = timeframe_to_msecs(timeframe)
        if interval_ms % DAY_MS != 0 and DAY_MS % interval_ms != 0:
            warn(
                f"{timeframe} does not divide a day: its candles are counted from 1970-01-01, and days begin within one"
            )
        window = self._window(timerange, interval_ms)
        name = f"{pair} {base}"
        if base == timeframe:
            require_coverage(name, columns["t"].to_numpy(), interval_ms, window)
        else:
            require_coverage(
                f"{name} (which {timeframe} is made of)", columns["t"].to_numpy(), timeframe_to_msecs(base), window
            )
            columns = aggregate(columns, timeframe_to_msecs(base), interval_ms)
            require_coverage(
                f"{pair} {timeframe}, aggregated from {base},", columns["t"].to_numpy(), interval_ms, window
            )
        self._note(pair, timeframe, base, columns["t"].to_numpy(), window)
        return _as_freqtrade_reads(columns, candle_type)

    def _read(self, pair: str, timeframe: str, base: str) -> DataFrame:
        try:
            return self._tables.read(TableName(pair, base))
        except DataUnavailable as error:
            if base == timeframe:
                raise
            raise DataUnavailable(f"{error} Candles of {timeframe} are made of those.") from error

    def _window(self, timerange: TimeRange | None, interval_ms: int) -> Window:
        """freqtrade asks for the range with its start-up, or for a range that it has moved forward for want of one."""
        startup_ms = timerange.startts * 1000 if timerange and timerange.starttype == "date" else self._from_ms
        if self._engine_loads and timerange is None:
            startup_ms = candle_open_ms(self._to_ms - interval_ms, interval_ms)
        return Window(startup_ms, max(startup_ms, self._from_ms), self._to_ms)

    def _note(
        self, pair: str, timeframe: str, base: str, times_ms: numpy.typing.NDArray[numpy.int64], window: Window
    ) -> None:
        used = times_ms[(times_ms >= window.startup_ms) & (times_ms <= window.to_ms)]
        aggregated_from = None if base == timeframe else base
        table = FedTable(pair, timeframe, aggregated_from, int(used[0]), int(used[-1]), len(used))
        before = self._fed.get((pair, timeframe))
        # The mark price's table is read again without a start-up: the wider reading is the one to show.
        if before is None or table.rows > before.rows:
            self._fed[(pair, timeframe)] = table


def _as_freqtrade_reads(columns: DataFrame, candle_type: CandleType) -> DataFrame:
    columns["date"] = to_datetime(columns.pop("t"), unit="ms", utc=True)
    frame = columns.astype(dtype=get_candle_dtypes(candle_type))
    frame["date"] = frame["date"].dt.as_unit("ms")
    ordered: DataFrame = frame.loc[:, OHLCV_COLUMNS]
    return ordered


def supply(handler: IDataHandler) -> None:
    """Makes freqtrade read every candle through this handler."""

    def only_handler(*_arguments: object, **_options: object) -> IDataHandler:
        return handler

    history_utils.get_datahandler = only_handler
