"""Registers, finds markets, backtests a strategy and reads its result."""

import json
import os
from pathlib import Path

from given import code_sent_to, day
from trading_platform import RefusedError, TradingPlatform, pages
from trading_platform.generated.models import (
    CreateBacktestBody,
    CreateBacktestBodyConfig,
    CreateBacktestBodyRange,
    SendRegistrationCodeBody,
    VerifyRegistrationCodeBody,
)

base_url = os.environ["BASE_URL"]
email = os.environ["EMAIL"]

with TradingPlatform(base_url) as anyone:
    anyone.account.send_registration_code(body=SendRegistrationCodeBody(email=email))
    proof = VerifyRegistrationCodeBody(email=email, otp=code_sent_to(email))
    api_key = anyone.account.verify_registration_code(body=proof).api_key


def request(start: str) -> CreateBacktestBody:
    return CreateBacktestBody(
        framework="freqtrade",
        venue="hyperliquid",
        symbols=["BTC/USDC:USDC"],
        code=Path(os.environ["STRATEGY"]).read_text(),
        config=CreateBacktestBodyConfig(),
        range_=CreateBacktestBodyRange(from_=start, to=day(1)),
    )


with TradingPlatform(base_url, api_key=api_key) as platform:
    markets = pages(
        lambda cursor: platform.context.list_markets(venue="hyperliquid", limit=2, cursor=cursor),
        lambda page: page.markets,
    )
    symbols = [market.symbol for market in markets]

    created = platform.runtime.create_backtest(body=request(day(31)))
    backtest = platform.wait.backtest(created.id)

    # A refusal has a code, and says what is wrong.
    refused = "nothing"
    try:
        platform.runtime.create_backtest(body=request("2026-02-30"))
    except RefusedError as error:
        refused = error.code
    trades = backtest.result.trades if backtest.result else None
    print(json.dumps({"markets": len(symbols), "status": backtest.status, "trades": trades, "refused": refused}))
