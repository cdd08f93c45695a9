import { clientNetworkOf } from '@platform/edge/http';
import { PlatformError } from '@platform/errors';
import type { Caller } from '@platform/keys/tokens';
import type { Clock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';

const WINDOW_SECONDS = 60;

/** Whether one more request of an address may pass, and how much of its limit per minute remains. */
export interface Admission {
  readonly admitted: boolean;
  readonly requestsPerMinute: number;
  readonly requestsLeft: number;
  readonly resetsAtMs: number;
}

/**
 * Limits callers without a valid credential by their address. Each request is counted in the store, so that all gateways share one count;
 * an address that has reached its limit is refused from memory until the minute ends.
 */
export class AddressLimits {
  readonly #unauthenticated: RateLimiterMongo;
  readonly #registration: RateLimiterMongo;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
    requestsPerMinute: { readonly unauthenticated: number; readonly registration: number },
  ) {
    this.#unauthenticated = limiter(connection, 'unauthenticated', requestsPerMinute.unauthenticated);
    this.#registration = limiter(connection, 'registration', requestsPerMinute.registration);
  }

  /** Creates the collection's indexes. */
  async initialize(): Promise<void> {
    await this.#unauthenticated.createIndexes();
  }

  /** Counts a request without a valid credential. */
  async admit(clientAddress: string): Promise<Admission> {
    const { admitted, remainingPoints, msBeforeNext } = await consume(
      this.#unauthenticated,
      clientNetworkOf(clientAddress),
    );
    return {
      admitted,
      requestsPerMinute: this.#unauthenticated.points,
      requestsLeft: remainingPoints,
      resetsAtMs: this.clock.nowMs() + msBeforeNext,
    };
  }

  /** Counts a request or an attempt for a code. Throws `rate_limited`. */
  async countRegistration(caller: Caller): Promise<void> {
    const client = caller.kind === 'anonymous' ? clientNetworkOf(caller.clientAddress) : String(caller.accountId);
    const { admitted, msBeforeNext } = await consume(this.#registration, client);
    if (admitted) return;
    const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
    throw new PlatformError('rate_limited', { details: { retry_after_seconds: retryAfterSeconds } });
  }
}

function limiter(connection: Connection, keyPrefix: string, points: number): RateLimiterMongo {
  return new RateLimiterMongo({
    storeClient: connection.getClient(),
    dbName: connection.name,
    tableName: 'address_limits',
    keyPrefix,
    points,
    duration: WINDOW_SECONDS,
    inMemoryBlockOnConsumed: points,
    disableIndexesCreation: true,
  });
}

async function consume(limits: RateLimiterMongo, client: string) {
  try {
    const { remainingPoints, msBeforeNext } = await limits.consume(client);
    return { admitted: true, remainingPoints, msBeforeNext };
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return { admitted: false, remainingPoints: 0, msBeforeNext: error.msBeforeNext };
  }
}
