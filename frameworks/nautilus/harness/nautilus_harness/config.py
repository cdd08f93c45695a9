"""The config of a backtest: the keys that the strategy's config class declares, and what the platform says of some."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from platform_worker.imports import Finding

from nautilus_harness import bar_types
from nautilus_harness.source import DeclaredConfig

# The aliases of a run, which repeat the request's symbols.
INSTRUMENT_IDS = "instrument_ids"

# Keys of nautilus's own config class that change nothing outside the run, and the types of their values.
BASE_KEYS: Mapping[str, Any] = {
    "strategy_id": str | None,
    "order_id_tag": str | None,
    "use_hyphens_in_client_order_ids": bool,
    "manage_contingent_orders": bool,
    "manage_gtd_expiry": bool,
    "log_events": bool,
    "log_commands": bool,
    "log_rejected_due_post_only_as_warning": bool,
}

# Those that would change the account or how the run repeats, and the values that they can have.
FIXED_KEYS: Mapping[str, tuple[object, ...]] = {
    "oms_type": (None, "NETTING"),
    "use_uuid_client_order_ids": (False,),
    "external_order_claims": (None, []),
}

# `TriggerType.NO_TRIGGER` as a config has it.
_NO_TRIGGER = 0

_INSTRUMENT = re.compile(r"[^\s@]+\.(?P<venue>[A-Z]+)")


def findings(config: Mapping[str, object], declared: DeclaredConfig | None, symbols: Sequence[str]) -> list[Finding]:
    """Returns every reason why this config can't be run, found without running the strategy, each naming its key."""
    reasons = [
        *(finding for finding in (bar_type.finding(symbols) for bar_type in bar_types.named(config)) if finding),
        *(Finding(None, reason) for reason in _instruments(config, declared, symbols)),
        *(Finding(None, reason) for reason in fixed(config)),
        *(Finding(None, reason) for reason in _waiting(config, declared)),
    ]
    if declared is not None and declared.is_whole:
        required = {field.name for field in declared.fields.values() if field.default is None}
        reasons += keys(config, declared.name, set(declared.fields), required)
        reasons += _values(config, declared)
    return reasons


def _waiting(config: Mapping[str, object], declared: DeclaredConfig | None) -> Iterator[str]:
    """Values by which orders would wait for ever, as nautilus's own examples name the keys; defaults too."""
    fields = {} if declared is None else declared.fields
    for key, value in {**{name: field.default_text for name, field in fields.items()}, **config}.items():
        if key == "emulation_trigger" and value not in (None, "NO_TRIGGER", _NO_TRIGGER):
            yield f"config.{key} can only be 'NO_TRIGGER' here: an emulated order waits for quotes, which aren't fed"
        elif key.endswith("exec_algorithm_id") and value not in (None, "TWAP"):
            yield f"config.{key} can only be 'TWAP' here: no other execution algorithm is there"


def request_problems(config: Mapping[str, object], symbols: Sequence[str]) -> dict[str, str]:
    """Returns what of the config contradicts the request."""
    given = config.get(INSTRUMENT_IDS)
    if given is None:
        return {}
    if isinstance(given, list) and all(isinstance(item, str) for item in given) and set(given) == set(symbols):
        return {}
    return {f"config.{INSTRUMENT_IDS}": f"must repeat symbols ({', '.join(symbols)})"}


def keys(config: Mapping[str, object], name: str, declared: set[str], required: set[str]) -> Iterator[Finding]:
    """Keys that the config class doesn't declare, and those that it asks for."""
    known = declared | BASE_KEYS.keys() | FIXED_KEYS.keys() | {INSTRUMENT_IDS}
    shown = ", ".join(sorted(declared - BASE_KEYS.keys() - FIXED_KEYS.keys())) or "no keys"
    for key in sorted(config.keys() - known):
        yield Finding(None, f"config.{key[:100]} is not declared by {name}, which has {shown}")
    for key in sorted(required - config.keys() - {INSTRUMENT_IDS}):
        yield Finding(None, f"config.{key} is missing: {name} requires it")


def _values(config: Mapping[str, object], declared: DeclaredConfig) -> Iterator[Finding]:
    """Values that are not of the type that their key has."""
    judged = [key for key in config if key not in {INSTRUMENT_IDS, *FIXED_KEYS}]
    if not judged:
        return
    # Imported here: most of what this process does is done without.
    from nautilus_harness.field_types import problem, type_of

    for key in judged:
        field = declared.fields.get(key)
        kind = BASE_KEYS.get(key, Any) if field is None else type_of(field.annotation, declared.origin)
        found = problem(config[key], kind)
        if found is not None:
            yield Finding(None, f"config.{key}{found}")


def fixed(config: Mapping[str, object]) -> Iterator[str]:
    """Keys of nautilus's own whose value is decided."""
    for key, values in FIXED_KEYS.items():
        if key in config and config[key] not in values:
            yield f"config.{key} can only be {' or '.join(map(repr, values))} here"


def complete(config: Mapping[str, object], declared: set[str], symbols: Sequence[str]) -> dict[str, object]:
    """Returns the arguments of the config class: `instrument_ids` only where it declares them."""
    given = {key: value for key, value in config.items() if key != INSTRUMENT_IDS}
    return {**given, INSTRUMENT_IDS: list(symbols)} if INSTRUMENT_IDS in declared else given


def _instruments(
    config: Mapping[str, object], declared: DeclaredConfig | None, symbols: Sequence[str]
) -> Iterator[str]:
    """Returns instrument ids outside of the run: by their form and venue, or where the class says they are one."""
    venues = {_venue_of(symbol) for symbol in symbols}
    for key, value in config.items():
        if key == INSTRUMENT_IDS:
            continue
        field = declared.fields.get(key) if declared is not None else None
        is_instrument = field is not None and "InstrumentId" in field.names
        for place, text in bar_types.texts(value, f"config.{key}"):
            if text not in symbols and (is_instrument or _venue_of(text) in venues):
                yield f"{place}: '{text[:100]}' is none of the symbols ({', '.join(symbols)})"


def _venue_of(text: str) -> str | None:
    """The venue of an instrument's id; None for a text in another form."""
    match = _INSTRUMENT.fullmatch(text)
    return None if match is None else match["venue"]
