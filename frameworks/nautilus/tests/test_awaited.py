from nautilus_harness.awaited import never_came

BTC = "BTC-PERP.HYPERLIQUID"
FED = {f"data.bars.{BTC}-5-MINUTE-LAST-EXTERNAL", "data.funding_rates.HYPERLIQUID.BTC-PERP"}


def test_what_came_and_what_nautilus_itself_listens_to_is_not_missed() -> None:
    own = {"data.quotes.*", "data.bars.*EXTERNAL", "data.mark_prices.*", "events.order.*", "data.SignalMine"}
    assert never_came(FED | own, FED) == []


def test_bars_that_are_not_fed_are_missed_whatever_market_they_are_of() -> None:
    assert never_came({*FED, "data.bars.BTCUSDT.BINANCE-1-HOUR-LAST-EXTERNAL"}, FED) == [
        "no bars of BTCUSDT.BINANCE-1-HOUR-LAST-EXTERNAL came: only those that the config names are fed"
    ]


def test_bars_of_trades_and_quotes_are_missed_with_what_to_write_instead() -> None:
    trades, quotes = f"{BTC}-2-HOUR-LAST-INTERNAL", f"{BTC}-2-HOUR-MID-INTERNAL"
    instead = f"no trades or quotes are fed; name {trades}@1-MINUTE-EXTERNAL in the config, made of bars"
    assert never_came({f"data.bars.{trades}", f"data.bars.{quotes}"}, FED) == [
        f"no bars of {trades} came: {instead}",
        f"no bars of {quotes} came: {instead}",
    ]


def test_ticks_books_and_other_prices_are_missed_once_each() -> None:
    topics = {
        "data.quotes.HYPERLIQUID.BTC-PERP",
        "data.trades.POLYMARKET.77",
        "data.book.deltas.HYPERLIQUID.BTC-PERP",
        "data.book.snapshots.HYPERLIQUID.BTC-PERP.1000",
        "data.mark_prices.HYPERLIQUID.BTC-PERP",
        "data.funding_rates.LIGHTER.BTC-PERP",
    }
    end = "came: only bars are fed, and funding rates where the run has any"
    assert never_came(topics, FED) == [
        f"no order books of {BTC} {end}",
        f"no funding rates of BTC-PERP.LIGHTER {end}",
        f"no mark prices of {BTC} {end}",
        f"no quotes of {BTC} {end}",
        f"no trades of 77.POLYMARKET {end}",
    ]
