"""The config of a backtest: a user's own freqtrade keys, the defaults of absent ones, and what the platform decides."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isclose
from typing import Any

from platform_worker.history.timeframes import UNAVAILABLE, base_timeframe, seconds_of
from platform_worker.imports import Finding
from platform_worker.source import HALF_CHARACTER

from freqtrade_harness import config_keys, parameters
from freqtrade_harness.source import FREQAI

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

# Values that may be repeated but not changed.
FIXED: Mapping[str, object] = {"dry_run": True, "trading_mode": "futures", "stake_currency": "USDC"}

PAIRLISTS = [{"method": "StaticPairList"}]


# One record per line, however long: freqtrade's own handler breaks lines at the width of a console.
LOG_CONFIG: Mapping[str, object] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s - %(name)s - %(levelname)s - %(message)s"}},
    "handlers": {
        "log": {"class": "logging.StreamHandler", "formatter": "line"},
        "warnings": {"()": "platform_worker.warnings_summary.summary"},
    },
    "root": {"handlers": ["log", "warnings"], "level": "INFO"},
}


@dataclass(frozen=True, slots=True)
class Terms:
    """What a config has to agree with: the request's symbols, the platform's fee per side, the strategy that runs."""

    symbols: Sequence[str]
    fee_rate: float
    strategy: str
    # Of the strategy; None where only running it decides.
    timeframe: str | None
    # Whether it is for a bot that trades with real money.
    is_live: bool = False


def findings(config: Mapping[str, object], terms: Terms) -> list[Finding]:
    """Returns every reason why this config can't be run, each naming its key."""
    reasons = [
        *_texts(config),
        *_owned(config),
        *_fixed(config, terms),
        *_exchange(config.get("exchange"), terms.symbols),
        *_timeframes(config, terms.timeframe),
        *_roi(config.get("minimal_roi")),
        *parameters.findings(config.get(parameters.KEY), terms.strategy),
    ]
    return [Finding(None, reason) for reason in reasons] or list(_schema(config, terms))


def complete(config: Mapping[str, object], symbols: Sequence[str], fee_rate: float) -> dict[str, object]:
    """Returns the whole config of a run; what the platform decides wins over the user's values."""
    left_out = config_keys.LEFT_OUT | {parameters.KEY}
    exchange = config.get("exchange")
    blacklist = exchange.get("pair_blacklist") if isinstance(exchange, dict) else None
    return {
        **DEFAULTS,
        **{key: value for key, value in config.items() if key not in left_out},
        **FIXED,
        "pairlists": PAIRLISTS,
        "exchange": {
            "name": "hyperliquid",
            "pair_whitelist": list(symbols),
            **({} if blacklist is None else {"pair_blacklist": blacklist}),
            # Perpetuals alone: spot and builder-deployed markets would each need answers of their own.
            "ccxt_config": {"options": {"fetchMarkets": {"types": ["swap"]}, "hip3TokensByName": {}}},
        },
        "fee": fee_rate,
        "log_config": LOG_CONFIG,
        "dataformat_ohlcv": "parquet",
        "dataformat_trades": "feather",
    }


def _texts(config: Mapping[str, object]) -> Iterator[str]:
    for key, value in config.items():
        try:
            json.dumps([key, value], ensure_ascii=False).encode()
        except UnicodeEncodeError:
            yield f"config.{key.encode(errors='replace').decode()}: {HALF_CHARACTER}"


def _owned(config: Mapping[str, object]) -> Iterator[str]:
    for key in sorted(config_keys.OWNED & config.keys()):
        if not config_keys.is_empty(config[key]):
            yield f"config.{key} is set by the platform"
    for key, reason in config_keys.SWITCHES.items():
        section = config.get(key)
        if section is None:
            continue
        if not isinstance(section, dict):
            yield f"config.{key} must be an object"
        elif section.get("enabled", False) is not False:
            yield f"config.{key} can only be switched off here (enabled: false): {reason}"
    freqai = config.get("freqai")
    if freqai is not None and not (isinstance(freqai, dict) and freqai.get("enabled") is False):
        yield f"config.freqai: {FREQAI}"


