import type { Address, Hex } from 'viem';
import { z } from 'zod';
import { type ClobCredentials, type ClobHeaders, type SignedRequest, signatureOf } from '../trading/headers.js';
import { CONTRACTS } from './contracts.js';
import type { WalletBatch } from './deposit-wallets.js';

/** Where the relayer takes what it is to send. */
export const SUBMIT_PATH = '/submit';

/** Answer of a submission that the relayer has taken; what becomes of it is looked up on the chain. */
export const relayed = z.looseObject({ transactionID: z.string(), state: z.string() });

/** The relayer's verdicts that it sends nothing, whole: other texts leave it open. What users have seen, November 2026. */
const REFUSALS: readonly RegExp[] = [
  /^wallet busy: active action in flight$/,
  /^batch nonce \d{1,78} does not match on-chain nonce \d{1,78}$/,
  /^batch deadline has passed$/,
  /^deposit wallet is not deployed$/,
  /^deposit wallet does not belong to the signer$/,
  /^invalid signature$/,
];

/** Returns whether a text of the relayer is its verdict that it sends nothing. */
export function isRelayerRefusal(text: string): boolean {
  return REFUSALS.some((refusal) => refusal.test(text));
}

/** Returns the body that has the relayer deploy an owner's deposit wallet: anybody may ask for it. */
export function creationBody(owner: Address): string {
  return JSON.stringify({ type: 'WALLET-CREATE', from: owner, to: CONTRACTS.walletFactory });
}

/** Returns the body that has the relayer carry out a batch, as the official client writes it. */
export function batchBody(owner: Address, { wallet, nonce, deadlineS, calls }: WalletBatch, signature: Hex): string {
  return JSON.stringify({
    type: 'WALLET',
    from: owner,
    to: CONTRACTS.walletFactory,
    nonce: String(nonce),
    signature,
    depositWalletParams: {
      depositWallet: wallet,
      deadline: String(deadlineS),
      calls: calls.map(({ target, data }) => ({ target, value: '0', data })),
    },
  });
}

/** Returns the headers by which a builder has the relayer send something for one of its users. */
export function builderHeaders(credentials: ClobCredentials, request: SignedRequest, timestampS: number): ClobHeaders {
  return {
    POLY_BUILDER_API_KEY: credentials.key,
    POLY_BUILDER_PASSPHRASE: credentials.passphrase,
    POLY_BUILDER_SIGNATURE: signatureOf(credentials, request, timestampS),
    POLY_BUILDER_TIMESTAMP: String(timestampS),
  };
}
