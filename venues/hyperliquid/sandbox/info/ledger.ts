import { z } from 'zod';
import { readDecimal, sum, USDC_DECIMALS } from '../exchange/units.js';
import type { Store } from '../store/store.js';

/** A movement of a user's money in the ledger; a liquidation itself moves none, its fills do. */
const movement = z.discriminatedUnion('type', [
  z.object({ type: z.literal('deposit'), usdc: z.string() }),
  z.object({ type: z.literal('withdraw'), usdc: z.string(), fee: z.string() }),
  z.object({ type: z.literal('internalTransfer'), usdc: z.string(), destination: z.string() }),
  z.object({ type: z.literal('accountClassTransfer'), usdc: z.string(), toPerp: z.boolean() }),
  z.object({ type: z.literal('liquidation') }),
]);

/** Money that came to a user's account; negative: left it. */
export interface Flow {
  readonly timeMs: number;
  /** To the account as a whole. */
  readonly microUsdc: bigint;
  /** To its perpetual balance alone, which the user may also fill from the spot balance. */
  readonly perpetualMicroUsdc: bigint;
}

/** Returns all movements of a user's money, oldest first. */
export function flowsOf(store: Store, user: string): Flow[] {
  return store.eventsAfter('ledger', user, 0).map(({ timeMs, document }) => {
    const delta = movement.parse(document['delta']);
    if (delta.type === 'accountClassTransfer') {
      const perpetualMicroUsdc = delta.toPerp
        ? readDecimal(delta.usdc, USDC_DECIMALS)
        : -readDecimal(delta.usdc, USDC_DECIMALS);
      return { timeMs, microUsdc: 0n, perpetualMicroUsdc };
    }
    const microUsdc = changeOf(delta, user);
    return { timeMs, microUsdc, perpetualMicroUsdc: microUsdc };
  });
}

/** Returns a user's deposits less withdrawals. */
export function netDeposits(store: Store, user: string): bigint {
  return sum(flowsOf(store, user).map(({ microUsdc }) => microUsdc));
}

function changeOf(delta: z.output<typeof movement>, user: string): bigint {
  switch (delta.type) {
    case 'deposit':
      return readDecimal(delta.usdc, USDC_DECIMALS);
    case 'withdraw':
      return -readDecimal(delta.usdc, USDC_DECIMALS) - readDecimal(delta.fee, USDC_DECIMALS);
    case 'internalTransfer':
      return delta.destination === user
        ? readDecimal(delta.usdc, USDC_DECIMALS)
        : -readDecimal(delta.usdc, USDC_DECIMALS);
    default:
      return 0n;
  }
}
