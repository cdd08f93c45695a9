"""Withdraws USDC: a code by e-mail, a withdrawal under the same key, and its transaction."""

import json
import os

from given import code_sent_to
from trading_platform import TradingPlatform
from trading_platform.generated.models import (
    CreateWithdrawalBody,
    CreateWithdrawalBodyEmailProof,
    SendWithdrawalCodeBody,
)

with TradingPlatform(os.environ["BASE_URL"], api_key=os.environ["API_KEY"]) as platform:
    held = platform.wallet.get_wallet().balance.held_usd

    # The code, its proof and the withdrawal share one key: keep it until you know what became of the withdrawal.
    key = platform.new_key()
    intent = {
        "source": "arbitrum",
        "amount_usd": "10.00",
        "destination_wallet": os.environ["DESTINATION"],
        "chain": "arbitrum",
        "asset_address": os.environ["USDC"],
    }
    challenge = platform.wallet.send_withdrawal_code(body=SendWithdrawalCodeBody(**intent), idempotency_key=key)
    proof = CreateWithdrawalBodyEmailProof(
        type_="email_otp", challenge_id=challenge.challenge_id, code=code_sent_to(os.environ["EMAIL"])
    )
    body = CreateWithdrawalBody(**intent, authorization=proof)
    accepted = platform.wallet.create_withdrawal(body=body, idempotency_key=key)

    done = platform.wait.withdrawal(accepted.id)
    print(
        json.dumps(
            {"held": held, "status": done.status, "arrives": done.arrives_usd, "transaction": done.tx_hash or None}
        )
    )
