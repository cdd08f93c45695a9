// Why: docs/decisions/venues/polymarket-setup.md
import { networks } from '@platform/kit/networks';
import { type Address, isAddressEqual } from 'viem';
import type { SetupFacts, SetupStep, StepProof, VenuePayment, VenueStep } from '../../trading-accounts/index.js';
import type { PolymarketBridge } from '../client/index.js';
import { BRIDGE_FEE_MICRO_USDC_MAX, depositWalletOf } from '../codec/index.js';
import type { Credit, DepositWallets } from './deposit-wallets.js';
import type { Registration } from './registration.js';
import { ofVenue, unavailable } from './upstream.js';

/** What is held on Polygon has no other use. */
const NETWORKS = ['polygon', 'arbitrum'] as const;
const CREDIT_WITHIN_MS = 30 * 60_000;
/** The clocks of the chain, the bridge and this machine differ by less than this. */
const CLOCK_SKEW_MS = 10 * 60_000;

/** What the steps of a setup look at. */
export interface SetupParts {
  readonly bridge: PolymarketBridge;
  readonly wallets: DepositWallets;
  readonly registration: Registration;
}

/** Returns how the venue is paid: at the bridge's address of a wallet's deposit wallet; `isOpen`: whether any is given. */
export function paymentOver(bridge: PolymarketBridge, isOpen: boolean): VenuePayment {
  const request = async (wallet: Address) => {
    if (!isOpen) throw unavailable('no wallet can be set up without the relayer');
    return ofVenue(bridge.depositAddress(depositWalletOf(wallet)));
  };
  return {
    networks: NETWORKS,
    isOpen,
    // The bridge names no receiver: asked again, it answers the same address for the same one alone.
    to: {
      kind: 'by_wallet',
      request,
      belongsTo: async (paid, wallet) => isAddressEqual(await request(wallet), paid),
      contractWalletOf: depositWalletOf,
    },
    creditFeeMicroUsdcMax: BRIDGE_FEE_MICRO_USDC_MAX,
    creditWithinMs: CREDIT_WITHIN_MS,
  };
}

/** Returns the steps of a setup after the payment. */
export function setupSteps(parts: SetupParts): Readonly<Record<VenueStep, SetupStep>> {
  const { registration } = parts;
  return {
    // The bridge does it by itself.
    credit: { do: async () => {}, prove: (facts) => proveCredit(parts, facts) },
    register: {
      do: (facts) => registration.advance(facts),
      prove: async ({ address }) => ((await registration.missing(address)) === undefined ? {} : undefined),
    },
  };
}

async function proveCredit(parts: SetupParts, facts: SetupFacts): Promise<StepProof | undefined> {
  const { address, amountMicroUsdc, acceptedAt } = facts;
  const sinceMs = acceptedAt.getTime() - CLOCK_SKEW_MS;
  const credits = await parts.wallets.credits(depositWalletOf(address), sinceMs);
  const isExplained = ({ microUsdc }: Credit) =>
    microUsdc <= amountMicroUsdc && microUsdc >= amountMicroUsdc - BRIDGE_FEE_MICRO_USDC_MAX;
  const fitting = await unclaimed(credits.filter(isExplained), facts);
  if (fitting !== undefined) return fitting;
  return (await isCarried(parts.bridge, facts, sinceMs)) ? unclaimed(credits, facts) : undefined;
}

async function unclaimed(credits: readonly Credit[], { firstUnclaimed }: SetupFacts): Promise<StepProof | undefined> {
  const entry = await firstUnclaimed(credits.map(({ id }) => id));
  const found = credits.find(({ id }) => id === entry);
  return found && { entry: found.id, creditedMicroUsdc: found.microUsdc };
}

/** Returns whether the bridge says that it has paid out a payment of this amount. */
async function isCarried(
  bridge: PolymarketBridge,
  { paymentAddress, network, amountMicroUsdc }: SetupFacts,
  sinceMs: number,
): Promise<boolean> {
  const chainId = String(networks[network].chainId);
  const transfers = await ofVenue(bridge.transfers(paymentAddress));
  return transfers.some(
    ({ fromChainId, amount, isCompleted, createdMs = 0 }) =>
      fromChainId === chainId && amount === amountMicroUsdc && isCompleted && createdMs >= sinceMs,
  );
}
