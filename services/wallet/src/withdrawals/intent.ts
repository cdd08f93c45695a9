import { PlatformError } from '@platform/errors';
import { formatUsd, type MicroUsdc } from '@platform/kit/money';
import { canonicalHash } from '@platform/store/mongo';
import { hasRole } from '@platform/venues/registry';
import { type Address, getAddress, isAddress, isAddressEqual } from 'viem';
import { tokenRow, usdcOn } from '../chains/token.js';
import { badRequest, usdAmount } from '../requests.js';
import type { Destinations } from './destinations.js';

/** Any amount at all. */
export const withdrawalMinimum = { microUsdc: 1n, text: 'more than zero' };

/** What a withdrawal spends: the balance that is held on Arbitrum. */
export type WithdrawalSource = 'arbitrum';

/** The content of a withdrawal: its proof is bound to it, and requests with the same content are the same. */
export interface WithdrawalIntent {
  readonly source: WithdrawalSource;
  readonly amountMicroUsdc: MicroUsdc;
  /** Checksummed. */
  readonly destinationWallet: Address;
  readonly chain: 'arbitrum';
  /** Arbitrum's native USDC. */
  readonly assetAddress: Address;
}

/** The fields of an intent in a caller's request. */
export interface IntentFields {
  readonly source?: string | undefined;
  readonly amountUsd: string;
  readonly destinationWallet?: string | undefined;
  readonly chain?: string | undefined;
  readonly assetAddress?: string | undefined;
}

/** Reads an intent. Throws `bad_request`, or `feature_not_available` for a planned source. */
export async function parseIntent(fields: IntentFields, destinations: Destinations): Promise<WithdrawalIntent> {
  const { source, amountUsd, destinationWallet, chain, assetAddress } = fields;
  if (source !== 'arbitrum') {
    // Planned, so the error differs from that of an unknown source.
    if (source !== undefined && hasRole(source, 'wallet')) throw new PlatformError('feature_not_available');
    throw badRequest('source', 'must be arbitrum');
  }
  if (chain !== 'arbitrum') throw badRequest('chain', 'must be arbitrum');
  const { address: usdcAddress } = tokenRow(usdcOn(chain));
  if (assetAddress === undefined || !isAddress(assetAddress) || !isAddressEqual(assetAddress, usdcAddress))
    throw badRequest('asset_address', 'must be the contract of native USDC on Arbitrum');
  return {
    source,
    chain,
    amountMicroUsdc: usdAmount(amountUsd, withdrawalMinimum),
    destinationWallet: await destinations.parse(destinationWallet),
    assetAddress: getAddress(usdcAddress),
  };
}

/** Returns equal hashes for equal intents, however they were written. Records store the hash, so the hashed field names never change. */
export function intentHash({ amountMicroUsdc, destinationWallet: destination, ...same }: WithdrawalIntent): string {
  return canonicalHash({ ...same, destination, amountUsd: formatUsd(amountMicroUsdc) });
}
