"""Keys of a config that look like ones of freqtrade, which it takes without a word and does nothing with."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from freqtrade_harness import config_keys, parameters

# How alike two names have to be; 1 is the same.
_ALIKE = 0.85


def misspelled(config: Mapping[str, object], schema: Mapping[str, Any]) -> Iterator[str]:
    """A warning for each unknown key that resembles a known one, within known sections too; others are a strategy's."""
    known = {*schema["properties"], *config_keys.LEFT_OUT, parameters.KEY, "timeframe_detail"}
    yield from _alike("config", config, known)
    for section in sorted(config.keys() - config_keys.LEFT_OUT - {"exchange"}):
        keys, value = schema["properties"].get(section, {}).get("properties"), config[section]
        if keys is not None and isinstance(value, dict):
            yield from _alike(f"config.{section}", value, {*keys})


def _alike(place: str, section: Mapping[str, object], known: set[str]) -> Iterator[str]:
    for key in sorted(section.keys() - known):
        for meant in get_close_matches(key, sorted(known), n=1, cutoff=_ALIKE):
            name = f"{place}.{key[:100]}"
            yield f"{name} is no key of freqtrade and does nothing unless the strategy reads it: {meant} is one"
