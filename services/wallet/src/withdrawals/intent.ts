import { PlatformError } from '@platform/errors';
import { formatUsd, type MicroUsdc } from '@platform/money';
import { canonicalHash } from '@platform/mongo';
import { hasRole } from '@platform/venues';
import { type Address, getAddress, isAddress, isAddressEqual, zeroAddress } from 'viem';
import { networks } from '../chains/networks.js';
import { badRequest, usdAmount } from '../requests.js';

/** Any amount at all. */
export const withdrawalMinimum = { microUsdc: 1n, text: 'more than zero' };

/** What a withdrawal does: what its proof is bound to, and what makes a repeated request the same. */
export interface WithdrawalIntent {
  readonly source: 'arbitrum';
  readonly amountMicroUsdc: MicroUsdc;
  /** Checksummed. */
  readonly destinationWallet: Address;
  readonly chain: 'arbitrum';
  /** Arbitrum's native USDC. */
  readonly assetAddress: Address;
}

/** The fields of an intent as a caller writes them. */
export interface IntentFields {
  readonly source?: string | undefined;
  readonly amountUsd: string;
  readonly destinationWallet?: string | undefined;
  readonly chain?: string | undefined;
  readonly assetAddress?: string | undefined;
}

/** Reads an intent. Throws `bad_request`, or `feature_not_available` for a planned source. */
export function parseIntent(fields: IntentFields, ownWallet: Address): WithdrawalIntent {
  const { source, amountUsd, destinationWallet, chain, assetAddress } = fields;
  if (source !== 'arbitrum') {
    // Planned, so not refused as unknown.
    if (source !== undefined && hasRole(source, 'wallet')) throw new PlatformError('feature_not_available');
    throw badRequest('source', 'must be arbitrum');
  }
  if (chain !== 'arbitrum') throw badRequest('chain', 'must be arbitrum');
  const { usdcAddress } = networks.arbitrum;
  if (assetAddress === undefined || !isAddress(assetAddress) || !isAddressEqual(assetAddress, usdcAddress))
    throw badRequest('asset_address', 'must be the contract of native USDC on Arbitrum');
  return {
    ...{ source, chain },
    amountMicroUsdc: usdAmount(amountUsd, withdrawalMinimum),
    destinationWallet: parseDestination(destinationWallet, ownWallet),
    assetAddress: getAddress(usdcAddress),
  };
}

/** Equal for equal intents, however they were written; records keep it, so that what is hashed keeps the names it began with. */
export function intentHash({ amountMicroUsdc, destinationWallet: destination, ...same }: WithdrawalIntent): string {
  return canonicalHash({ ...same, destination, amountUsd: formatUsd(amountMicroUsdc) });
}

/** Neither the wallet itself nor an address from which nothing comes back. */
function parseDestination(text: string | undefined, ownWallet: Address): Address {
  if (text === undefined || !isAddress(text)) throw badRequest('destination_wallet', 'must be an EVM address');
  const refused = [zeroAddress, networks.arbitrum.usdcAddress, ownWallet];
  if (refused.some((address) => isAddressEqual(address, text)))
    throw badRequest('destination_wallet', 'must be an address outside the platform that can hold USDC');
  return getAddress(text);
}
