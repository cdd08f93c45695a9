import type { SetupStep, VenuePayment, VenueStep } from '../../trading-accounts/index.js';
import { BRIDGE_ADDRESS } from '../codec/index.js';
import type { HyperliquidInfo } from './info.js';

/** The venue's clock and ours differ by less than this. */
const CLOCK_SKEW_MS = 10 * 60_000;

/** Payment over the bridge, which credits the sender with all of it, within a minute as a rule. */
export const payment: VenuePayment = {
  networks: ['arbitrum'],
  isOpen: true,
  to: { kind: 'shared', address: BRIDGE_ADDRESS },
  creditFeeMicroUsdcMax: 0n,
  creditWithinMs: 5 * 60_000,
};

/** The venue does both on its own after the payment to its bridge: it credits the amount, and the first credit creates the account. */
const byItself = async () => {};

/** Returns the steps of a setup after the payment. */
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
