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

/** The step of what takes the booking of a deposit back. */
export const TAKEN_BACK = 'taken_back';

/** Returns the movement that takes the booking of a deposit back: the transfer is something else. */
export function takenBack(booking: NewMovement): NewMovement {
  const postings = booking.postings.map(({ location, amountMicroUsdc }) => ({
    location,
    amountMicroUsdc: -amountMicroUsdc,
  }));
  return { ...booking, step: TAKEN_BACK, postings };
}
