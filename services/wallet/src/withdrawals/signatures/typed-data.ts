// Why: docs/decisions/wallet/wallet-proofs.md
import { networks } from '@platform/kit/networks';
import { type Address, type Hash, hashTypedData, zeroAddress } from 'viem';

/** What a login wallet signs (EIP-712): anybody can make it, so it never changes but with its version. */
export const withdrawalTypedData = {
  domain: {
    name: 'WithdrawalAuthorization',
    version: '2',
    chainId: networks.arbitrum.chainId,
    verifyingContract: zeroAddress,
  },
  primaryType: 'WithdrawalAuthorization',
  types: {
    WithdrawalAuthorization: [
      { name: 'accountId', type: 'string' },
      { name: 'source', type: 'string' },
      { name: 'amountUsd', type: 'string' },
      { name: 'chain', type: 'string' },
      { name: 'idempotencyKey', type: 'string' },
      { name: 'nonce', type: 'string' },
      { name: 'expiresAt', type: 'string' },
      { name: 'destinationWallet', type: 'address' },
      { name: 'assetAddress', type: 'address' },
    ],
  },
} as const;

/** The values of what is signed. */
export interface WithdrawalMessage {
  /** In lower case, as every id. */
  readonly accountId: string;
  readonly source: string;
  /** The decimal text of the request, as it is. */
  readonly amountUsd: string;
  readonly chain: string;
  /** UUID in lower case with hyphens, as the nonce. */
  readonly idempotencyKey: string;
  readonly nonce: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly expiresAt: string;
  /** The locked login wallet. */
  readonly destinationWallet: Address;
  /** Arbitrum's native USDC. */
  readonly assetAddress: Address;
}

/** Returns the hash that the wallet signs. */
export function withdrawalDigest(message: WithdrawalMessage): Hash {
  return hashTypedData({ ...withdrawalTypedData, message: { ...message } });
}
