"""The treatment of the keys of a config that the platform doesn't pass to freqtrade."""

from collections.abc import Iterator, Mapping

# They change nothing about a backtest, or only where and how it writes: taken with any value, and left out.
IGNORED = frozenset(
    {
        "$schema",
        "backtest_cache",
        "backtest_directory",
        "bot_name",
        "cancel_open_orders_on_exit",
        "coingecko",
        "dataformat_ohlcv",
        "dataformat_trades",
        "db_url",
        "disableparamexport",
        "export",
        "exportdirectory",
        "exportfilename",
        "force_entry_enable",
        "forcebuy_enable",
        "freqaimodel",
        "freqaimodel_path",
        "hyperopt_path",
        "initial_state",
        "internals",
        "log_config",
        "logfile",
        "print_colorized",
        "recursive_strategy_search",
        "strategy_path",
        "verbosity",
    }
)

# Judged by themselves, then left out: the platform sets its own.
JUDGED = frozenset({"fee", "freqai", "pairlists", "strategy"})

# They choose data, files or another run: taken only where they are empty.
OWNED = frozenset(
    {
        "add_config_files",
        "config",
        "config_files",
        "datadir",
        "freqai_backtest_live_models",
        "futures_funding_rate",
        "original_config",
        "pairs",
        "pairs_file",
        "runmode",
        "strategy_list",
        "timerange",
        "user_data_dir",
    }
)

# Sections that are taken where they are switched off, and left out.
SWITCHES: Mapping[str, str] = {
    "api_server": "nothing is served here",
    "discord": "no messages are sent here",
    "edge": "freqtrade has removed Edge",
    "external_message_consumer": "nobody is listened to here",
    "telegram": "no messages are sent here",
    "webhook": "no messages are sent here",
}

LEFT_OUT = IGNORED | JUDGED | OWNED | SWITCHES.keys()

# Keys of `exchange` that are passed on, and those that change nothing where no exchange is called.
EXCHANGE_KEYS = frozenset({"name", "pair_blacklist", "pair_whitelist"})
EXCHANGE_IGNORED = frozenset(
    {
        "enable_ws",
        "log_responses",
        "markets_refresh_interval",
        "outdated_offset",
        "skip_open_order_update",
        "skip_pair_validation",
        "unknown_fee_rate",
    }
)

CREDENTIALS = frozenset(
    {
        *("accountId", "account_id", "apiKey", "api_key", "key", "login", "password", "privateKey", "private_key"),
        *("secret", "token", "twofa", "uid", "walletAddress", "wallet_address"),
    }
)
# How freqtrade's own example configs fill them.
PLACEHOLDER = "your_"

CONNECTIONS = frozenset({"ccxt_async_config", "ccxt_config", "ccxt_sync_config"})
# The request rate to the exchange, to which nothing is sent from here: bots ask the feed (paper/never_trades.py).
CONNECTION_IGNORED = frozenset({"enableRateLimit", "rateLimit", "timeout", "verbose"})


def is_empty(value: object) -> bool:
    """Whether a value says nothing: absent, switched off, or without content."""
    return value is None or value is False or value in ("", [], {})


def exchange_findings(exchange: Mapping[str, object]) -> Iterator[str]:
    """What of a config's `exchange` can't be honoured, each beginning with its key."""
    for key in sorted(exchange.keys() - EXCHANGE_KEYS - EXCHANGE_IGNORED):
        value = exchange[key]
        if is_empty(value):
            continue
        if key in CREDENTIALS:
            if not (isinstance(value, str) and value.startswith(PLACEHOLDER)):
                yield f"{key}: no credentials are needed here; leave it out"
        elif key in CONNECTIONS and isinstance(value, dict):
            yield from (f"{key}.{name} is set by the platform" for name in sorted(value.keys() - CONNECTION_IGNORED))
        else:
            yield f"{key} is set by the platform"
