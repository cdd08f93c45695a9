import { type RepeatedWork, type RunningWork, startRepeated } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import {
  finalEndMs,
  type Instrument,
  type TableKind,
  tableKinds,
  VenueUnreadableError,
} from '@platform/venues/market-data';
import { isVenue, venueRow } from '@platform/venues/registry';
import { judgedTables } from '../intelligence/histories.js';
import type { Snapshots } from '../intelligence/snapshots.js';
import { endCompleted, type Requested, registerRequested, requestedAt } from '../market-requests/collection.js';
import type { MarketRequestStore } from '../market-requests/store.js';
import type { Instruments } from '../markets/instruments.js';
import type { VenueMarkets } from '../markets/venue-markets.js';
import { type Catalogue, LeaseLostError } from '../tables/catalogue.js';
import type { Quarantine } from '../tables/quarantine.js';
import type { HeldTable, TableStore } from '../tables/table-store.js';
import { collectTable } from './collect-table.js';

/** The tables that are collected at once, whatever their venues, beside one of each venue: one that allows little holds up no other. */
const SHARED_CONCURRENCY = 3;
const IDLE_MS = 2_000;
const READY_CHECK_MS = 250;
const DISCOVERY_INTERVAL_MS = 300_000;
const DISCOVERY_RETRY_MS = 2_000;
const RENEW_INTERVAL_MS = 2_500;
const RETRY_DELAY_MS = 5_000;
const RETRY_DELAY_MS_MAX = 600_000;
/** A market whose first table failed this often no longer delays the start. */
const START_FAILURES_MAX = 3;
/** The most instruments of a venue that one discovery looks up one by one. */
const UNLISTED_MAX = 200;
const FIRST_TABLE = 'candles_1h';

/** The priority of the first tables: those of venues with releases are made after them. */
const EARLY_PRIORITY = 0;

/** The dependencies of the collector. */
export interface CollectorParts {
  readonly venueMarkets: ReadonlyMap<string, VenueMarkets>;
  readonly instruments: Instruments;
  readonly catalogue: Catalogue;
  readonly marketRequests: MarketRequestStore;
  readonly tables: TableStore;
  readonly quarantine: Quarantine;
  readonly snapshots: Pick<Snapshots, 'hasten'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Owner of this process's leases. */
  readonly owner: string;
}

/**
 * Keeps the history of every active market up to date, and completes that of closed ones. Each table is a leased job with a due time, so
 * several processes share the work, a kill loses nothing and the failure of one table leaves the others alone.
 */
export class Collector {
  readonly #closing = new AbortController();
  #works: readonly RunningWork[] = [];

  constructor(private readonly parts: CollectorParts) {}

