// Why: docs/decisions/context/history-of-backtests.md
import { PlatformError } from '@platform/errors';
import type { Instrument } from '@platform/venues/market-data';
import { tableKinds } from '@platform/venues/market-data';
import type { Markets } from '../markets/markets.js';
import { isCorrupted } from '../releases/corrupted.js';
import type { ReleasedTable, ReleaseManifest } from '../releases/manifest.js';
import { releasedMarketOf } from '../releases/released-market.js';
import type { Releases, UnavailabilityReason } from '../releases/releases.js';
import { hasUnknownFees } from '../releases/taker-fees.js';
import type { TableStore } from '../tables/table-store.js';
import { rowsInWords } from './coverage.js';
import type { HistorySource, NamedTable, SourcedHistory, SourcedObject } from './history-source.js';

/** An instrument's state in a release. */
interface Released {
  readonly instrument: Instrument;
  readonly tables: readonly ReleasedTable[];
  readonly release: string;
}

/** Reads the latest release of each market: never an older one, and never the tables that it was made of. */
export class ReleasedHistory implements HistorySource {
  /** These venues have no candle for a minute without trades or without a price. */
  readonly isSparse = true;

  constructor(
    private readonly markets: Markets,
    private readonly releases: Releases,
    private readonly store: TableStore,
  ) {}

  /** Reads the instruments' facts from the manifest, so that the release alone decides the result of a run. */
  async find(venue: string, tables: readonly NamedTable[]): Promise<SourcedHistory> {
    const symbols = [...new Set(tables.map(({ symbol }) => symbol))];
    const released = await Promise.all(symbols.map((symbol) => this.#latest(venue, symbol)));
    const bySymbol = new Map(released.map((each) => [each.instrument.symbol, each]));
    return {
      instruments: released.map(({ instrument }) => instrument),
      segmentsOf: (named) => {
        const market = bySymbol.get(named.symbol);
        const table = market?.tables.find(({ name }) => name === named.table);
        if (table === undefined) throw notHeld(named, market);
        return table.objects;
      },
      malformedOf: ({ symbol, table }) =>
        bySymbol.get(symbol)?.tables.find(({ name }) => name === table)?.malformed ?? [],
      releases: released.map(({ release }) => release),
    };
  }

  async requireWhole(objects: readonly SourcedObject[]): Promise<void> {
    const checks = objects.map(({ symbol, key, sha256 }) =>
      this.store.requireWhole([{ key, sha256 }]).catch((error: unknown) => {
        throw isCorrupted(error) ? unusable(symbol, 'corrupted_object', key) : error;
      }),
    );
    await Promise.all(checks);
  }

  async #latest(venue: string, symbol: string): Promise<Released> {
    const listed = await this.markets.instrument(venue, symbol);
    const latest = await this.releases.latest(releasedMarketOf(listed));
    if ('problem' in latest) throw unusable(symbol, latest.problem, latest.object);
    const found = latest.manifest.instruments.find((each) => each.symbol === symbol);
    if (found === undefined) throw unusable(symbol, 'no_bars');
    if (hasUnknownFees(found)) throw unusable(symbol, 'unknown_fees');
    return { instrument: withFacts(listed, found), tables: found.tables, release: latest.manifest.release };
  }
}

type Facts = ReleaseManifest['instruments'][number];

/** Returns a listed instrument with the release's facts in place of today's. */
function withFacts(listed: Instrument, facts: Facts): Instrument {
  const { coin, kind, sizeDecimals, tickSize, minOrderUsd, maxLeverage } = facts;
  return {
    ...listed,
    ...{ coin, kind, sizeDecimals, tickSize, minOrderUsd, maxLeverage },
    prediction: predictionOf(facts),
  };
}

/**
 * Returns a prediction's facts. Trading of a resolved market ended with the candle that opened last, before its date or after it: a run
 * that covers the end is settled; a run that ends sooner can't know.
 */
function predictionOf({ prediction, tables }: Facts): Instrument['prediction'] {
  if (prediction === undefined) return undefined;
  const { resolution, takerFees } = prediction;
  if (resolution === undefined) return { ...prediction, resolution, takerFees };
  const openedMs = Math.max(...tables.map(({ toMs }) => toMs));
  // A coarser candle closes later and may be in none of a run's tables.
  const closedMs = tables.filter(({ toMs }) => toMs === openedMs).map(({ intervalMs }) => openedMs + intervalMs);
  return { ...prediction, endDateMs: Math.min(...closedMs), resolution, takerFees };
}

const PROBLEMS: Readonly<Record<UnavailabilityReason, string>> = {
  not_published:
    'no release of it is published. Ask for it by the mutation requestMarket or the tool context.market_requests.create where its venue is searched',
  withdrawn: 'its release was withdrawn',
  malformed_marker: 'its readiness marker is malformed',
  foreign_environment: "its readiness marker is another environment's",
  corrupted_manifest: 'the manifest of its latest release is missing or damaged',
  corrupted_object: 'an object of its latest release is missing or damaged',
  no_bars: 'its latest release has no candles of it',
  unknown_fees: 'its venue does not say by which schedule it charges fees',
};

function unusable(symbol: string, reason: UnavailabilityReason, object?: string): PlatformError {
  return new PlatformError('data_unavailable', {
    message: `${symbol} can't be backtested: ${PROBLEMS[reason]} (${reason}).`,
    details: { symbol, coverage: null, reason, ...(object !== undefined && { object }) },
  });
}

/** Returns the error of a release that lacks a table and has others. */
function notHeld({ symbol, table }: NamedTable, released: Released | undefined): PlatformError {
  const held = (released?.tables ?? []).flatMap(({ name }) => tableKinds[name].timeframe ?? []);
  const { timeframe = '1h' } = tableKinds[table];
  return new PlatformError('data_unavailable', {
    message: `No ${rowsInWords({ symbol, table })} are in its release ${released?.release}, which holds ${held.join(', ')}.`,
    details: { symbol, table, timeframe, coverage: null, timeframes: held },
  });
}
