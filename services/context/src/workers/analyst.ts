import { startPeriodic } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';
import type { Lease } from '@platform/store/leases';
import type { Instrument } from '@platform/venues/market-data';
import { LRUCache } from 'lru-cache';
import { type Analysis, analyse } from '../intelligence/analysis.js';
import type { Histories, JudgedVenue } from '../intelligence/histories.js';
import { ranked, resultsOf, type ScanResult } from '../intelligence/ranking.js';
import type { MarketSnapshot, Snapshots } from '../intelligence/snapshots.js';
import { LeaseLostError } from '../tables/catalogue.js';

/** How often the analyst checks whether a round is due. */
const LOOK_MS = 2_000;
const RETRY_MS = 10_000;
/** Cached markets: about 2 KiB each. */
const JUDGED_MAX = 2_000;
/** Markets per write of snapshots. */
const STORED_TOGETHER = 25;

/** The dependencies of the analyst. */
export interface AnalystParts {
  readonly venues: readonly JudgedVenue[];
  readonly histories: Histories;
  readonly snapshots: Snapshots;
  /** The time from one round to the next; shorter where a table that markets are judged by is stored for the first time. */
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Owner of this process's leases. */
  readonly owner: string;
}

/**
 * Judges every market with stored history round by round, one market after the other, and stores the snapshots. A round is leased, so only
 * one of several processes works on it. A market that can't be read is left out, and keeps its former snapshot.
 */
export class Analyst {
  /** The last analysis of each market, by the version of its history: the same history is not judged twice. */
  readonly #judged = new LRUCache<string, { version: string; analysis: Analysis }>({ max: JUDGED_MAX });
  #isClosing = false;
  #rounds: Closeable | undefined;

  constructor(private readonly parts: AnalystParts) {}

  /** Starts to work, with a round at once where one is due; `onFirstRound` is called when it has ended, also after a failure. */
  start(onFirstRound: () => void): void {
    const { clock, logger } = this.parts;
    let first: (() => void) | undefined = onFirstRound;
    const run = async () => {
      await this.round().finally(first);
      first = undefined;
    };
    this.#rounds = startPeriodic({ name: 'intelligence', intervalMs: LOOK_MS, run }, clock, logger);
  }

  /** Leaves the round under way to the next process. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#rounds?.close();
  }

  /** Works on the due round; returns false when none is due, or another process took it over. */
  async round(): Promise<boolean> {
    const { snapshots, clock, owner, logger } = this.parts;
    const lease = await snapshots.take(owner);
    if (lease === undefined) return false;
    const computedAt = clock.now();
    try {
      const results = await this.#judgeAll(lease, computedAt);
      if (this.#isClosing) await snapshots.abandon(lease, computedAt);
      else await snapshots.complete(lease, { computedAt, results: ranked(results) }, this.#nextRound(computedAt));
      return true;
    } catch (error) {
      if (error instanceof LeaseLostError) {
        logger.warn('another process took over the round');
        return false;
      }
      await snapshots.abandon(lease, new Date(clock.nowMs() + RETRY_MS));
      throw error;
    }
  }

  #nextRound(computedAt: Date): Date {
    return new Date(computedAt.getTime() + this.parts.intervalMs);
  }

  async #judgeAll(lease: Lease, computedAt: Date): Promise<ScanResult[]> {
    const { venues, histories, snapshots } = this.parts;
    const results: ScanResult[] = [];
    for (const venue of venues) {
      let judged: MarketSnapshot[] = [];
      const store = async () => {
        if (judged.length > 0) await snapshots.keep(lease, judged);
        judged = [];
      };
      for (const instrument of await histories.judgeable(venue)) {
        if (this.#isClosing) break;
        const found = await this.#judge(venue, instrument, computedAt);
        results.push(...(found?.results ?? []));
        judged.push(...(found === undefined ? [] : [found.market]));
        if (judged.length >= STORED_TOGETHER) await store();
      }
      await store();
    }
    return results;
  }

  async #judge(
    source: JudgedVenue,
    instrument: Instrument,
    computedAt: Date,
  ): Promise<{ market: MarketSnapshot; results: ScanResult[] } | undefined> {
    const { venue, symbol } = instrument;
    try {
      const stored = await this.parts.histories.of(source, instrument, computedAt.getTime());
      const former = this.#judged.get(`${venue}/${symbol}`);
      const analysis = former?.version === stored.version ? former.analysis : analyse(await stored.read());
      this.#judged.set(`${venue}/${symbol}`, { version: stored.version, analysis });
      return { market: { venue, symbol, computedAt, ...analysis }, results: resultsOf({ instrument }, analysis) };
    } catch (error) {
      this.parts.logger.warn({ err: error, venue, symbol }, 'a market could not be judged');
      return undefined;
    }
  }
}