def _fixed(config: Mapping[str, object], terms: Terms) -> Iterator[str]:
    for key, value in {**FIXED, "dry_run": not terms.is_live}.items():
        if key in config and config[key] != value:
            yield f"config.{key} can only be {json.dumps(value) if isinstance(value, bool) else repr(value)} here"
    fee = config.get("fee")
    if fee is not None and not _equals(fee, terms.fee_rate):
        yield f"config.fee can only be {terms.fee_rate:g} here: the venue's taker fee and the platform's builder fee"
    if config.get("strategy") not in (None, "", terms.strategy):
        yield f"config.strategy can only be '{terms.strategy}' here, the class that runs"
    pairlists = config.get("pairlists")
    if pairlists is not None and not _names_the_pairs(pairlists):
        yield f"config.pairlists can only be {PAIRLISTS!r} here"


def _equals(value: object, number: float) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return isclose(value, number, rel_tol=1e-9)


def _names_the_pairs(pairlists: object) -> bool:
    """Whether the pairs of a run are those that the config names."""
    if not isinstance(pairlists, list) or len(pairlists) != 1 or not isinstance(pairlists[0], dict):
        return False
    return pairlists[0].get("method") == "StaticPairList" and pairlists[0].keys() <= {"method", "allow_inactive"}


def _exchange(exchange: object, symbols: Sequence[str]) -> Iterator[str]:
    if not isinstance(exchange, dict):
        if exchange is not None:
            yield "config.exchange must be an object"
        return
    yield from (f"config.exchange.{reason}" for reason in config_keys.exchange_findings(exchange))
    if exchange.get("name", "hyperliquid") != "hyperliquid":
        yield "config.exchange.name can only be 'hyperliquid' here"
    whitelist = exchange.get("pair_whitelist")
    if whitelist is None or whitelist == []:
        return
    if not isinstance(whitelist, list) or not all(isinstance(pair, str) for pair in whitelist):
        yield "config.exchange.pair_whitelist must be a list of pairs"
    elif set(whitelist) != set(symbols):
        yield "config.exchange.pair_whitelist must name the same pairs as symbols"


def _timeframes(config: Mapping[str, object], main: str | None) -> Iterator[str]:
    for key in ("timeframe", "timeframe_detail"):
        value = config.get(key)
        if isinstance(value, str) and value != "" and base_timeframe(value) is None:
            yield f"config.{key} '{value[:20]}' is not available: {UNAVAILABLE}"
        elif key in config and not isinstance(value, str):
            yield f"config.{key} must be a text such as '1h'"
    detail = config.get("timeframe_detail")
    if not isinstance(detail, str) or main is None or base_timeframe(detail) is None or base_timeframe(main) is None:
        return
    if seconds_of(detail) >= seconds_of(main):
        yield f"config.timeframe_detail '{detail}' must be smaller than the strategy's timeframe '{main}'"


def _roi(roi: object) -> Iterator[str]:
    if isinstance(roi, dict):
        yield from parameters.roi_findings(roi, "config.minimal_roi")


def _schema(config: Mapping[str, object], terms: Terms) -> Iterator[Finding]:
    # Imported here: building the validator takes longer than everything above.
    from freqtrade.config_schema.config_schema import CONF_SCHEMA
    from jsonschema import Draft4Validator

    whole = complete(config, terms.symbols, terms.fee_rate)
    for error in Draft4Validator(CONF_SCHEMA).iter_errors(whole):
        yield Finding(None, f"{'.'.join(['config', *map(str, error.absolute_path)])}: {_words(error)}"[:500])


def _words(error: Any) -> str:
    """What the schema refuses; where a number would do too, its own words name the text alone."""
    types = error.schema.get("type", ())
    if error.validator != "pattern" or "number" not in types:
        return str(error.message)
    return f"{error.instance!r} is neither a number nor {error.validator_value!r}"
