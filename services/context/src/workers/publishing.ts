import { startPeriodic, startRepeated } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';
import type { ReleasedMarket } from '../releases/keys.js';
import type { Markers } from '../releases/markers.js';
import { type Publisher, ReleaseRefusedError } from '../releases/publisher.js';
import type { Releases } from '../releases/releases.js';
import type { StoredMarkets } from '../releases/stored-markets.js';
import { hasUnknownFees } from '../releases/taker-fees.js';
import type { Catalogue } from '../tables/catalogue.js';
import { LeaseLostError } from '../tables/catalogue.js';
import { TableBusyError } from '../tables/hold-table.js';

const ROUND_INTERVAL_MS = 2_000;
/** How often the worker checks at a start whether each venue has a release; an unreachable venue delays it no longer than this. */
const FIRST_LOOK_MS = 250;
const FIRST_WAIT_MS_MAX = 20_000;
/** The most markers of a venue searched for a published one. */
const MARKERS_MAX = 20;
/** How long a market that could not be published waits. */
const RETRY_MS = 600_000;
/** How often the worker checks whether the fees missing in a release are known. */
const FEES_LOOK_MS = 60_000;
/** A table that failed this often no longer delays the market's release. */
const FAILURES_MAX = 3;

/** The dependencies of the worker. */
export interface PublishingParts {
  readonly catalogue: Catalogue;
  readonly markets: StoredMarkets;
  readonly markers: Markers;
  readonly publisher: Publisher;
  readonly releases: Pick<Releases, 'latest'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The venues whose history is published in releases. */
  readonly releaseVenues: ReadonlySet<string>;
  /** A market is published again at most this often. */
  readonly releaseIntervalMs: number;
}

/**
 * Publishes the markets of venues with releases: a market first once all its tables were collected, then again where there are new rows, or
 * at once where its release lacks fees that are now known: without them it can't be backtested. Only an operator publishes a withdrawn
 * market again. Several processes may publish: each market is held by one at a time.
 */
export class Publishing {
  /** When each market is checked next; a market without an entry is checked now. */
  readonly #nextLookMs = new Map<string, number>();
  #isClosing = false;

  constructor(private readonly parts: PublishingParts) {}

  /** Starts to work; `onFirstReleases` is called once each venue has a release, or the wait has timed out. */
  start(onFirstReleases: () => void): Closeable {
    const { clock, logger } = this.parts;
    const publish = async () => void (await this.publishDue());
    const rounds = startPeriodic({ name: 'publishing', intervalMs: ROUND_INTERVAL_MS, run: publish }, clock, logger);
    const deadlineMs = clock.nowMs() + FIRST_WAIT_MS_MAX;
    const first = startRepeated(
      {
        name: 'first releases',
        intervalMs: FIRST_LOOK_MS,
        run: async () => {
          const isLate = clock.nowMs() >= deadlineMs;
          if (!isLate && !(await this.#hasFirstReleases())) return 'again';
          if (isLate) logger.warn('a venue has no release yet');
          onFirstReleases();
          return 'done';
        },
      },
      clock,
      logger,
    );
    return {
      close: async () => {
        this.#isClosing = true;
        await Promise.all([rounds.close(), first.close()]);
      },
    };
  }

  async #hasFirstReleases(): Promise<boolean> {
    const pages = [...this.parts.releaseVenues].map((venue) => this.parts.markers.page(venue, undefined, MARKERS_MAX));
    return (await Promise.all(pages)).every(({ found }) => found.some(({ marker }) => marker.state === 'published'));
  }

  /** Publishes every due market; returns the number of new releases. */
  async publishDue(): Promise<number> {
    let published = 0;
    for (const venue of this.parts.releaseVenues)
      for (const market of await this.#collectedMarkets(venue)) {
        if (this.#isClosing) return published;
        if (await this.#look(market)) published += 1;
      }
    return published;
  }

  /** Returns the markets with stored rows no instrument of which waits for its first collection: a release covers all of them. */
  async #collectedMarkets(venue: string): Promise<ReleasedMarket[]> {
    const { catalogue, markets } = this.parts;
    const [collected, waiting] = await Promise.all([
      catalogue.collectedSymbols(venue, FAILURES_MAX),
      catalogue.waitingSymbols(venue, FAILURES_MAX),
    ]);
    const unfinished = new Set((await markets.named(venue, waiting)).map(({ market }) => market));
    return (await markets.named(venue, collected)).filter(({ market }) => !unfinished.has(market));
  }

  /** Publishes a market where it is due; returns whether there is a new release. */
  async #look(reference: ReleasedMarket): Promise<boolean> {
    const { clock, releaseIntervalMs } = this.parts;
    const id = `${reference.venue}/${reference.market}`;
    const nowMs = clock.nowMs();
    if (nowMs < (this.#nextLookMs.get(id) ?? nowMs)) return false;
    const dueMs = await this.#dueMs(reference, nowMs);
    this.#nextLookMs.set(id, dueMs > nowMs ? dueMs : nowMs + releaseIntervalMs);
    if (dueMs > nowMs) return false;
    try {
      return (await this.parts.publisher.publish(reference, { unlessWithdrawn: true })).isNew;
    } catch (error) {
      this.#nextLookMs.set(id, error instanceof TableBusyError ? nowMs : nowMs + RETRY_MS);
      this.#say(error, reference);
      return false;
    }
  }

  /** Returns when a market is to be published: now, or checked again then. */
  async #dueMs(reference: ReleasedMarket, nowMs: number): Promise<number> {
    const { markers, publisher, releaseIntervalMs } = this.parts;
    const marker = await markers.find(reference);
    if (marker.state === 'withdrawn') return nowMs + releaseIntervalMs;
    if (marker.state !== 'published') return nowMs;
    const dueMs = Date.parse(marker.publishedAt) + releaseIntervalMs;
    const isDue = dueMs <= nowMs;
    if (!isDue && !(await this.#lacksFees(reference))) return dueMs;
    const draft = await publisher.draft(reference);
    if (!isDue) {
      const isStillLacking = draft === undefined || draft.instruments.some(hasUnknownFees);
      return isStillLacking ? Math.min(dueMs, nowMs + FEES_LOOK_MS) : nowMs;
    }
    return draft?.release === marker.release ? nowMs + releaseIntervalMs : nowMs;
  }

  async #lacksFees(reference: ReleasedMarket): Promise<boolean> {
    const latest = await this.parts.releases.latest(reference);
    return 'manifest' in latest && latest.manifest.instruments.some(hasUnknownFees);
  }

  #say(error: unknown, reference: ReleasedMarket): void {
    const isOrdinary = error instanceof TableBusyError || error instanceof LeaseLostError;
    if (isOrdinary) return;
    const { logger } = this.parts;
    const problems = error instanceof ReleaseRefusedError ? error.problems : undefined;
    logger.warn({ err: error, ...reference, problems }, 'a market could not be published');
  }
}
