import type { PolicyFragment } from '../generated/documents.js';

/** Native USDC on Arbitrum One, the one asset that withdrawals pay. */
export const USDC_ON_ARBITRUM = '0xaf88d065e77c8cC2239327C5EDb3A432268e5831';

/** What a withdrawal is to do. A proof is valid for exactly this. */
export interface Intent {
  readonly source: string;
  readonly amountUsd: string;
  readonly destinationWallet: string;
  /** One withdrawal, however often it is sent. */
  readonly idempotencyKey: string;
}

/** What a login wallet signs, but the document's own part. */
export interface SignedMessage {
  readonly accountId: string;
  readonly source: string;
  readonly amountUsd: string;
  readonly chain: string;
  readonly idempotencyKey: string;
  readonly nonce: string;
  readonly expiresAt: string;
  readonly destinationWallet: string;
  readonly assetAddress: string;
}

/** How much earlier than the platform allows a signature expires: the clocks of two machines differ. */
const CLOCK_MARGIN_MS = 60_000;
const SECOND_MS = 1_000;

/** The message for one withdrawal. */
export function messageOf(intent: Intent, policy: PolicyFragment, nonce: string, nowMs: number): SignedMessage {
  const lifetimeMs = policy.authorizationTtlSeconds * SECOND_MS - CLOCK_MARGIN_MS;
  return {
    accountId: policy.accountId,
    source: intent.source,
    amountUsd: intent.amountUsd,
    chain: 'arbitrum',
    idempotencyKey: intent.idempotencyKey,
    nonce,
    expiresAt: new Date(nowMs + lifetimeMs).toISOString(),
    destinationWallet: intent.destinationWallet,
    assetAddress: USDC_ON_ARBITRUM,
  };
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const AMOUNT = /^\d{1,10}(\.\d{1,6})?$/;

/** What is wrong with an amount; undefined where nothing is. */
export function amountFault(amountUsd: string, availableUsd: string | null | undefined): string | undefined {
  if (!AMOUNT.test(amountUsd) || Number(amountUsd) === 0)
    return 'A number above zero, with a point and at most six decimals, such as 60.5.';
  if (availableUsd !== null && availableUsd !== undefined && Number(amountUsd) > Number(availableUsd))
    return `There is ${availableUsd} USD.`;
  return undefined;
}

/** What is wrong with a destination; undefined where nothing is. */
export function destinationFault(address: string): string | undefined {
  return ADDRESS.test(address) ? undefined : 'An address begins with 0x and has 40 hexadecimal digits after it.';
}
