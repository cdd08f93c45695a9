import type { Clock } from '@platform/kit/clock';
import { type AllowanceOptions, Allowances } from '../../simulation/index.js';

/**
 * The venue's weights of requests over HTTP. "These limits apply to both IP address and L1 address": a request counts for the address that it
 * comes from, and for the owner of the account that it is about. Source: apidocs.lighter.xyz/docs/rate-limits.
 */

/** "24,000 weighted requests per rolling minute" for premium accounts. */
export const PREMIUM_WEIGHT_PER_MINUTE = 24_000;
/** "60 requests per rolling minute" for standard accounts and for addresses without one. */
const STANDARD_REQUESTS_PER_MINUTE = 60;
/** "The sendTx and sendTxBatch channels" have an allowance of their own; a batch counts as one. */
const TRANSACTION_PATHS: readonly string[] = ['/api/v1/sendTx', '/api/v1/sendTxBatch'];
/** Those that weigh something else than the others. */
const WEIGHTS: Readonly<Record<string, number>> = {
  nextNonce: 6,
  accountInactiveOrders: 100,
  'deposit/latest': 100,
  apikeys: 150,
  transferFeeInfo: 500,
  trades: 600,
  recentTrades: 600,
  createIntentAddress: 3_000,
  fastwithdraw: 3_000,
};
/** "Other endpoints: 300." */
const OTHER_WEIGHT = 300;

/** The weights that addresses and owners have spent. All accounts are standard ones. */
export class RequestLimits {
  readonly #byWeight: ReadonlyMap<string, number>;
  readonly #requests: Allowances;
  readonly #transactions: Allowances;
  readonly #ownersRequests: Allowances;
  readonly #ownersTransactions: Allowances;

  /** `exceptions`: the addresses whose requests are counted by their weight alone. */
  constructor({ weightPerMinute, exceptions }: Required<AllowanceOptions>, clock: Clock) {
    const transactions = transactionsOf(weightPerMinute);
    this.#byWeight = exceptions;
    this.#requests = new Allowances({ weightPerMinute, exceptions }, clock);
    const others = new Map([...exceptions].map(([address, weight]) => [address, transactionsOf(weight)]));
    this.#transactions = new Allowances({ weightPerMinute: transactions, exceptions: others }, clock);
    this.#ownersRequests = new Allowances({ weightPerMinute }, clock);
    this.#ownersTransactions = new Allowances({ weightPerMinute: transactions }, clock);
  }

  /** Counts a request for the address that it comes from; returns false where that has spent its allowance. */
  spend(ip: string, path: string): boolean {
    if (sendsTransactions(path)) return this.spendTransaction(ip);
    return this.#requests.spend(ip, this.#byWeight.has(ip) ? requestWeight(path) : standardWeight(path));
  }

  /** Counts a transaction, or a batch, for the address that it comes from: those over the WebSocket count too. */
  spendTransaction(ip: string): boolean {
    return this.#transactions.spend(ip, 1);
  }

  /** Counts a request for the owner whom it is about. */
  spendOfOwner(owner: string, path: string): boolean {
    return this.#ownersRequests.spend(owner, standardWeight(path));
  }

  /** Counts a transaction, or a batch, for the owner of its account. */
  spendTransactionOfOwner(owner: string): boolean {
    return this.#ownersTransactions.spend(owner, 1);
  }
}

/** Returns whether a request sends transactions. */
export function sendsTransactions(path: string): boolean {
  return TRANSACTION_PATHS.includes(path);
}

function requestWeight(path: string): number {
  return WEIGHTS[path.replace('/api/v1/', '')] ?? OTHER_WEIGHT;
}

/**
 * Returns a request's weight for a standard address: the part of the premium allowance that makes sixty requests per minute, or fewer where
 * the weight alone allows no more.
 */
function standardWeight(path: string): number {
  return Math.max(PREMIUM_WEIGHT_PER_MINUTE / STANDARD_REQUESTS_PER_MINUTE, requestWeight(path));
}

/** Returns how many requests with transactions go with a weight per minute: sixty with the published one. */
function transactionsOf(weightPerMinute: number): number {
  return Math.floor((weightPerMinute * STANDARD_REQUESTS_PER_MINUTE) / PREMIUM_WEIGHT_PER_MINUTE);
}
