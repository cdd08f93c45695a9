import { type Address, type Hex, hashTypedData, recoverAddress } from 'viem';
import { clobError } from '../../refusal.js';
import type { Settlement } from '../../settlement/settlement.js';
import { wrappedSigner } from '../../settlement/wrapped.js';
import { CHAIN_ID, EXCHANGES, type Exchange } from '../contracts.js';
import type { SignedOrder } from './wire.js';

const TYPES = {
  Order: [
    { name: 'salt', type: 'uint256' },
    { name: 'maker', type: 'address' },
    { name: 'signer', type: 'address' },
    { name: 'tokenId', type: 'uint256' },
    { name: 'makerAmount', type: 'uint256' },
    { name: 'takerAmount', type: 'uint256' },
    { name: 'side', type: 'uint8' },
    { name: 'signatureType', type: 'uint8' },
    { name: 'timestamp', type: 'uint256' },
    { name: 'metadata', type: 'bytes32' },
    { name: 'builder', type: 'bytes32' },
  ],
} as const;

/** The types of signatures that are taken: an account's own, and a deposit wallet's (EIP-1271). */
const OWN = 0;
const OF_WALLET = 3;

/** Returns the hash of an order for an exchange: what is signed, and the order's id. */
function orderHash(order: SignedOrder, { address, version }: Exchange): Hex {
  return hashTypedData({
    domain: { name: 'Polymarket CTF Exchange', version, chainId: CHAIN_ID, verifyingContract: address },
    types: TYPES,
    primaryType: 'Order',
    message: { ...order, tokenId: BigInt(order.tokenId), side: order.side === 'BUY' ? 0 : 1 },
  });
}

/** What checks the signature of an order. */
export interface SignatureCheck {
  readonly order: SignedOrder;
  readonly exchange: Exchange;
  readonly settlement: Settlement;
  /** The address of the API key, in lower case. */
  readonly account: string;
}

/** Returns an order's hash where its signer signed it and has the API key. Throws `Refusal`. */
export async function verifiedHash({ order, exchange, settlement, account }: SignatureCheck): Promise<Hex> {
  const { signatureType, maker, signer } = order;
  if (signatureType !== OWN && signatureType !== OF_WALLET)
    throw clobError(400, 'maker address not allowed, please use the deposit wallet flow');
  const hash = orderHash(order, exchange);
  const by = await signerOf(order, hash);
  const isSigned =
    signatureType === OWN
      ? isSame(by, signer) && isSame(maker, signer)
      : isSame(maker, signer) && (await settlement.isSignatureOf(signer, hash, order.signature));
  if (!isSigned) throw await unsigned(order, exchange);
  // A key is its owner's: the client makes it for the account that signs, not for its deposit wallet.
  if (!isSame(signer, account) && !(signatureType === OF_WALLET && isSame(by, account))) throw notTheKeys();
  return hash;
}

/** Returns the refusal of an order whose signer is not the API key's. */
export function notTheKeys() {
  return clobError(400, 'the order signer address has to be the address of the API KEY');
}

/** Returns the refusal of a wrong signature: one for another exchange has another version. */
async function unsigned(order: SignedOrder, exchange: Exchange) {
  for (const other of EXCHANGES) {
    if (other.version !== exchange.version && isSame(await signerOf(order, orderHash(order, other)), order.signer))
      return clobError(400, 'order_version_mismatch');
  }
  return clobError(400, 'invalid signature');
}

async function signerOf({ signatureType, signer, signature }: SignedOrder, hash: Hex): Promise<Address | undefined> {
  return signatureType === OF_WALLET
    ? wrappedSigner(signer, hash, signature)
    : recoverAddress({ hash, signature }).catch(() => undefined);
}

function isSame(left: string | undefined, right: string): boolean {
  return left?.toLowerCase() === right.toLowerCase();
}
