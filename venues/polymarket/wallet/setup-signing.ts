// Why: docs/decisions/venues/polymarket-setup.md
import { type Address, type Hex, isAddressEqual } from 'viem';
import type { SigningFamily } from '../../trading-accounts/index.js';
import {
  allowancesFor,
  batchTypedData,
  type ClobHeaders,
  clobAuthTypedData,
  depositWalletOf,
  keyHeaders,
  spenders,
  type WalletBatch,
} from '../codec/index.js';

const venue = 'polymarket';
/** The venue makes one key for each number; the official clients' default. */
const KEY_NUMBER = 0;

/** Contracts of the venue that are to get the allowances of a deposit wallet. */
export interface AllowancesRequest {
  readonly spenders: readonly Address[];
  /** The deposit wallet's, read of the chain. */
  readonly nonce: bigint;
  /** Seconds since the Unix epoch. */
  readonly deadlineS: bigint;
}

/** A batch with the signature of its wallet's owner. */
interface SignedBatch {
  readonly batch: WalletBatch;
  readonly signature: Hex;
}

/** Allowances as they are signed: numbers are texts in the audit record. */
interface Allowances {
  readonly wallet: Address;
  readonly nonce: string;
  readonly deadlineS: string;
  readonly spenders: readonly Address[];
}

/** Signs allowances of the wallet's own deposit wallet for the venue's exchanges and adapters. Throws for any other contract. */
export const allowanceBatches: SigningFamily<AllowancesRequest, Allowances, SignedBatch> = {
  venue,
  name: 'deposit_wallet_allowances',
  askers: ['wallet'],
  parse: async (request, signer) => {
    const { nonce, deadlineS } = request;
    const unknown = request.spenders.find((each) => !spenders.some((spender) => isAddressEqual(spender, each)));
    if (unknown !== undefined) throw new Error(`${unknown} is no contract of the venue that takes money`);
    const wallet = depositWalletOf(signer);
    return { wallet, nonce: String(nonce), deadlineS: String(deadlineS), spenders: request.spenders };
  },
  sign: async (key, { wallet, nonce, deadlineS, spenders: allowed }) => {
    const calls = allowed.flatMap(allowancesFor);
    const batch = { wallet, nonce: BigInt(nonce), deadlineS: BigInt(deadlineS), calls };
    return { batch, signature: await key.signTypedData(batchTypedData(batch)) };
  },
};

/** Signs that the wallet's key asks for its credentials, at a second since the Unix epoch. */
export const credentialRequests: SigningFamily<
  { readonly timestampS: number },
  { readonly timestampS: number },
  ClobHeaders
> = {
  venue,
  name: 'clob_auth',
  askers: ['wallet'],
  parse: async ({ timestampS }) => ({ timestampS }),
  sign: async (key, { timestampS }) => {
    const signature = await key.signTypedData(clobAuthTypedData(key.address, timestampS, KEY_NUMBER));
    return keyHeaders(key.address, signature, timestampS, KEY_NUMBER);
  },
};
