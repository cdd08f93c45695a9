"""Prints the signature of a withdrawal by eth_account, as JSON: `sign_withdrawal.py <private key> <typed data>`."""

import json
import sys

from eth_account import Account

private_key, typed_data = sys.argv[1:]
signed = Account.sign_typed_data(private_key, full_message=json.loads(typed_data))
print(json.dumps("0x" + signed.signature.hex().removeprefix("0x")))
