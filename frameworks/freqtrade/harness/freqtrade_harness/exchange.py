"""freqtrade's Hyperliquid without a network: the venue's two public answers are made from the job's instruments."""

from collections.abc import Mapping, Sequence
from typing import Any

from freqtrade.exceptions import ConfigurationError
from freqtrade.exchange import Exchange, Hyperliquid
from platform_worker.failure import StrategyFault
from platform_worker.job import Instrument

from freqtrade_harness.strategy import line_of_setting


class OfflineHyperliquid(Hyperliquid):  # type: ignore[misc]  # freqtrade is untyped
    """The stock exchange class; only its transport is replaced, so markets are parsed by the same code as online."""

    def __init__(self, config: dict[str, Any], instruments: Sequence[Instrument]) -> None:
        self._answers = _answers(instruments)
        super().__init__(config, load_leverage_tiers=True)

    def validate_timeframes(self, timeframe: str | None) -> None:
        """Any that adds up from stored ones will do, which has been checked; the venue's own list is shorter."""

    def validate_required_startup_candles(self, startup_candles: int, timeframe: str) -> int:
        """As many as the venue returns at once, since a live bot requests them there."""
        try:
            calls: int = super().validate_required_startup_candles(startup_candles, timeframe)
        except ConfigurationError as error:
            most = self.ohlcv_candle_limit(timeframe, self._config["candle_type_def"]) - 1
            raise StrategyFault(
                f"the strategy starts up with {startup_candles} candles of {timeframe}, and hyperliquid gives at most "
                f"{most} to begin with: set a lower startup_candle_count, or a coarser timeframe",
                line_of_setting(self._config, "startup_candle_count"),
            ) from error
        return calls

    async def _api_reload_markets(self, reload: bool = False) -> None:
        self._api_async.publicPostInfo = self._answer
        await super()._api_reload_markets(reload)

    async def _answer(self, request: Mapping[str, Any]) -> object:
        return self._answers[request["type"]]


def offline_exchange(config: dict[str, Any], instruments: Sequence[Instrument]) -> Exchange:
    """Returns the venue's exchange as freqtrade has it, over these instruments."""
    return OfflineHyperliquid(config, instruments)


def _answers(instruments: Sequence[Instrument]) -> dict[str, object]:
    universe = [
        {
            "name": instrument.symbol.partition("/")[0],
            "szDecimals": instrument.size_decimals,
            "maxLeverage": instrument.max_leverage,
        }
        for instrument in instruments
    ]
    contexts = [{"markPx": instrument.mark_price} for instrument in instruments]
    usdc = {"name": "USDC", "szDecimals": 8, "weiDecimals": 8, "index": 0, "fullName": None}
    return {"spotMeta": {"tokens": [usdc], "universe": []}, "metaAndAssetCtxs": [{"universe": universe}, contexts]}
