from collections.abc import Sequence
from io import BytesIO

import pytest
from pandas import DataFrame
from platform_worker.failure import DataUnavailable
from platform_worker.history.table_name import TableName
from platform_worker.history.tables import Files, Tables

BTC = TableName("BTC/USDC:USDC", "1h")


def file(times: Sequence[int]) -> bytes:
    columns = ("open", "high", "low", "close", "volume")
    target = BytesIO()
    DataFrame({"t": list(times), **{name: [1.0] * len(times) for name in columns}}).to_parquet(target)
    return target.getvalue()


def nothing(symbol: str, timeframe: str) -> Files:
    raise DataUnavailable(f"{symbol} {timeframe}: nothing is stored")


def test_every_object_of_a_table_is_read_in_order_once() -> None:
    parts = [range(start, start + 100) for start in range(0, 900, 100)]
    tables = Tables({BTC: [file(part) for part in parts]}, nothing)
    assert tables.read(BTC)["t"].tolist() == list(range(900))
    assert tables.read(BTC)["t"].tolist() == list(range(900))


@pytest.mark.parametrize("second", [range(50, 150), range(99, 120), range(100)])
def test_objects_that_overlap_are_a_fault_of_ours(second: range) -> None:
    tables = Tables({BTC: [file(range(100)), file(second)]}, nothing)
    with pytest.raises(ValueError, match="do not follow one another"):
        tables.read(BTC)


def test_a_table_that_did_not_come_with_the_job_is_asked_for_once() -> None:
    asked: list[tuple[str, str]] = []

    def ask(symbol: str, timeframe: str) -> Files:
        asked.append((symbol, timeframe))
        return [file(range(10))]

    tables = Tables({}, ask)
    assert len(tables.read(BTC)) == len(tables.read(BTC)) == 10
    assert asked == [("BTC/USDC:USDC", "1h")]


def test_a_table_that_is_not_there_is_refused_each_time() -> None:
    tables = Tables({}, nothing)
    for _attempt in range(2):
        with pytest.raises(DataUnavailable, match="BTC/USDC:USDC 1h: nothing is stored"):
            tables.read(BTC)
