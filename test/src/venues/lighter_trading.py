"""Registers a key at Lighter with the official SDK and prints what the venue says: `lighter_trading.py <base url> <account> <owner's key>`."""

import asyncio
import json
import sys
import time

import lighter

KEY_INDEX = 4
EXECUTED = 2
SECONDS_MAX = 10
base_url, account_text, owner_key = sys.argv[1:]
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


async def register(client, public_key):
    sent, problem = await client.change_api_key(eth_private_key=owner_key, new_pubkey=public_key, api_key_index=KEY_INDEX)
    assert problem is None, problem
    done = await outcome(client, sent.tx_hash)
    return {"code": sent.code, "type": done.type, "status": done.status, "nonce": done.nonce}


async def next_nonce(client):
    return (await client.tx_api.next_nonce(account, KEY_INDEX)).nonce


async def read(client, public_key):
    accounts = lighter.AccountApi(client.api_client)
    registered = await register(client, public_key)
    [own] = (await accounts.account(by="index", value=str(account))).accounts
    keys = (await accounts.apikeys(account, KEY_INDEX)).api_keys
    return {
        "registered": registered,
        "isKnown": client.check_client() is None,
        "keys": [[key.api_key_index, key.public_key == public_key.removeprefix("0x"), key.nonce] for key in keys],
        "collateral": own.collateral,
        "nonce": await next_nonce(client),
    }


async def main():
    private_key, public_key, problem = lighter.create_api_key()
    assert problem is None, problem
    client = lighter.SignerClient(url=base_url, account_index=account, api_private_keys={KEY_INDEX: private_key})
    try:
        print(json.dumps(await read(client, public_key)))
    finally:
        await client.close()


asyncio.run(main())
