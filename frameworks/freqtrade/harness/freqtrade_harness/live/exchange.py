"""freqtrade's Hyperliquid for real money: the feed tells of markets, the account's proxy takes orders."""

import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlparse

import ccxt
from freqtrade.exchange import Exchange
from platform_worker.conversation import Conversation, NoAnswer
from platform_worker.job import Instrument

from freqtrade_harness.paper.exchange import FeedHyperliquid

# What the feed tells for all bots at once. The list of markets is the venue's own: an order names its market by place.
FED = frozenset({"candleSnapshot", "fundingHistory", "l2Book"})


class ProxiedHyperliquid(FeedHyperliquid):
    """The stock exchange class; only its transport is replaced: the same code as online asks and reads."""

    def _init_ccxt(self, exchange_config: dict[str, Any], sync: bool, ccxt_kwargs: dict[str, Any]) -> ccxt.Exchange:
        api = super()._init_ccxt(exchange_config, sync, ccxt_kwargs)

        def fetch(url: str, _method: str = "GET", _headers: object = None, body: str | None = None) -> object:
            return self._pass_on(api, urlparse(url).path, body or "{}")

        async def fetch_async(url: str, method: str = "GET", headers: object = None, body: str | None = None) -> object:
            return fetch(url, method, headers, body)

        async def approved() -> bool:
            return True

        api.fetch = fetch if sync else fetch_async
        # The platform approves its own fee, where it takes one; ccxt would ask for its own before each order.
        api.handle_builder_fee_approval = (lambda: True) if sync else approved
        return api

    def _tell(self, request: Mapping[str, Any]) -> object:
        if request["type"] in FED:
            return super()._tell(request)
        return self._pass_on(self._api, "/info", json.dumps(request))

    def _pass_on(self, api: Any, path: str, body: str) -> object:
        """Returns the venue's answer. Raises what ccxt raises where the venue refuses, or can't be reached."""
        try:
            answer = self._conversation.ask("venue", path=path, body=body)
        except NoAnswer as error:
            # What was sent may have arrived: freqtrade looks it up, as after a connection that broke.
            raise ccxt.RequestTimeout(f"hyperliquid {path}: {error}") from error
        status, text = answer["status"], answer["text"]
        parsed = api.parse_json(text)
        api.handle_errors(status, "", path, "POST", {}, text, parsed, {}, body)
        api.handle_http_status_code(status, "", path, "POST", text)
        return text if parsed is None else parsed


def proxied_exchange(config: dict[str, Any], instruments: Sequence[Instrument], conversation: Conversation) -> Exchange:
    """Returns the venue's exchange as freqtrade has it, over feed and proxy."""
    return ProxiedHyperliquid(config, instruments, conversation)
