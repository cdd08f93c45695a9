import type { Clock } from '@platform/kit/clock';
import type { Report } from '@platform/kit/provisioning';
import type { ReleasedMarket } from '../../releases/keys.js';
import { type Published, Publisher, ReleaseRefusedError } from '../../releases/publisher.js';
import { StoredMarkets } from '../../releases/stored-markets.js';
import { keptReleases, releasedMarkets, type Swept, sweepReleases } from '../../releases/sweep.js';
import { type Verification, verifyRelease } from '../../releases/verify.js';
import type { Stores } from '../../stores.js';
import { LeaseLostError } from '../../tables/catalogue.js';
import { TableBusyError } from '../../tables/hold-table.js';
import { TAKE_ATTEMPTS } from '../hold-table.js';
import { namedMarket, type ReleaseFilter, venuesOf } from '../named-markets.js';
import { progressBar } from '../progress-bar.js';
import { CommandRefused } from '../refusal.js';

const MARKERS_PAGE = 1_000;
const DAY_MS = 86_400_000;

/** The dependencies of the release verbs. */
export interface ReleaseParts {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly owner: string;
  readonly report: Report;
}

/** The result of publishing a market. */
export interface PublishOutcome {
  readonly market: ReleasedMarket;
  readonly published?: Published;
  /** Why nothing was published. */
  readonly problems: readonly string[];
}

/** The result of sweeping a market. */
export interface SweepOutcome {
  readonly market: ReleasedMarket;
  readonly swept?: Swept;
  /** Why nothing was removed. */
  readonly problems: readonly string[];
}

/** A market's kept release. */
export interface ReleaseLine {
  readonly market: ReleasedMarket;
  readonly release: string;
  readonly createdAt: string;
  /** `published`, `withdrawn`, or `superseded`: a later one is published. */
  readonly state: string;
  readonly rows: number;
}

/** Publishes what is stored of the named markets, each by itself. Throws `CommandRefused`. */
export async function publishMarkets(filter: ReleaseFilter, parts: ReleaseParts): Promise<PublishOutcome[]> {
  const publisher = publisherOf(parts);
  const markets = await storedMarkets(filter, parts);
  const outcomes: PublishOutcome[] = [];
  for (const market of markets) {
    parts.report(progressBar(outcomes.length, markets.length, market.market));
    const { result, problems } = await attempt(() => publisher.publish(market));
    outcomes.push({ market, ...(result && { published: result }), problems });
  }
  parts.report(progressBar(outcomes.length, markets.length, ''));
  return outcomes;
}

/** Withdraws the release of a market and returns it. Throws `CommandRefused`. */
export async function withdrawMarket(
  { venue, market, reason }: { venue: string; market: string; reason: string },
  parts: ReleaseParts,
): Promise<string> {
  const reference = await namedMarket(venue, market, parts.stores);
  return refusing(() => publisherOf(parts).withdraw(reference, reason));
}

/** Reads every byte of the latest releases of the named markets. */
export async function verifyMarkets(
  filter: ReleaseFilter,
  parts: ReleaseParts,
): Promise<{ market: string; venue: string; verified: Verification }[]> {
  const markets = await markedMarkets(filter, parts);
  const results: { market: string; venue: string; verified: Verification }[] = [];
  for (const market of markets) {
    const tell = (doing: string) => parts.report(progressBar(results.length, markets.length, doing));
    tell(market.market);
    const begins = (table: number, tables: number) => tell(`${market.market}, table ${table} of ${tables}`);
    results.push({ ...market, verified: await verifyRelease(market, parts.stores, begins) });
  }
  parts.report(progressBar(results.length, markets.length, ''));
  return results;
}

/** Lists the kept releases of the named markets, the newest of each first. */
export async function listReleases(filter: ReleaseFilter, { stores, report }: ReleaseParts): Promise<ReleaseLine[]> {
  const lines: ReleaseLine[] = [];
  const markets = await keptMarkets(filter, stores);
  for (const [done, market] of markets.entries()) {
    report(progressBar(done, markets.length, market.market));
    const marker = await stores.markers.find(market);
    const named = 'release' in marker ? marker : undefined;
    for (const { release, createdAt, instruments } of (await keptReleases(market, stores.objects)).releases) {
      const tables = instruments.flatMap((instrument) => instrument.tables);
      const state = named?.release === release ? named.state : 'superseded';
      lines.push({ market, release, createdAt, state, rows: tables.reduce((sum, { rows }) => sum + rows, 0) });
    }
  }
  return lines;
}

