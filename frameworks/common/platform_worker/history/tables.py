"""The stored tables of a run: those that came with its job, and those that the strategy turns out to need."""

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO

import numpy
from pandas import DataFrame, concat
from pyarrow import parquet

from platform_worker.history.table_name import TableName

# The Parquet files of one table, in the order of time.
Files = Sequence[bytes]
# Returns a table's files; raises `DataUnavailable` where there is none.
AskForTable = Callable[[str, str], Files]


class Tables:
    """Every table that a run reads, whole and in order, whatever the number of its objects."""

    def __init__(self, held: Mapping[TableName, Files], ask: AskForTable) -> None:
        self._files = dict(held)
        self._ask = ask

    def read(self, name: TableName) -> DataFrame:
        """Returns all candles of a table: `t` (open time, milliseconds, ascending), open, high, low, close, volume."""
        files = self._files.get(name)
        if files is None:
            files = self._ask(name.symbol, name.timeframe)
            self._files[name] = files
        candles = concatenated(files)
        if not (numpy.diff(candles["t"].to_numpy()) > 0).all():
            raise ValueError(f"the objects of {name.symbol} {name.timeframe} do not follow one another in time")
        return candles


def concatenated(files: Files) -> DataFrame:
    """Returns the rows of Parquet files in their order."""
    frame: DataFrame = concat([parquet.read_table(BytesIO(file)).to_pandas() for file in files], ignore_index=True)
    return frame
