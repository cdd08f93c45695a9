import type { SetupStep, VenuePayment, VenueStep } from '../../trading-accounts/index.js';
import { BRIDGE_ADDRESS } from '../codec/index.js';
import type { HyperliquidInfo } from './info.js';

/** The venue's clock and ours differ, but never by this much. */
const CLOCK_SKEW_MS = 10 * 60_000;

/** Paid over the bridge, which credits the sender. */
export const payment: VenuePayment = { network: 'arbitrum', address: BRIDGE_ADDRESS };

/** The venue does both by itself once its bridge was paid: it credits the amount, and the first credit makes the account. */
const byItself = async () => {};

/** The steps of a setup behind the payment. */
export function setupSteps(info: HyperliquidInfo): Readonly<Record<VenueStep, SetupStep>> {
  return {
    credit: {
      do: byItself,
      prove: async ({ address, amountMicroUsdc, acceptedAt, firstUnclaimed }) => {
        const credits = await info.bridgeCredits(address, acceptedAt.getTime() - CLOCK_SKEW_MS);
        const fitting = credits.filter((credit) => credit.amountMicroUsdc === amountMicroUsdc);
        const entry = await firstUnclaimed(fitting.map(({ id }) => id));
        return entry === undefined ? undefined : { entry };
      },
    },
    register: {
      do: byItself,
      prove: async ({ address }) => ((await info.hasAccount(address)) ? {} : undefined),
    },
  };
}
