"""
The parameters that a hyperopt run found, in the form of the file that freqtrade writes beside the strategy.

https://www.freqtrade.io/en/stable/hyperopt/#automatic-parameter-application-to-the-strategy
"""

from collections.abc import Iterator, Mapping

# The key of a config that holds them; freqtrade itself has no such key.
KEY = "strategy_parameters"

_PLACE = f"config.{KEY}"

# Spaces with parameters of freqtrade's own; any other space holds those that the strategy declares.
SPECIAL: Mapping[str, Mapping[str, tuple[type, ...]]] = {
    "stoploss": {"stoploss": (int, float)},
    "max_open_trades": {"max_open_trades": (int, float)},
    "trailing": {
        "trailing_stop": (bool,),
        "trailing_stop_positive": (int, float, type(None)),
        "trailing_stop_positive_offset": (int, float),
        "trailing_only_offset_is_reached": (bool,),
    },
}


def findings(parameters: object, strategy: str) -> Iterator[str]:
    """Returns what keeps freqtrade from applying these parameters to the strategy class, each after its key."""
    if parameters is None:
        return
    if not isinstance(parameters, dict) or not isinstance(parameters.get("params"), dict):
        form = '{"strategy_name": "…", "params": {"buy": {…}, …}}'
        yield f"{_PLACE} must be an object as freqtrade writes it: {form}"
        return
    if parameters.get("strategy_name") != strategy:
        yield f"{_PLACE}.strategy_name must be '{strategy}', the class that runs"
    for space, values in parameters["params"].items():
        if not isinstance(values, dict):
            yield f"{_PLACE}.params.{space} must be an object"
        elif space == "roi":
            yield from roi_findings(values, f"{_PLACE}.params.roi")
        else:
            yield from _special(space, values)


def roi_findings(values: Mapping[str, object], place: str) -> Iterator[str]:
    """What of a table of returns by minutes freqtrade can't use."""
    for minutes, ratio in values.items():
        if not (minutes.isascii() and minutes.isdigit()) or not _is_a(ratio, (int, float)):
            yield f'{place}.{minutes} must be a number of minutes with a ratio, such as "30": 0.02'


def _special(space: str, values: Mapping[str, object]) -> Iterator[str]:
    for name, kinds in SPECIAL.get(space, {}).items():
        if name in values and not _is_a(values[name], kinds):
            expected = "true or false" if kinds == (bool,) else "a number"
            yield f"{_PLACE}.params.{space}.{name} must be {expected}"


def _is_a(value: object, kinds: tuple[type, ...]) -> bool:
    return isinstance(value, kinds) and (bool in kinds or not isinstance(value, bool))
