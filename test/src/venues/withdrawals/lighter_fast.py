"""Registers a key at Lighter with the official SDK, withdraws as its example does, and prints what the venue says:
`lighter_fast.py <base url> <account> <owner's key> <who is paid>`."""

import asyncio
import json
import sys
import time

import lighter

KEY_INDEX = 4
SECONDS_MAX = 30
MICRO_USDC = 5_000_000
base_url, account_text, owner_key, to_address = sys.argv[1:]
account = int(account_text)


async def outcome(client, tx_hash):
    """Returns a transaction once the sequencer has executed or rejected it."""
    deadline = time.time() + SECONDS_MAX
    while time.time() < deadline:
        told = await client.tx_api.tx(by="hash", value=tx_hash)
        if told.status != 1:
            return told
        await asyncio.sleep(0.1)
    raise TimeoutError(tx_hash)


async def withdraw(client, public_key):
    registered, problem = await client.change_api_key(
        eth_private_key=owner_key, new_pubkey=public_key, api_key_index=KEY_INDEX
    )
    assert problem is None, problem
    assert (await outcome(client, registered.tx_hash)).status == 2
    auth, problem = client.create_auth_token_with_expiry(api_key_index=KEY_INDEX)
    assert problem is None, problem
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
        nonce=(await client.tx_api.next_nonce(account, KEY_INDEX)).nonce,
    )
    assert problem is None, problem
    taken = await bridge.fastwithdraw(tx_info=tx_info, to_address=to_address, authorization=auth)
    done = await outcome(client, tx_hash)
    [own] = (await lighter.AccountApi(client.api_client).account(by="index", value=str(account))).accounts
    return {
        "limits": [terms.withdraw_limit, terms.max_withdrawal_amount],
        "fee": fee.transfer_fee_usdc,
        "code": taken.code,
        "isNamed": taken.additional_properties.get("tx_hash") == tx_hash,
        "type": done.type,
        "status": done.status,
        "collateral": own.collateral,
    }


async def main():
    private_key, public_key, problem = lighter.create_api_key()
    assert problem is None, problem
    client = lighter.SignerClient(url=base_url, account_index=account, api_private_keys={KEY_INDEX: private_key})
    try:
        print(json.dumps(await withdraw(client, public_key)))
    finally:
        await client.close()


asyncio.run(main())
