import { PlatformError } from '@platform/errors';
import type { Workload } from '@platform/tokens';
import { BRIDGE_ADDRESS, BUILDER_FEE_TENTHS_OF_BASIS_POINT, isTradingFamily } from '@platform/venue-hyperliquid';
import { isAddressEqual } from 'viem';
import type { Erc3009Transfer, HyperliquidApproveBuilderFee, SigningFamily, SigningIntent } from './intents.js';

/** On whose behalf, and why, a signature is asked for. */
export interface Requester {
  /** The process that asks; `wallet` for this one's own flows. */
  readonly workload: Workload;
  /** The account whose key is to sign. */
  readonly accountId: string;
  /** The operation or call that asks, for example `execution exe_…`. */
  readonly cause: string;
}

/** Who may have what signed. What isn't named here is signed for nobody. */
const askers: Readonly<Record<SigningFamily, readonly Workload[]>> = {
  erc3009_transfer: ['wallet'],
  hyperliquid_l1_action: ['execution'],
  hyperliquid_approve_agent: ['venue-proxy'],
  hyperliquid_approve_builder_fee: ['venue-proxy'],
};

/**
 * Lets an intent pass. Throws `insufficient_permissions` for a workload that may not ask for its family and
 * `native_action_unsupported` for an action that does more than trade.
 */
export function requireAllowed(intent: SigningIntent, { workload }: Requester): void {
  if (!askers[intent.family].includes(workload)) throw new PlatformError('insufficient_permissions');
  if (intent.family === 'hyperliquid_l1_action' && !isTradingFamily(intent.action['type']))
    throw new PlatformError('native_action_unsupported');
  if (intent.family === 'erc3009_transfer') requireDestination(intent);
  if (intent.family === 'hyperliquid_approve_builder_fee') requireFee(intent);
}

/** No bot pays more than what the platform says it takes. */
function requireFee({ maximumFeeTenthsOfBasisPoint: fee }: HyperliquidApproveBuilderFee): void {
  if (fee > BUILDER_FEE_TENTHS_OF_BASIS_POINT) throw new Error(`a builder would take ${fee} tenths of a basis point`);
}

/** A setup pays the venue's bridge and nobody else. */
function requireDestination({ cause, to }: Erc3009Transfer): void {
  if (cause.kind === 'setup' && !isAddressEqual(to, BRIDGE_ADDRESS))
    throw new Error(`setup ${cause.id} would pay another address than the bridge`);
}
