import { createL1ActionHash } from '@nktkas/hyperliquid/signing';
import { type Address, recoverTypedDataAddress } from 'viem';
import type { TradingAction } from './actions.js';

const DOMAIN = {
  name: 'Exchange',
  version: '1',
  chainId: 1337,
  verifyingContract: '0x0000000000000000000000000000000000000000',
} as const;
const TYPES = {
  Agent: [
    { name: 'source', type: 'string' },
    { name: 'connectionId', type: 'bytes32' },
  ],
} as const;
/** The mainnet's signatures; the testnet's differ here. */
const SOURCE = 'a';

/** A trading action with the fields that its signature covers. */
export interface SignedAction {
  readonly action: TradingAction;
  readonly nonce: number;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAfter: number | undefined;
  readonly signature: { readonly r: `0x${string}`; readonly s: `0x${string}`; readonly v: 27 | 28 };
}

/** A signed action that trades, or one that only spends its nonce. */
type SignedL1Action = Omit<SignedAction, 'action'> & { readonly action: TradingAction | { readonly type: 'noop' } };

/** Returns the address whose key signed an action, in lower case; for a wrong signature another address, or undefined. */
export async function signerOf({
  action,
  nonce,
  expiresAfter,
  signature,
}: SignedL1Action): Promise<Address | undefined> {
  const connectionId = createL1ActionHash({
    action,
    nonce,
    ...(expiresAfter === undefined ? {} : { expiresAfter }),
  });
  try {
    const address = await recoverTypedDataAddress({
      domain: DOMAIN,
      types: TYPES,
      primaryType: 'Agent',
      message: { source: SOURCE, connectionId },
      signature: { ...signature, v: BigInt(signature.v) },
    });
    return `0x${address.slice(2).toLowerCase()}`;
  } catch {
    // Not a point of the curve: no key can have made this signature.
    return undefined;
  }
}
