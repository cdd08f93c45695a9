from freqtrade_harness import config

PAIRS = ["BTC/USDC:USDC", "ETH/USDC:USDC"]


def texts(user: dict[str, object]) -> list[str]:
    return [finding.text for finding in config.findings(user, PAIRS)]


def test_no_key_is_required() -> None:
    assert texts({}) == []


def test_every_owned_key_is_named_at_once() -> None:
    assert texts({"fee": 1, "db_url": "x", "exchange": {"secret": "s"}}) == [
        "config.db_url is set by the platform",
        "config.fee is set by the platform",
        "config.exchange.secret is set by the platform",
    ]


def test_the_pair_list_must_name_the_symbols_in_any_order() -> None:
    assert texts({"exchange": {"pair_whitelist": PAIRS[::-1]}}) == []
    assert len(texts({"exchange": {"pair_whitelist": PAIRS[:1]}})) == 1
    assert len(texts({"exchange": {"pair_whitelist": "BTC"}})) == 1


def test_freqtrades_own_schema_judges_the_rest() -> None:
    assert texts({"stoploss": 0.5, "exchange": 3}) != []
    assert texts({"minimal_roi": {"0": "much"}}) == ["config.minimal_roi.0: 'much' is not of type 'number'"]


def test_the_platform_wins_over_the_user_and_the_user_over_defaults() -> None:
    whole = config.complete({"stake_amount": 7, "dry_run": False, "fee": 0}, PAIRS, 0.00055)
    assert whole["stake_amount"] == 7
    assert whole["dry_run_wallet"] == 1000
    assert (whole["dry_run"], whole["fee"], whole["trading_mode"]) == (True, 0.00055, "futures")
