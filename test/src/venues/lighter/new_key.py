"""What the scripts with a new key at Lighter share: the official SDK's client, and what becomes of its transactions."""

import asyncio
import json
import time

import lighter

KEY_INDEX = 4
SECONDS_MAX = 30


async def print_told(base_url, account, read):
    """Prints, as JSON, what `read` returns for a client whose key is not registered yet, and that key."""
    private_key, public_key, problem = lighter.create_api_key()
    assert problem is None, problem
    client = lighter.SignerClient(url=base_url, account_index=account, api_private_keys={KEY_INDEX: private_key})
    try:
        print(json.dumps(await read(client, public_key)))
    finally:
        await client.close()


async def register(client, owner_key, public_key):
    """Registers the client's key, and returns what the venue says of it."""
    sent, problem = await client.change_api_key(eth_private_key=owner_key, new_pubkey=public_key, api_key_index=KEY_INDEX)
    assert problem is None, problem
    done = await outcome(client, sent.tx_hash)
    return {"code": sent.code, "type": done.type, "status": done.status, "nonce": done.nonce}


async def outcome(client, tx_hash):
    """Returns a transaction once the sequencer has executed or rejected it."""
    deadline = time.time() + SECONDS_MAX
    while time.time() < deadline:
        told = await client.tx_api.tx(by="hash", value=tx_hash)
        if told.status != 1:
            return told
        await asyncio.sleep(0.1)
    raise TimeoutError(tx_hash)


def auth_of(client):
    """Returns a token for reads of what is the account's alone."""
    auth, problem = client.create_auth_token_with_expiry(api_key_index=KEY_INDEX)
    assert problem is None, problem
    return auth


async def own_account(client):
    """Returns the client's account."""
    accounts = lighter.AccountApi(client.api_client)
    [own] = (await accounts.account(by="index", value=str(client.account_index))).accounts
    return own


async def next_nonce(client):
    return (await client.tx_api.next_nonce(client.account_index, KEY_INDEX)).nonce
