"""The config of a backtest: a user's own freqtrade keys, the defaults of absent ones, and what the platform decides."""

from collections.abc import Iterator, Mapping, Sequence

from platform_worker.imports import Finding

from freqtrade_harness import TIMEFRAMES

# freqtrade demands these of a config; a user's config or strategy may say otherwise.
DEFAULTS: Mapping[str, object] = {
    "stake_currency": "USDC",
    "stake_amount": 100,
    "dry_run_wallet": 1000,
    "margin_mode": "isolated",
    # Either side suits both limit and market orders; a backtest fills at candle prices whatever it is.
    "entry_pricing": {"price_side": "other"},
    "exit_pricing": {"price_side": "other"},
}

# Keys that only the platform sets, because of what they reach (files, networks, money) or what they would falsify.
OWNED = frozenset(
    {
        "add_config_files",
        "api_server",
        "backtest_cache",
        "backtest_directory",
        "config",
        "config_files",
        "datadir",
        "dataformat_ohlcv",
        "dataformat_trades",
        "db_url",
        "discord",
        "dry_run",
        "export",
        "exportdirectory",
        "exportfilename",
        "external_message_consumer",
        "fee",
        "freqai",
        "freqaimodel",
        "freqaimodel_path",
        "futures_funding_rate",
        "hyperopt_path",
        "internals",
        "log_config",
        "logfile",
        "original_config",
        "pairs",
        "pairs_file",
        "recursive_strategy_search",
        "runmode",
        "strategy",
        "strategy_list",
        "strategy_path",
        "telegram",
        "timerange",
        "user_data_dir",
        "verbosity",
        "webhook",
    }
)

# Of `exchange` a user sets nothing but these: the rest are keys, addresses and connections.
EXCHANGE_KEYS = frozenset({"name", "pair_whitelist", "pair_blacklist"})

# Values that may be repeated but not changed.
FIXED: Mapping[str, object] = {
    "trading_mode": "futures",
    "stake_currency": "USDC",
    "pairlists": [{"method": "StaticPairList"}],
}


def findings(config: Mapping[str, object], symbols: Sequence[str]) -> list[Finding]:
    """Every reason why this config can't be run, each naming its key."""
    reasons = [*_ownership(config), *_fixed_values(config), *_exchange(config.get("exchange"), symbols)]
    reasons.extend(_timeframes(config))
    return [Finding(None, reason) for reason in reasons] or list(_schema(config, symbols))


def complete(config: Mapping[str, object], symbols: Sequence[str], fee_rate: float) -> dict[str, object]:
    """The whole config of a run; what the platform decides wins over anything a user says."""
    exchange = config.get("exchange")
    return {
        **DEFAULTS,
        **config,
        **FIXED,
        "exchange": {
            **(exchange if isinstance(exchange, dict) else {}),
            "name": "hyperliquid",
            "pair_whitelist": list(symbols),
            # Perpetuals alone: spot and builder-deployed markets would each need answers of their own.
            "ccxt_config": {"options": {"fetchMarkets": {"types": ["swap"]}, "hip3TokensByName": {}}},
        },
        "dry_run": True,
        "fee": fee_rate,
        "dataformat_ohlcv": "parquet",
        "dataformat_trades": "feather",
    }


def _ownership(config: Mapping[str, object]) -> Iterator[str]:
    for key in sorted(OWNED & config.keys()):
        yield f"config.{key} is set by the platform"
    exchange = config.get("exchange")
    if isinstance(exchange, dict):
        for key in sorted(exchange.keys() - EXCHANGE_KEYS):
            yield f"config.exchange.{key} is set by the platform"


def _fixed_values(config: Mapping[str, object]) -> Iterator[str]:
    for key, value in FIXED.items():
        if key in config and config[key] != value:
            yield f"config.{key} can only be {value!r} here"


def _exchange(exchange: object, symbols: Sequence[str]) -> Iterator[str]:
    if not isinstance(exchange, dict):
        return
    if exchange.get("name", "hyperliquid") != "hyperliquid":
        yield "config.exchange.name can only be 'hyperliquid' here"
    whitelist = exchange.get("pair_whitelist")
    if whitelist is None:
        return
    if not isinstance(whitelist, list) or not all(isinstance(pair, str) for pair in whitelist):
        yield "config.exchange.pair_whitelist must be a list of pairs"
    elif set(whitelist) != set(symbols):
        yield "config.exchange.pair_whitelist must name the same pairs as symbols"


def _timeframes(config: Mapping[str, object]) -> Iterator[str]:
    for key in ("timeframe", "timeframe_detail"):
        if key in config and config[key] not in TIMEFRAMES:
            yield f"config.{key} must be one of {', '.join(TIMEFRAMES)}"


def _schema(config: Mapping[str, object], symbols: Sequence[str]) -> Iterator[Finding]:
    # Imported here: building the validator takes longer than everything above.
    from freqtrade.config_schema.config_schema import CONF_SCHEMA
    from jsonschema import Draft4Validator

    whole = complete(config, symbols, 0.0)
    for error in Draft4Validator(CONF_SCHEMA).iter_errors(whole):
        yield Finding(None, f"{'.'.join(['config', *map(str, error.absolute_path)])}: {error.message}"[:500])
