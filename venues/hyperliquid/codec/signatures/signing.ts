import type { RecoveryId, Secp256k1 } from '@bitauth/libauth';
import { createL1ActionHash } from '@nktkas/hyperliquid/signing';
import { type Address, bytesToHex, concatBytes, type Hex, hashTypedData, hexToBytes, keccak256 } from 'viem';
import type { TradingAction } from '../actions.js';

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

/** The fields that a signature covers. */
type Covered = Omit<SignedL1Action, 'signature'>;

/** Bitcoin's own library in WebAssembly: each order of a bot waits for a signature and a recovery, which take 3 ms in JavaScript. */
let curve: Promise<Secp256k1> | undefined;

/** Returns the address whose key signed an action, in lower case; for a wrong signature another address, or undefined. */
export async function signerOf({ signature: { r, s, v }, ...covered }: SignedL1Action): Promise<Address | undefined> {
  const { recoverPublicKeyUncompressed } = await loadCurve();
  const compact = concatBytes([hexToBytes(r, { size: 32 }), hexToBytes(s, { size: 32 })]);
  const recoveryId: RecoveryId = v === 27 ? 0 : 1;
  const publicKey = recoverPublicKeyUncompressed(compact, recoveryId, hashOf(covered));
  // Not a point of the curve: no key can have made this signature.
  if (typeof publicKey === 'string') return undefined;
  return `0x${keccak256(publicKey.subarray(1)).slice(-40)}`;
}

/** Returns the signature of an action by a key that may trade, as the venue reads it. Throws where the key is none of the curve. */
export async function signAction(privateKey: Hex, covered: Covered): Promise<SignedAction['signature']> {
  const { signMessageHashRecoverableCompact } = await loadCurve();
  const signed = signMessageHashRecoverableCompact(hexToBytes(privateKey), hashOf(covered));
  if (typeof signed === 'string') throw new Error('the key is none of the curve');
  const [r, s] = [signed.signature.subarray(0, 32), signed.signature.subarray(32)];
  return { r: bytesToHex(r), s: bytesToHex(s), v: signed.recoveryId === 0 ? 27 : 28 };
}

function hashOf({ action, nonce, expiresAfter }: Covered): Uint8Array {
  const connectionId = createL1ActionHash({ action, nonce, ...(expiresAfter === undefined ? {} : { expiresAfter }) });
  const message = { source: SOURCE, connectionId };
  return hexToBytes(hashTypedData({ domain: DOMAIN, types: TYPES, primaryType: 'Agent', message }));
}

/** The library starts five programs as it is loaded: only a process that signs or recovers loads it. */
function loadCurve(): Promise<Secp256k1> {
  curve ??= import('@bitauth/libauth').then(({ instantiateSecp256k1 }) => instantiateSecp256k1());
  return curve;
}
