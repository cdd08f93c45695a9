import type { NewMovement } from '../ledger/ledger.js';
import { external, inWallet } from '../ledger/locations.js';
import type { DepositRecord } from './model.js';

/** Returns the movement of a confirmed deposit. */
export function bookingOf({
  _id,
  accountId,
  walletId,
  chain: network,
  asset,
  amountMicroUsdc,
}: DepositRecord): NewMovement {
  const token = { network, asset };
  return {
    ...{ accountId, walletId, operation: { kind: 'deposit', id: _id }, step: 'confirm' },
    postings: [
      { location: external(token), amountMicroUsdc: -amountMicroUsdc },
      { location: inWallet(walletId, token), amountMicroUsdc },
    ],
  };
}
