import type { Clock } from '@platform/kit/clock';
import type { Address } from 'viem';
import { z } from 'zod';
import { signedUsd } from '../../codec/index.js';
import type { VenueConnection } from '../venue/index.js';
import { FILLS_A_PAGE, readFills } from './fill-pages.js';

const DAY_MS = 24 * 3_600_000;
/** How old a read of fills may be that other bots of the account asked for. */
const SHARED_READ_MS = 1_000;
/** How long a sum is used where nothing has traded since. */
const AGE_MS_MAX = 60_000;
/** How many answers are read: an account with more fills a day opens nothing. */
const ANSWERS_MAX = 10;

const fills = z.array(
  z.object({ coin: z.string(), tid: z.int(), time: z.int(), closedPnl: signedUsd, fee: signedUsd }),
);
type Fill = z.output<typeof fills>[number];

interface Sum {
  readonly dayStartMs: number;
  /** The positions that it belongs to: others mean that something traded. */
  readonly sizes: string;
  readonly atMs: number;
  readonly realizedMicroUsdc: bigint;
}

/** What the fills of a bot's coins have realized since midnight in UTC, less their fees; funding is not counted. */
export class RealizedToday {
  #sum: Sum | undefined;
  /** Until then, a read may lack what traded. */
  #unsettledUntilMs = 0;

  constructor(
    private readonly venue: VenueConnection,
    private readonly user: Address,
    private readonly clock: Clock,
    /** How long the venue's reads may lag its actions. */
    private readonly lagMs: number,
  ) {}

  /** Says that something of the bot has traded just now. */
  traded(): void {
    this.#unsettledUntilMs = this.clock.nowMs() + this.lagMs;
  }

  /** Returns the sum for positions of these sizes. Rejects when the venue can't be read. */
  async of(coins: readonly string[], sizes: Readonly<Record<string, bigint>>): Promise<bigint> {
    const atMs = this.clock.nowMs();
    const dayStartMs = atMs - (atMs % DAY_MS);
    const held = Object.entries(sizes)
      .map(([coin, size]) => `${coin} ${size}`)
      .sort()
      .join();
    const known = this.#sum;
    const isSame = known?.dayStartMs === dayStartMs && known.sizes === held;
    if (isSame && known.atMs >= this.#unsettledUntilMs && atMs - known.atMs < AGE_MS_MAX)
      return known.realizedMicroUsdc;
    if (known !== undefined && known.sizes !== held) this.traded();
    const realizedMicroUsdc = (await this.#fillsSince(dayStartMs, atMs))
      .filter(({ coin }) => coins.includes(coin))
      .reduce((sum, { closedPnl, fee }) => sum + closedPnl - fee, 0n);
    this.#sum = { dayStartMs, sizes: held, atMs, realizedMicroUsdc };
    return realizedMicroUsdc;
  }

  /** The account's fills since a time. */
  async #fillsSince(startMs: number, nowMs: number): Promise<readonly Fill[]> {
    const found = await readFills(startMs, ANSWERS_MAX, async (startTime) => {
      const request = { type: 'userFillsByTime', user: this.user, startTime, aggregateByTime: false };
      return fills.parse((await this.venue.recent(request, nowMs - SHARED_READ_MS)).answer);
    });
    if (found === undefined) throw new Error(`the account has more than ${ANSWERS_MAX * FILLS_A_PAGE} fills today`);
    return found;
  }
}
