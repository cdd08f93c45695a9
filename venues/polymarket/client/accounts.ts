// Why: docs/decisions/venues/polymarket-setup.md
import type { Clock } from '@platform/kit/clock';
import type { z } from 'zod';
import {
  type OpenBudget,
  ownBudgets,
  type VenueAnswer,
  VenueConnections,
  VenueReads,
  VenueWrites,
} from '../../http/index.js';
import {
  apiCredentials,
  type BalanceAllowance,
  balanceAllowance,
  type ClobCredentials,
  type ClobHeaders,
  type SignatureType,
} from '../codec/index.js';
import type { RequestSigner } from './trading.js';

const REQUEST_WEIGHT = 10;
const NONE_TO_DERIVE = 400;
const BALANCE = '/balance-allowance';
const UPDATE = '/balance-allowance/update';

/** Options of a client. */
export interface PolymarketAccountsOptions {
  /** Base of the CLOB. */
  readonly clobUrl: string;
  /** This process's share of the venue's allowance for its address. */
  readonly requestsPerMinute: number;
  /** Replaces every attempt's own time-out. */
  readonly attemptTimeoutMs?: number | undefined;
  /** Opens its budgets; absent: they are this process's alone. */
  readonly openBudget?: OpenBudget | undefined;
  /** The machine's clock: requests wait in real time. */
  readonly clock: Clock;
}

/** Opens accounts at the venue's CLOB. Reads are retried a few times within their time-out and throw `VenueReadError`. */
export class PolymarketAccounts {
  readonly #connections: VenueConnections;
  readonly #reads: VenueReads;
  readonly #writes: VenueWrites;

  constructor(options: PolymarketAccountsOptions) {
    const { clobUrl, requestsPerMinute, attemptTimeoutMs, clock, openBudget = ownBudgets(clock) } = options;
    this.#connections = new VenueConnections({ url: clobUrl });
    const parts = {
      connections: this.#connections,
      budget: openBudget('polymarket.accounts', requestsPerMinute * REQUEST_WEIGHT),
    };
    this.#reads = new VenueReads({ venue: 'polymarket', ...parts, attemptTimeoutMs, clock });
    this.#writes = new VenueWrites({ ...parts, timeoutMs: attemptTimeoutMs });
  }

  /**
   * Returns the credentials of the key whose headers these are (L1): those that it has, or new ones. Undefined where it is not known whether
   * new ones were made: those can be derived later.
   */
  async credentials(headers: ClobHeaders): Promise<ClobCredentials | undefined> {
    const path = '/auth/derive-api-key';
    const derived = await this.#read('derive-api-key', path, headers);
    if (derived.status !== NONE_TO_DERIVE) return this.#parsed('derive-api-key', derived, apiCredentials);
    // The venue takes a body without text.
    const made = await this.#writes.send({ path: '/auth/api-key', body: '', headers, weight: REQUEST_WEIGHT });
    if (made.kind !== 'answered' || made.answer.status !== 200) return undefined;
    return this.#parsed('api-key', made.answer, apiCredentials);
  }

  /** Returns what the CLOB takes an account to have in pUSD. */
  async collateral(signatureType: SignatureType, sign: RequestSigner): Promise<BalanceAllowance> {
    const answer = await this.#signed('balance-allowance', BALANCE, signatureType, sign);
    return this.#parsed('balance-allowance', answer, balanceAllowance);
  }

  /** Has the CLOB look at an account's pUSD and allowances again. */
  async refreshCollateral(signatureType: SignatureType, sign: RequestSigner): Promise<void> {
    const { status } = await this.#signed('balance-allowance', UPDATE, signatureType, sign);
    if (status !== 200) throw this.#reads.failed('balance-allowance', 'refused', `status ${status}`);
  }

  /** Rejects unless the venue's server answers now; uses none of the allowance. */
  checkReachable(): Promise<void> {
    return this.#connections.check();
  }

  /** Aborts reads, waits for the answers to writes under way, and disconnects. */
  async close(): Promise<void> {
    this.#reads.close();
    this.#writes.close();
    await this.#connections.close();
  }

  async #signed(name: string, path: string, signatureType: SignatureType, sign: RequestSigner): Promise<VenueAnswer> {
    const query = new URLSearchParams({ asset_type: 'COLLATERAL', signature_type: String(signatureType) });
    // The query is not signed.
    return this.#read(name, `${path}?${query}`, await sign({ method: 'GET', path }));
  }

  #read(name: string, path: string, headers: ClobHeaders): Promise<VenueAnswer> {
    return this.#reads.read({ name, path, headers, weight: REQUEST_WEIGHT, priority: 'proof' });
  }

  #parsed<Answer>(name: string, answer: VenueAnswer, form: z.ZodType<Answer>): Answer {
    return this.#reads.parsed(name, this.#reads.bodyOf(name, answer), form);
  }
}
