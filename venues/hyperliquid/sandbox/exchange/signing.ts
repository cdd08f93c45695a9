import { encode } from '@msgpack/msgpack';
import { concat, type Hex, hashTypedData, keccak256, numberToHex, recoverAddress } from 'viem';
import { ActionRefused } from './refused.js';

/**
 * Finds the signer of an action as the venue documents it: trading actions are packed with MessagePack in the venue's own order of fields,
 * hashed, and signed as a phantom `Agent`; actions that move capital or grant authority are signed field by field, readable in a wallet.
 */

/** The two networks, whose signatures differ. */
export type Network = 'Mainnet' | 'Testnet';

/** A signature in a request. */
export interface Signature {
  readonly r: string;
  readonly s: string;
  readonly v: number;
}

/** The fields that are signed besides a trading action itself. */
export interface L1Envelope {
  readonly nonce: number;
  readonly vaultAddress?: string | undefined;
  readonly expiresAfter?: number | undefined;
}

/** The typed fields of a user-signed action. */
export type TypedFields = readonly { readonly name: string; readonly type: string }[];

const NO_CONTRACT = '0x0000000000000000000000000000000000000000';
const AGENT_TYPES = {
  Agent: [
    { name: 'source', type: 'string' },
    { name: 'connectionId', type: 'bytes32' },
  ],
} as const;

/** Returns the hash of a trading action, its fields in the venue's order. */
export function actionHash(action: object, { nonce, vaultAddress, expiresAfter }: L1Envelope): Hex {
  const packed = encode(action, { ignoreUndefined: true });
  const uint64 = (value: number) => numberToHex(value, { size: 8 });
  return keccak256(
    concat([
      `0x${Buffer.from(packed).toString('hex')}`,
      uint64(nonce),
      vaultAddress === undefined ? '0x00' : concat(['0x01', vaultAddress as Hex]),
      ...(expiresAfter === undefined ? [] : [concat(['0x00', uint64(expiresAfter)])]),
    ]),
  );
}

/** Returns the hash that the signer of a trading action signs. */
export function l1SigningHash(connectionId: Hex, network: Network): Hex {
  return hashTypedData({
    domain: { name: 'Exchange', version: '1', chainId: 1337, verifyingContract: NO_CONTRACT },
    types: AGENT_TYPES,
    primaryType: 'Agent',
    message: { source: network === 'Mainnet' ? 'a' : 'b', connectionId },
  });
}

/** Returns the hash that the signer of a user-signed action signs. */
export function userSigningHash(name: string, fields: TypedFields, message: object, signatureChainId: number): Hex {
  const primaryType = `HyperliquidTransaction:${name}`;
  return hashTypedData({
    domain: {
      name: 'HyperliquidSignTransaction',
      version: '1',
      chainId: signatureChainId,
      verifyingContract: NO_CONTRACT,
    },
    types: { [primaryType]: [{ name: 'hyperliquidChain', type: 'string' }, ...fields] },
    primaryType,
    message: { ...message },
  });
}

/** Returns the address whose key made the signature, in lower case; for a wrong signature another address. */
export async function recoverSigner(hash: Hex, { r, s, v }: Signature): Promise<string> {
  try {
    const address = await recoverAddress({ hash, signature: { r: padded(r), s: padded(s), v: BigInt(v) } });
    return address.toLowerCase();
  } catch {
    // Not a point of the curve: no key can have made this signature.
    throw new ActionRefused('Unable to recover signer.');
  }
}

/** Clients leave out leading zeros. */
function padded(hex: string): Hex {
  return `0x${hex.slice(2).padStart(64, '0')}`;
}
