"""Registers a key at Lighter with the official SDK, withdraws as its example does, and prints what the venue says:
`fast_withdrawal.py <base url> <account> <owner's key> <who is paid>`."""

import asyncio
import sys

import lighter
from new_key import KEY_INDEX, auth_of, next_nonce, outcome, own_account, print_told, register

MICRO_USDC = 5_000_000
base_url, account_text, owner_key, to_address = sys.argv[1:]
account = int(account_text)


async def withdraw(client, public_key):
    assert (await register(client, owner_key, public_key))["status"] == 2
    auth = auth_of(client)
    bridge = lighter.BridgeApi(client.api_client)
    terms = await bridge.fastwithdraw_info(auth, account)
    fee = await lighter.InfoApi(client.api_client).transfer_fee_info(auth, account, terms.to_account_index)
    memo = to_address.lower().removeprefix("0x") + "00" * 12
    _type, tx_info, tx_hash, problem = client.sign_transfer(
        eth_private_key=owner_key,
        to_account_index=terms.to_account_index,
        asset_id=client.ASSET_ID_USDC,
        route_from=client.ROUTE_PERP,
        route_to=client.ROUTE_PERP,
        usdc_amount=MICRO_USDC,
        fee=fee.transfer_fee_usdc,
        memo=memo,
        api_key_index=KEY_INDEX,
        nonce=await next_nonce(client),
    )
    assert problem is None, problem
    taken = await bridge.fastwithdraw(tx_info=tx_info, to_address=to_address, authorization=auth)
    done = await outcome(client, tx_hash)
    return {
        "limits": [terms.withdraw_limit, terms.max_withdrawal_amount],
        "fee": fee.transfer_fee_usdc,
        "code": taken.code,
        "isNamed": taken.additional_properties.get("tx_hash") == tx_hash,
        "type": done.type,
        "status": done.status,
        "collateral": (await own_account(client)).collateral,
    }


asyncio.run(print_told(base_url, account, withdraw))