/** Removes what is no longer published and older than some days, for each of the named markets by itself. Throws `CommandRefused`. */
export async function sweepMarkets(
  { days, ...filter }: ReleaseFilter & { days: number },
  parts: ReleaseParts,
): Promise<SweepOutcome[]> {
  const { stores, clock, report } = parts;
  const nowMs = clock.nowMs();
  const times = { nowMs, madeBeforeMs: nowMs - days * DAY_MS };
  const markets = await keptMarkets(filter, stores);
  const outcomes: SweepOutcome[] = [];
  for (const market of markets) {
    report(progressBar(outcomes.length, markets.length, market.market));
    const { result, problems } = await attempt(() =>
      sweepReleases(market, times, { ...stores, markets: storedMarketsOf(parts) }),
    );
    outcomes.push({ market, ...(result && { swept: result }), problems });
  }
  report(progressBar(markets.length, markets.length, ''));
  return outcomes;
}

/** Returns the result of an attempt, or why a market was refused; other failures are thrown. */
async function attempt<Result>(work: () => Promise<Result>): Promise<{ result?: Result; problems: readonly string[] }> {
  try {
    return { result: await work(), problems: [] };
  } catch (error) {
    if (error instanceof ReleaseRefusedError) return { problems: error.problems };
    if (error instanceof TableBusyError || error instanceof LeaseLostError) return { problems: [error.message] };
    throw error;
  }
}

async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  return work().catch((error: unknown) => {
    const isRefusal =
      error instanceof ReleaseRefusedError || error instanceof TableBusyError || error instanceof LeaseLostError;
    throw isRefusal ? new CommandRefused(error.message, { cause: error }) : error;
  });
}

function publisherOf(parts: ReleaseParts): Publisher {
  return new Publisher({ ...parts.stores, clock: parts.clock, owner: parts.owner, attempts: TAKE_ATTEMPTS });
}

function storedMarketsOf({ stores, owner }: ReleaseParts): StoredMarkets {
  return new StoredMarkets({ ...stores, owner, attempts: TAKE_ATTEMPTS });
}

/** Returns the markets that have stored rows. */
function storedMarkets(filter: ReleaseFilter, parts: ReleaseParts): Promise<ReleasedMarket[]> {
  return marketsOf(filter, parts.stores, async (venue) => {
    const stored = await parts.stores.catalogue.stored({ venue });
    const symbols = stored.map(({ symbol }) => symbol);
    return storedMarketsOf(parts).named(venue, symbols);
  });
}

/** Returns the markets that have a marker, published or withdrawn. */
function markedMarkets(filter: ReleaseFilter, { stores }: ReleaseParts): Promise<ReleasedMarket[]> {
  return marketsOf(filter, stores, async (venue) => {
    const found: ReleasedMarket[] = [];
    let after: string | undefined;
    do {
      const page = await stores.markers.page(venue, after, MARKERS_PAGE);
      found.push(...page.found.map(({ market }) => ({ venue, market })));
      after = page.next;
    } while (after !== undefined);
    return found;
  });
}

/** Returns the markets that have a kept release. */
function keptMarkets(filter: ReleaseFilter, stores: Stores): Promise<ReleasedMarket[]> {
  return marketsOf(filter, stores, (venue) => releasedMarkets(venue, stores.objects));
}

/** Returns the one named market, else those of each selected venue. */
async function marketsOf(
  filter: ReleaseFilter,
  stores: Stores,
  ofVenue: (venue: string) => Promise<readonly ReleasedMarket[]>,
): Promise<ReleasedMarket[]> {
  const { venue, market } = filter;
  if (venue !== undefined && market !== undefined) return [await namedMarket(venue, market, stores)];
  const found: ReleasedMarket[] = [];
  for (const each of venuesOf(filter)) found.push(...(await ofVenue(each)));
  return found;
}
