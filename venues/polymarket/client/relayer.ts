// Why: docs/decisions/venues/polymarket-setup.md
import type { Clock } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import { VenueConnections, VenueWrites, WeightBudget, type WriteAnswer } from '../../http/index.js';
import { builderHeaders, type ClobCredentials } from '../codec/index.js';

/** The venue allows 25 submissions a minute, and no more at once. Source: docs.polymarket.com/api-reference/rate-limits, November 2026. */
const SUBMISSIONS_PER_MINUTE = 25;
const SUBMIT = '/submit';

/** Options of a client. */
export interface PolymarketRelayerOptions {
  /** Base of the relayer. */
  readonly url: string;
  /** A builder's: the relayer sends for all of its users. */
  readonly credentials: Secret<ClobCredentials>;
  /** Replaces every attempt's own time-out. */
  readonly attemptTimeoutMs?: number | undefined;
  /** The machine's clock: requests wait in real time. */
  readonly clock: Clock;
}

/** Has the venue's relayer send what concerns deposit wallets; what became of it is looked up on the chain. */
export class PolymarketRelayer {
  readonly #connections: VenueConnections;
  readonly #writes: VenueWrites;

  constructor(private readonly options: PolymarketRelayerOptions) {
    const { url, attemptTimeoutMs: timeoutMs, clock } = options;
    this.#connections = new VenueConnections({ url });
    const budget = new WeightBudget(SUBMISSIONS_PER_MINUTE, clock);
    this.#writes = new VenueWrites({ connections: this.#connections, budget, timeoutMs });
  }

  /** Submits a body, once. Never rejects. */
  submit(body: string): Promise<WriteAnswer> {
    const { credentials, clock } = this.options;
    const timestampS = Math.floor(clock.nowMs() / 1_000);
    const headers = builderHeaders(credentials.reveal(), { method: 'POST', path: SUBMIT, body }, timestampS);
    return this.#writes.send({ path: SUBMIT, body, headers, weight: 1 });
  }

  /** Waits for the answers to submissions under way, and disconnects. */
  async close(): Promise<void> {
    this.#writes.close();
    await this.#connections.close();
  }
}
