"""Times pages of candles read by DuckDB and by polars: from the files that hold them, and from all files of the market.

Reads JSON from the file named by the first argument: a list of pages {files, all_files, from_ms, to_ms, rows}. Prints one line of
JSON: milliseconds per page by reader.
"""

import json
import sys
import time

import duckdb
import polars

WARM_UP = 20
COLUMNS = ["t", "open", "high", "low", "close", "volume"]
QUERY = f"SELECT {', '.join(COLUMNS)} FROM read_parquet(?) WHERE t >= ? AND t < ? ORDER BY t"

connection = duckdb.connect()
connection.execute("SET parquet_metadata_cache = true")


def by_duckdb(files, page):
    found = connection.execute(QUERY, [files, page["from_ms"], page["to_ms"]]).fetchnumpy()
    return len(found["t"])


def by_polars(files, page):
    time_column = polars.col("t")
    wanted = (time_column >= page["from_ms"]) & (time_column < page["to_ms"])
    return polars.scan_parquet(files).filter(wanted).sort("t").select(COLUMNS).collect().height


def timed(read, which, pages):
    for page in pages[:WARM_UP]:
        read(page[which], page)
    times = []
    for page in pages:
        started = time.perf_counter()
        rows = read(page[which], page)
        times.append((time.perf_counter() - started) * 1000)
        if rows != page["rows"]:
            raise SystemExit(f"{read.__name__}: {rows} rows instead of {page['rows']}")
    return times


with open(sys.argv[1], encoding="utf-8") as file:
    asked = json.load(file)
print(
    json.dumps(
        {
            "duckdb": timed(by_duckdb, "files", asked),
            "polars": timed(by_polars, "files", asked),
            "duckdb_all_files": timed(by_duckdb, "all_files", asked),
            "polars_all_files": timed(by_polars, "all_files", asked),
        }
    )
)
