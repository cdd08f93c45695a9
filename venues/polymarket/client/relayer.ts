// Why: docs/decisions/venues/polymarket-setup.md
import type { Clock } from '@platform/kit/clock';
import { type OpenBudget, ownBudgets, VenueConnections, VenueWrites, type WriteAnswer } from '../../http/index.js';
import { type ClobHeaders, SUBMIT_PATH } from '../codec/index.js';

/**
 * Each process's share of the 25 submissions that the venue allows a minute, and at once. Source:
 * docs.polymarket.com/api-reference/rate-limits, November 2026.
 */
const SUBMISSIONS_PER_MINUTE = { wallet: 10, execution: 15 } as const;

/** Options of a client. */
export interface PolymarketRelayerOptions {
  /** Base of the relayer. */
  readonly url: string;
  /** Which share of the submissions is this process's. */
  readonly share: keyof typeof SUBMISSIONS_PER_MINUTE;
  /** Replaces every attempt's own time-out. */
  readonly attemptTimeoutMs?: number | undefined;
  /** Opens its budgets; absent: they are this process's alone. */
  readonly openBudget?: OpenBudget | undefined;
  /** The machine's clock: requests wait in real time. */
  readonly clock: Clock;
}

/** Has the venue's relayer send what concerns deposit wallets; what became of it is looked up on the chain. */
export class PolymarketRelayer {
  readonly #connections: VenueConnections;
  readonly #writes: VenueWrites;

  constructor(options: PolymarketRelayerOptions) {
    const { url, share, attemptTimeoutMs: timeoutMs, clock, openBudget = ownBudgets(clock) } = options;
    this.#connections = new VenueConnections({ url });
    const budget = openBudget('polymarket.relayer', SUBMISSIONS_PER_MINUTE[share]);
    this.#writes = new VenueWrites({ connections: this.#connections, budget, timeoutMs });
  }

  /** Submits a body with its builder's headers, once: the relayer sends for all of a builder's users. Never rejects. */
  submit(body: string, headers: ClobHeaders): Promise<WriteAnswer> {
    return this.#writes.send({ path: SUBMIT_PATH, body, headers, weight: 1 });
  }

  /** Waits for the answers to submissions under way, and disconnects. */
  async close(): Promise<void> {
    this.#writes.close();
    await this.#connections.close();
  }
}
