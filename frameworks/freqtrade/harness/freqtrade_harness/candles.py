"""freqtrade's data handler over the job's Parquet files, which never touch a disk."""

from io import BytesIO
from pathlib import Path
from typing import Any

from freqtrade.candle_columns import OHLCV_COLUMNS, get_candle_dtypes
from freqtrade.configuration import TimeRange
from freqtrade.data.history import history_utils
from freqtrade.data.history.datahandlers.idatahandler import IDataHandler
from freqtrade.data.history.datahandlers.parquetdatahandler import ParquetDataHandler
from freqtrade.enums import CandleType
from pandas import DataFrame, to_datetime
from pyarrow import parquet


class SuppliedCandles(ParquetDataHandler):  # type: ignore[misc]  # freqtrade is untyped
    """Reads candles from memory; everything after reading (trimming, gaps, warnings) is freqtrade's own."""

    def __init__(self, directory: Path, files: dict[tuple[str, str], bytes]) -> None:
        super().__init__(directory)
        self._files = files

    def ohlcv_load(self, pair: str, timeframe: str, candle_type: CandleType, **options: Any) -> DataFrame:
        """Adds one rule: the interface applies no funding, so its tables are empty and nobody is warned of that."""
        frame: DataFrame = (
            self._empty_ohlcv_df(candle_type)
            if candle_type == CandleType.FUNDING_RATE
            else super().ohlcv_load(pair, timeframe, candle_type, **options)
        )
        return frame

    def _ohlcv_load(
        self,
        pair: str,
        timeframe: str,
        timerange: TimeRange | None,  # noqa: ARG002  # trimming is the caller's, on whole files as on parts
        candle_type: CandleType,
    ) -> DataFrame:
        file = self._files.get((pair, timeframe))
        if file is None or candle_type != CandleType.FUTURES:
            empty: DataFrame = self._empty_ohlcv_df(candle_type)
            return empty
        columns: DataFrame = parquet.read_table(BytesIO(file)).to_pandas()
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