  /**
   * Starts to work; `onFirstHistory` is called once `candles_1h` of every market that backtests run on without a release is stored. The
   * other venues follow later: a start does not wait for them.
   */
  start(onFirstHistory: () => void): void {
    const first = this.#repeat('first discovery', DISCOVERY_RETRY_MS, async () => {
      await this.discover((venue) => !hasReleases(venue));
      // Closed meanwhile: no more work begins.
      if (this.#closing.signal.aborted) return 'done';
      // Started afterwards: a listing would wait in the queue behind whole tables.
      const shared = Array.from({ length: SHARED_CONCURRENCY }, () => undefined);
      const collections = [...shared, ...this.parts.venueMarkets.keys()].map((venue) =>
        this.#repeat('collection', IDLE_MS, () => this.#collectWhatIsDue(venue)),
      );
      const history = this.#repeat('first history', READY_CHECK_MS, () => this.#awaitFirst(onFirstHistory));
      this.#works = [...this.#works, history, ...collections];
      return 'done';
    });
    this.#works = [first];
  }

  /** Releases the tables it holds and stops. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('closing'));
    await Promise.all(this.#works.map((work) => work.close()));
  }

  /**
   * Reads the venues' listings, stores them, and creates the tables of new markets. A venue that can't be read is tried again next time;
   * throws where none could be.
   */
  async discover(isMeant: (venue: string) => boolean = () => true): Promise<void> {
    const meant = [...this.parts.venueMarkets.values()].filter(({ venue }) => isMeant(venue.id));
    const failures: VenueUnreadableError[] = [];
    for (const markets of meant) {
      try {
        await this.#discoverAt(markets);
      } catch (error) {
        if (!(error instanceof VenueUnreadableError)) throw error;
        failures.push(error);
        this.parts.logger.warn({ err: error, venue: markets.venue.id }, 'a venue could not be listed');
      }
    }
    const [failure] = failures;
    if (failure !== undefined && failures.length === meant.length) throw failure;
  }

  async #awaitFirst(onFirstHistory: () => void): Promise<'again' | 'done'> {
    if (!(await this.#hasFirstHistory())) return 'again';
    onFirstHistory();
    if (this.#closing.signal.aborted) return 'done';
    const discovery = () => this.discover().then(() => 'again' as const);
    this.#works = [...this.#works, this.#repeat('discovery', DISCOVERY_INTERVAL_MS, discovery)];
    return 'done';
  }

  async #discoverAt(markets: VenueMarkets): Promise<void> {
    const { instruments, catalogue } = this.parts;
    const { id, tables } = markets.venue;
    const listed = await markets.collected('background');
    const requested = await requestedAt(markets, this.parts);
    const seen = await this.#seen(markets, listed, requested);
    await instruments.keep(seen);
    const active = seen.filter(({ status }) => status !== 'closed').map(({ symbol }) => symbol);
    const closed = seen.filter(({ status }) => status === 'closed').map(({ symbol }) => symbol);
    const kinds = tables.map(({ name }) => tableKinds[name]);
    const named = listed.map(({ symbol }) => symbol);
    await catalogue.adopt(id, named);
    await registerRequested(catalogue, markets.venue, excluding(requested.markets.flatMap(symbolsOf), named));
    // A searched venue also returns closed markets on request.
    const wanted = markets.isSearched ? [...new Set([...active, ...named])] : active;
    await catalogue.register(id, wanted, hasReleases(id) ? kinds.map(early) : kinds);
    await catalogue.revive(id, active);
    await catalogue.retire(id, excluding([...requested.dropped], named));
    await catalogue.finish(id, closed);
    await endCompleted(requested, this.parts);
  }

  /**
   * Returns what is collected in its current state: what is listed, what accounts ask for, and of a searched venue what was collected and
   * is no longer listed.
   */
  async #seen(
    markets: VenueMarkets,
    listed: readonly Instrument[],
    { markets: requested, instruments, dropped }: Requested,
  ): Promise<Instrument[]> {
    const seen = new Map([...instruments, ...listed].map((instrument) => [instrument.symbol, instrument]));
    if (!markets.isSearched) return [...seen.values()];
    const active = await this.parts.instruments.activeOf(markets.venue.id);
    const asked = new Set([...requested.flatMap(symbolsOf), ...dropped]);
    const others = active.filter((symbol) => !seen.has(symbol) && !asked.has(symbol));
    const found = await Promise.all(others.slice(0, UNLISTED_MAX).map((symbol) => markets.find(symbol)));
    return [...seen.values(), ...found.filter((instrument) => instrument !== undefined)];
  }

  /** Collects the first due table, of one venue or of any; returns false when none is due. */
  async collectNext(venue?: string): Promise<boolean> {
    const record = await this.parts.catalogue.takeDue(this.parts.owner, venue);
    if (record === undefined) return false;
    const lease = { owner: this.parts.owner, epoch: record.lease?.epoch ?? 0 };
    const held = { record, lease };
    const renewal = setInterval(() => void this.#renew(held), RENEW_INTERVAL_MS);
    try {
      await this.#collect(held);
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error;
      this.parts.logger.warn({ table: record._id }, 'another process took over the table');
    } finally {
      clearInterval(renewal);
    }
    return true;
  }

  async #collect(held: HeldTable): Promise<void> {
    const { catalogue, clock, logger } = this.parts;
    const { record, lease } = held;
    try {
      const { isOver, isEmpty } = await this.#collectRows(held);
      const dueAt = new Date(clock.nowMs() + tableKinds[record.table].refreshMs);
      await catalogue.complete(record._id, lease, isOver ? null : dueAt);
      if (isOver && isEmpty)
        logger.warn(
          { table: record._id },
          'a closed market has no rows as far back as is collected: its table stays empty',
        );
    } catch (error) {
      if (error instanceof LeaseLostError) throw error;
      if (this.#closing.signal.aborted) return catalogue.abandon(record._id, lease);
      logger.warn({ err: error, table: record._id, failures: record.failures + 1 }, 'a table could not be collected');
      const delayMs = Math.min(RETRY_DELAY_MS * 2 ** record.failures, RETRY_DELAY_MS_MAX);
      const dueAt = new Date(clock.nowMs() + delayMs);
      await catalogue.postpone(record._id, lease, { dueAt, failures: record.failures + 1 });
    }
  }

  /** Returns whether the market has closed and no row can follow, and whether none of the table's rows are stored. */
  async #collectRows(held: HeldTable): Promise<{ isOver: boolean; isEmpty: boolean }> {
    const { venueMarkets, instruments, tables, quarantine, snapshots, clock, logger } = this.parts;
    const { venue: venueId, symbol, table, segments, collectedAt, closedAt } = held.record;
    const markets = venueMarkets.get(venueId);
    const instrument = await instruments.find(venueId, symbol);
    if (markets === undefined || instrument === undefined) throw new Error(`${venueId} ${symbol} is not known`);
    const { venue } = markets;
    // A whole listing says that a market has closed, and not when: its last row becomes final after that was seen.
    const kind = tableKinds[table];
    const isFinal = closedAt && finalEndMs(kind, clock.nowMs()) > finalEndMs(kind, closedAt.getTime());
    const mayFollow = !isFinal && !markets.isSearched;
    const objects = await collectTable(held, instrument, { venue, tables, quarantine, clock, logger });
    // Before the table is released: a process that dies here collects it once more.
    const isFirst = (collectedAt === null || segments.length === 0) && objects > 0;
    if (isFirst && judgedTables(venue).includes(table)) await snapshots.hasten();
    return { isOver: instrument.status === 'closed' && !mayFollow, isEmpty: objects === 0 };
  }

  async #renew({ record, lease }: HeldTable): Promise<void> {
    // A failed renewal needs no handling: the lease itself refuses the following commit.
    await this.parts.catalogue
      .renew(record._id, lease)
      .catch((error: unknown) => this.parts.logger.warn({ err: error, table: record._id }, 'a lease was not renewed'));
  }

  async #collectWhatIsDue(venue: string | undefined): Promise<'again'> {
    while (!this.#closing.signal.aborted && (await this.collectNext(venue)));
    return 'again';
  }

  async #hasFirstHistory(): Promise<boolean> {
    const venues = [...this.parts.venueMarkets.keys()].filter((venue) => !hasReleases(venue));
    const waiting = await this.parts.catalogue.waitingFor(FIRST_TABLE, venues);
    const stored = await Promise.all(venues.map((venue) => this.parts.catalogue.example(venue)));
    return (
      stored.some((table) => table !== undefined) && waiting.every(({ failures }) => failures >= START_FAILURES_MAX)
    );
  }

  #repeat(name: string, intervalMs: number, run: RepeatedWork['run']): RunningWork {
    const { clock, logger } = this.parts;
    return startRepeated({ name, intervalMs, run }, clock, logger);
  }
}

function symbolsOf({ symbols }: { readonly symbols: readonly string[] }): readonly string[] {
  return symbols;
}

function excluding(symbols: readonly string[], others: readonly string[]): string[] {
  return symbols.filter((symbol) => !others.includes(symbol));
}

function hasReleases(venue: string): boolean {
  return isVenue(venue) && venueRow(venue).history === 'releases';
}

/** A release waits for all of its market's tables, which are few. */
function early(kind: TableKind): TableKind {
  return { ...kind, priority: Math.min(kind.priority, EARLY_PRIORITY) };
}
