import json

import pytest
from freqtrade_harness import config
from freqtrade_harness.source import FREQAI

PAIRS = ["BTC/USDC:USDC", "ETH/USDC:USDC"]


def texts(user: dict[str, object], timeframe: str | None = "1h") -> list[str]:
    terms = config.Terms(PAIRS, 0.00055, "Sample", timeframe)
    return [finding.text for finding in config.findings(user, terms)]


# As `freqtrade new-config` writes it for futures on hyperliquid, and keys of freqtrade's full example beside them.
PASTED: dict[str, object] = {
    "$schema": "https://schema.freqtrade.io/schema.json",
    "max_open_trades": 3,
    "stake_currency": "USDC",
    "stake_amount": "unlimited",
    "tradable_balance_ratio": 0.99,
    "fiat_display_currency": "USD",
    "timeframe": "5m",
    "dry_run": True,
    "dry_run_wallet": 1000,
    "cancel_open_orders_on_exit": False,
    "trading_mode": "futures",
    "margin_mode": "isolated",
    "unfilledtimeout": {"entry": 10, "exit": 10, "exit_timeout_count": 0, "unit": "minutes"},
    "entry_pricing": {
        "price_side": "same",
        "use_order_book": True,
        "order_book_top": 1,
        "price_last_balance": 0.0,
        "check_depth_of_market": {"enabled": False, "bids_to_ask_delta": 1},
    },
    "exit_pricing": {"price_side": "same", "use_order_book": True, "order_book_top": 1},
    "exchange": {
        "name": "hyperliquid",
        "sandbox": False,
        "api_key": "your_exchange_api_key",
        "key": "",
        "secret": "your_exchange_secret",
        "password": "",
        "uid": None,
        "walletAddress": "",
        "privateKey": "",
        "log_responses": False,
        "enable_ws": True,
        "ccxt_config": {},
        "ccxt_async_config": {"enableRateLimit": True, "rateLimit": 200},
        "ccxt_sync_config": {},
        "pair_whitelist": PAIRS,
        "pair_blacklist": ["BNB/.*"],
        "outdated_offset": 5,
        "markets_refresh_interval": 60,
    },
    "pairlists": [{"method": "StaticPairList", "allow_inactive": False}],
    "edge": {"enabled": False, "process_throttle_secs": 3600},
    "telegram": {"enabled": False, "token": "your_telegram_token", "chat_id": "your_telegram_chat_id"},
    "api_server": {"enabled": False, "listen_ip_address": "127.0.0.1", "jwt_secret_key": "somethingrandom"},
    "discord": {"enabled": False},
    "webhook": {"enabled": False, "url": "https://example.com"},
    "external_message_consumer": {"enabled": False, "producers": []},
    "freqai": {"enabled": False},
    "bot_name": "freqtrade",
    "db_url": "sqlite:///tradesv3.sqlite",
    "initial_state": "running",
    "force_entry_enable": False,
    "internals": {"process_throttle_secs": 5, "heartbeat_interval": 60},
    "disable_dataframe_checks": False,
    "strategy": "Sample",
    "strategy_path": "user_data/strategies/",
    "recursive_strategy_search": False,
    "dataformat_ohlcv": "json",
    "dataformat_trades": "jsongz",
    "fee": 0.00055,
    "verbosity": 3,
    "add_config_files": [],
    "strategy_parameters": {"strategy_name": "Sample", "params": {}},
}


def test_no_key_is_required() -> None:
    assert texts({}) == []


def test_a_config_that_was_pasted_passes_and_hands_on_only_what_a_backtest_uses() -> None:
    assert texts(PASTED) == []
    whole = config.complete(PASTED, PAIRS, 0.00055)
    assert sorted(whole) == [
        *("dataformat_ohlcv", "dataformat_trades", "disable_dataframe_checks", "dry_run", "dry_run_wallet"),
        *("entry_pricing", "exchange", "exit_pricing", "fee", "fiat_display_currency", "log_config", "margin_mode"),
        *("max_open_trades", "pairlists", "stake_amount", "stake_currency", "timeframe", "tradable_balance_ratio"),
        *("trading_mode", "unfilledtimeout"),
    ]
    assert whole["entry_pricing"] == PASTED["entry_pricing"]
    assert whole["exchange"] == {
        "name": "hyperliquid",
        "pair_whitelist": PAIRS,
        "pair_blacklist": ["BNB/.*"],
        "ccxt_config": {"options": {"fetchMarkets": {"types": ["swap"]}, "hip3TokensByName": {}}},
    }
    assert "your_" not in json.dumps(whole)


