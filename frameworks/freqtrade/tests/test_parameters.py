import pytest
from freqtrade_harness.parameters import findings


def given(params: object, name: object = "A") -> list[str]:
    return list(findings({"strategy_name": name, "params": params, "ft_stratparam_v": 1}, "A"))


def test_what_freqtrade_writes_is_taken() -> None:
    params = {
        "roi": {"0": 0.1, "30": 0},
        "stoploss": {"stoploss": -0.2},
        "trailing": {
            "trailing_stop": True,
            "trailing_stop_positive": None,
            "trailing_stop_positive_offset": 0.0,
            "trailing_only_offset_is_reached": False,
        },
        "max_open_trades": {"max_open_trades": 3},
        "buy": {"buy_rsi": 30, "buy_trigger": "macd", "buy_on": True},
        "protection": {},
    }
    assert given(params) == []
    assert list(findings(None, "A")) == []


@pytest.mark.parametrize("parameters", [[], "buy", 3, {}, {"strategy_name": "A"}, {"strategy_name": "A", "params": []}])
def test_another_form_is_refused_showing_the_right_one(parameters: object) -> None:
    (text,) = findings(parameters, "A")
    assert text.startswith('config.strategy_parameters must be an object as freqtrade writes it: {"strategy_name"')


def test_the_parameters_of_another_class_are_refused() -> None:
    (text,) = given({}, "B")
    assert text == "config.strategy_parameters.strategy_name must be 'A', the class that runs"


@pytest.mark.parametrize(
    ("params", "place"),
    [
        ({"buy": 3}, "buy must be an object"),
        ({"roi": {"soon": 0.1}}, "roi.soon must be a number of minutes"),
        ({"roi": {"0": "much"}}, "roi.0 must be a number of minutes"),
        ({"stoploss": {"stoploss": True}}, "stoploss.stoploss must be a number"),
        ({"trailing": {"trailing_stop": 1}}, "trailing.trailing_stop must be true or false"),
        ({"max_open_trades": {"max_open_trades": "3"}}, "max_open_trades.max_open_trades must be a number"),
    ],
)
def test_a_value_that_freqtrade_would_fail_at_is_named(params: object, place: str) -> None:
    (text,) = given(params)
    assert text.startswith(f"config.strategy_parameters.params.{place}")
