import { PlatformError } from '@platform/errors';
import { formatUsd, type MicroUsdc } from '@platform/kit/money';
import { canonicalHash } from '@platform/store/mongo';
import { type Address, getAddress, isAddress, isAddressEqual } from 'viem';
import { tokenRow, usdcOn } from '../chains/token.js';
import { badRequest, usdAmount } from '../requests.js';
import type { Destinations } from './destinations.js';
import { isSource, type SourceName, sourceNames } from './sources/names.js';

/** The least amount of a withdrawal. */
export const withdrawalMinimum = { microUsdc: 10_000n, text: 'at least 0.01' };

/** The content of a withdrawal: its proof is bound to it, and requests with the same content are the same. */
export interface WithdrawalIntent {
  readonly source: SourceName;
  readonly amountMicroUsdc: MicroUsdc;
  /** Checksummed. */
  readonly destinationWallet: Address;
  readonly chain: 'arbitrum';
  /** Arbitrum's native USDC. */
  readonly assetAddress: Address;
}

/** A request for a withdrawal. */
export interface WithdrawalRequest {
  readonly accountId: string;
  /** The caller's Idempotency-Key, normalized. */
  readonly key: string;
  readonly intent: WithdrawalIntent;
}

/** The fields of an intent in a caller's request. */
export interface IntentFields {
  readonly source?: string | undefined;
  readonly amountUsd: string;
  readonly destinationWallet?: string | undefined;
  readonly chain?: string | undefined;
  readonly assetAddress?: string | undefined;
}

/** What an intent is read against. */
export interface IntentTerms {
  readonly destinations: Destinations;
  /** Returns whether anything can be withdrawn from a source. */
  offers(source: SourceName): boolean;
}

/** Reads an intent. Throws `bad_request`, or `feature_not_available` for a planned source. */
export async function parseIntent(fields: IntentFields, terms: IntentTerms): Promise<WithdrawalIntent> {
  const { source, amountUsd, destinationWallet, chain, assetAddress } = fields;
  if (source === undefined || !isSource(source)) throw badRequest('source', `must be one of ${sourceNames.join(', ')}`);
  // Whatever else the request says.
  if (!terms.offers(source)) throw new PlatformError('feature_not_available');
  if (chain !== 'arbitrum') throw badRequest('chain', 'must be arbitrum');
  const { address: usdcAddress } = tokenRow(usdcOn(chain));
  if (assetAddress === undefined || !isAddress(assetAddress) || !isAddressEqual(assetAddress, usdcAddress))
    throw badRequest('asset_address', 'must be the contract of native USDC on Arbitrum');
  return {
    source,
    chain,
    amountMicroUsdc: usdAmount(amountUsd, withdrawalMinimum),
    destinationWallet: await terms.destinations.parse(destinationWallet),
    assetAddress: getAddress(usdcAddress),
  };
}

/** Returns equal hashes for equal intents, however they were written. Records store the hash, so the hashed field names never change. */
export function intentHash({ amountMicroUsdc, destinationWallet: destination, ...same }: WithdrawalIntent): string {
  return canonicalHash({ ...same, destination, amountUsd: formatUsd(amountMicroUsdc) });
}
