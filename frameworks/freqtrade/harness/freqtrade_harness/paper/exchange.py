"""freqtrade's Hyperliquid over the platform's feed: what the venue would be asked over HTTP, the feed is asked."""

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import ccxt
from freqtrade.exchange import Exchange
from pandas import DataFrame
from platform_worker.conversation import Conversation, NoAnswer
from platform_worker.history.timeframes import base_timeframe, seconds_of
from platform_worker.job import Instrument

from freqtrade_harness.aggregation import aggregate
from freqtrade_harness.exchange import OfflineHyperliquid

# As many as the venue returns at once.
CANDLES_MAX = 5000
COLUMNS = ["t", "open", "high", "low", "close", "volume"]
# Between two attempts to load the markets as the bot starts.
MARKETS_AGAIN_SECONDS = 2.0

Request = Mapping[str, Any]


class FeedHyperliquid(OfflineHyperliquid):
    """The stock exchange class; only its transport is replaced: answers are parsed by the same code as online."""

    def __init__(self, config: dict[str, Any], instruments: Sequence[Instrument], conversation: Conversation) -> None:
        self._conversation = conversation
        self._symbols = {instrument.symbol.partition("/")[0]: instrument.symbol for instrument in instruments}
        self._followed = tuple(config["exchange"]["pair_whitelist"])
        super().__init__(config, instruments)
        self._api.publicPostInfo = self._tell

    def reload_markets(self, force: bool = False, *, load_leverage_tiers: bool = True) -> None:
        """Tries again, where freqtrade would end. The platform ends a bot that never starts."""
        super().reload_markets(force, load_leverage_tiers=load_leverage_tiers)
        while not self._markets:
            time.sleep(MARKETS_AGAIN_SECONDS)
            super().reload_markets(force, load_leverage_tiers=load_leverage_tiers)

    async def _answer(self, request: Request) -> object:
        return self._tell(request)

    def _tell(self, request: Request) -> object:
        """Returns what the venue would answer. Raises what ccxt raises where the venue is down."""
        try:
            return getattr(self, f"_{request['type']}", self._unknown)(request)
        except NoAnswer as error:
            raise ccxt.ExchangeNotAvailable(f"hyperliquid {request['type']}: {error}") from error

    def _unknown(self, request: Request) -> object:
        raise ccxt.NotSupported(f"hyperliquid {request['type']} is not available here")

    def _spotMeta(self, _request: Request) -> object:  # noqa: N802  # the venue's own name
        return self._answers["spotMeta"]

    def _metaAndAssetCtxs(self, _request: Request) -> object:  # noqa: N802  # the venue's own name
        listed: Any = self._answers["metaAndAssetCtxs"]
        meta, contexts = listed
        told = {ticker["symbol"]: ticker for ticker in self._tickers()}
        names = [self._symbols[market["name"]] for market in meta["universe"]]
        pairs = zip(names, contexts, strict=True)
        return [meta, [_context(context, told.get(symbol)) for symbol, context in pairs]]

    def _tickers(self) -> list[dict[str, Any]]:
        tickers: list[dict[str, Any]] = self._conversation.ask("tickers", symbols=list(self._followed))["tickers"]
        return tickers

    def _l2Book(self, request: Request) -> object:  # noqa: N802  # the venue's own name
        book = self._conversation.ask("book", symbol=self._symbols[request["coin"]])
        sides = [_levels(book["bids"]), _levels(book["asks"])]
        return {"coin": request["coin"], "time": book["atMs"], "levels": sides}

    def _fundingHistory(self, request: Request) -> object:  # noqa: N802  # the venue's own name
        coin = request["coin"]
        asked = {"symbol": self._symbols[coin], "fromMs": int(request.get("startTime") or 0)}
        rates = self._conversation.ask("funding", **asked)["rates"]
        return [{"coin": coin, "fundingRate": repr(float(rate)), "premium": "0", "time": time} for time, rate in rates]

    def _candleSnapshot(self, request: Request) -> object:  # noqa: N802  # the venue's own name
        wanted = request["req"]
        coin, interval, from_ms, to_ms = wanted["coin"], wanted["interval"], wanted["startTime"], wanted["endTime"]
        interval_ms = seconds_of(interval) * 1000
        count = min(CANDLES_MAX, max(1, -(-(to_ms - from_ms) // interval_ms)))
        rows = self._candles(self._symbols[coin], interval, count)
        return [
            {"t": int(row[0]), "T": int(row[0]) + interval_ms - 1, "s": coin, "i": interval, "n": 0, **_prices(row)}
            for row in rows
            if from_ms <= row[0] <= to_ms
        ]

    def _candles(self, symbol: str, interval: str, count: int) -> list[tuple[float, ...]]:
        base = base_timeframe(interval)
        if base is None:
            raise NoAnswer(f"there are no candles of {interval}")
        per_candle = seconds_of(interval) // seconds_of(base)
        limit = min(CANDLES_MAX, (count + 1) * per_candle)
        told = self._conversation.ask("candles", symbol=symbol, timeframe=base, limit=limit)
        closed = [tuple(row) for row in told["closed"]]
        if base == interval:
            return [*closed, _forming(closed, told["forming"], seconds_of(interval) * 1000)]
        candles = aggregate(DataFrame(closed, columns=COLUMNS), seconds_of(base) * 1000, seconds_of(interval) * 1000)
        whole = list(candles.itertuples(index=False, name=None))
        return [*whole, _forming(whole, None, seconds_of(interval) * 1000)]


def _forming(closed: Sequence[tuple[float, ...]], told: Sequence[float] | None, interval_ms: int) -> tuple[float, ...]:
    """The candle in progress, which the venue always adds and freqtrade always drops: none of its values is read."""
    if told is not None:
        return tuple(told)
    if not closed:
        raise NoAnswer("the venue has no candle of it")
    opened, price = closed[-1][0] + interval_ms, closed[-1][4]
    return (opened, price, price, price, price, 0.0)


def _prices(row: Sequence[float]) -> dict[str, str]:
    return {name: repr(float(value)) for name, value in zip("ohlcv", row[1:], strict=True)}


def _levels(levels: Iterable[Sequence[float]]) -> list[dict[str, object]]:
    return [{"px": repr(float(price)), "sz": repr(float(size)), "n": 1} for price, size in levels]


def _context(context: Mapping[str, object], told: Mapping[str, Any] | None) -> dict[str, object]:
    if told is None or told["mark"] is None:
        return dict(context)
    known = {"markPx": told["mark"], "midPx": told["mid"], "funding": told["fundingRate"]}
    known |= {"openInterest": told["openInterest"], "dayNtlVlm": told["volume24h"]}
    return {**context, **{name: repr(float(value)) for name, value in known.items() if value is not None}}


def feed_exchange(config: dict[str, Any], instruments: Sequence[Instrument], conversation: Conversation) -> Exchange:
    """Returns the venue's exchange as freqtrade has it, over the feed."""
    return FeedHyperliquid(config, instruments, conversation)
