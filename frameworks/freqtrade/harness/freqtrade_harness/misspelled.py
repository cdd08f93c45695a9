"""Keys of a config that look like ones of freqtrade, which it accepts silently and ignores."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from itertools import islice
from typing import Any

from freqtrade_harness import config_keys, parameters

# How alike two names have to be, whatever their case and underscores; 1 is the same.
_ALIKE = 0.8
_TEXTS = 50
_KEY_CHARACTERS = 100


def misspelled(config: Mapping[str, object], schema: Mapping[str, Any]) -> Iterator[str]:
    """
    A warning for each unknown key that resembles a known one, within known sections too, at most 50.

    Others are a strategy's.
    """
    return islice(_every(config, schema), _TEXTS)


def _every(config: Mapping[str, object], schema: Mapping[str, Any]) -> Iterator[str]:
    known = {*schema["properties"], *config_keys.LEFT_OUT, parameters.KEY, "timeframe_detail"}
    yield from _alike("config", config, known)
    for section in sorted(config.keys() - config_keys.LEFT_OUT - {"exchange"}):
        keys, value = schema["properties"].get(section, {}).get("properties"), config[section]
        if keys is not None and isinstance(value, dict):
            yield from _alike(f"config.{section}", value, {*keys})


def _alike(place: str, section: Mapping[str, object], known: set[str]) -> Iterator[str]:
    names = {_plain(name): name for name in sorted(known)}
    for key in sorted(section.keys() - known):
        shown = key[:_KEY_CHARACTERS]
        for meant in get_close_matches(_plain(shown), names, n=1, cutoff=_ALIKE):
            reason = "is not a key of freqtrade and does nothing unless the strategy reads it"
            yield f"{place}.{shown} {reason}: {names[meant]} is one"


def _plain(name: str) -> str:
    return name.lower().replace("_", "")