@pytest.mark.parametrize(
    ("user", "text"),
    [
        ({"dry_run": False}, "config.dry_run can only be true here"),
        ({"trading_mode": "spot"}, "config.trading_mode can only be 'futures' here"),
        ({"stake_currency": "USDT"}, "config.stake_currency can only be 'USDC' here"),
        ({"fee": 0}, "config.fee can only be 0.00055 here"),
        ({"fee": True}, "config.fee can only be 0.00055 here"),
        ({"strategy": "Other"}, "config.strategy can only be 'Sample' here"),
        ({"pairlists": [{"method": "VolumePairList"}]}, "config.pairlists can only be"),
        ({"pairlists": [{"method": "StaticPairList"}, {"method": "AgeFilter"}]}, "config.pairlists can only be"),
        ({"telegram": {"enabled": True}}, "config.telegram can only be switched off here (enabled: false)"),
        ({"api_server": {"enabled": "yes"}}, "config.api_server can only be switched off here"),
        ({"webhook": "https://example.com"}, "config.webhook must be an object"),
        ({"freqai": {"enabled": True}}, f"config.freqai: {FREQAI}"),
        ({"freqai": {"train_period_days": 30}}, f"config.freqai: {FREQAI}"),
        ({"freqai": {}}, f"config.freqai: {FREQAI}"),
        ({"datadir": "/etc"}, "config.datadir is set by the platform"),
        ({"futures_funding_rate": 0.1}, "config.futures_funding_rate is set by the platform"),
        ({"add_config_files": ["other.json"]}, "config.add_config_files is set by the platform"),
        ({"exchange": {"key": "0x1"}}, "config.exchange.key: no credentials are needed here; leave it out"),
        ({"exchange": {"walletAddress": "0x1"}}, "config.exchange.walletAddress: no credentials are needed here"),
        ({"exchange": {"ccxt_config": {"urls": {}}}}, "config.exchange.ccxt_config.urls is set by the platform"),
        ({"exchange": {"sandbox": True}}, "config.exchange.sandbox is set by the platform"),
        ({"exchange": {"use_public_trades": True}}, "config.exchange.use_public_trades is set by the platform"),
        ({"exchange": {"name": "binance"}}, "config.exchange.name can only be 'hyperliquid' here"),
        ({"exchange": "hyperliquid"}, "config.exchange must be an object"),
        ({"exchange": {"pair_whitelist": PAIRS[:1]}}, "config.exchange.pair_whitelist must name the same pairs"),
        ({"exchange": {"pair_whitelist": "BTC"}}, "config.exchange.pair_whitelist must be a list of pairs"),
        ({"timeframe": "7x"}, "config.timeframe '7x' is not available: candles are stored in 1m, 5m"),
        ({"timeframe": "1M"}, "config.timeframe '1M' is not available"),
        ({"timeframe": 5}, "config.timeframe must be a text such as '1h'"),
        ({"timeframe_detail": "1s"}, "config.timeframe_detail '1s' is not available"),
        ({"timeframe_detail": "1h"}, "config.timeframe_detail '1h' must be smaller than the strategy's timeframe '1h'"),
        ({"minimal_roi": {"0": "much"}}, "config.minimal_roi.0 must be a number of minutes with a ratio"),
        ({"minimal_roi": {"soon": 0.1}}, "config.minimal_roi.soon must be a number of minutes with a ratio"),
        ({"strategy_parameters": 3}, "config.strategy_parameters must be an object"),
        ({"bot_name": "\ud800"}, "config.bot_name: the text holds half a character"),
        ({"unfilledtimeout": {"unit": "\ud800"}}, "config.unfilledtimeout: the text holds half a character"),
    ],
)
def test_what_would_change_the_run_and_cannot_be_honoured_is_named(user: dict[str, object], text: str) -> None:
    (found,) = texts(user)
    assert found.startswith(text)


def test_everything_is_named_at_once() -> None:
    assert texts({"fee": 1, "datadir": "x", "exchange": {"secret": "s"}}) == [
        "config.datadir is set by the platform",
        "config.fee can only be 0.00055 here: the venue's taker fee and the platform's builder fee",
        "config.exchange.secret: no credentials are needed here; leave it out",
    ]


def test_timeframes_that_add_up_from_stored_ones_are_taken() -> None:
    assert texts({"timeframe": "45m", "timeframe_detail": "3m"}, "45m") == []
    assert texts({"timeframe_detail": "30m"}, None) == []


def test_the_pair_list_names_the_symbols_in_any_order() -> None:
    assert texts({"exchange": {"pair_whitelist": PAIRS[::-1]}}) == []
    assert texts({"exchange": {"pair_whitelist": []}}) == []


def test_freqtrades_own_schema_judges_the_rest() -> None:
    assert texts({"stoploss": 0.5}) != []
    assert texts({"max_open_trades": "many"}) == ["config.max_open_trades: 'many' is not of type 'integer', 'number'"]


def test_the_platform_wins_over_the_user_and_the_user_over_defaults() -> None:
    whole = config.complete({"stake_amount": 7, "dry_run": False, "fee": 0}, PAIRS, 0.00055)
    assert whole["stake_amount"] == 7
    assert whole["dry_run_wallet"] == 1000
    assert (whole["dry_run"], whole["fee"], whole["trading_mode"]) == (True, 0.00055, "futures")
