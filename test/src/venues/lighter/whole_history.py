"""Prints what lighter-data reads of a market's whole history, as JSON: `whole_history.py <base url> <coin> <end in seconds>`."""

import json
import sys

from lighter_data import rest
from lighter_data.sources import candles, funding

base_url, coin, end = sys.argv[1:]
for module in (rest, candles, funding):
    module.LIGHTER_URL = base_url
# Before the venue's first market.
BEGIN = 1_735_689_600

market = rest.resolve_perp_ids()[coin]
bars = candles.fetch_candles(market, "1h", BEGIN, int(end), sleep_s=0)
payments = funding.fetch_all_funding(market, BEGIN, int(end), sleep_s=0)
print(
    json.dumps(
        {
            "candles": [[opened, *bar] for opened, bar in sorted(bars.items())],
            "fundings": [[seconds * 1000, rate] for seconds, rate in payments],
        }
    )
)
