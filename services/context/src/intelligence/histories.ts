import type { Instrument, MarketDataVenue } from '@platform/venues/market-data';
import { type Row, type TableName, tableKinds } from '@platform/venues/market-data';
import { aggregated, startFrom, startOf } from '../history/aggregate.js';
import type { Instruments } from '../markets/instruments.js';
import type { Catalogue, StoredRows } from '../tables/catalogue.js';
import type { TableStore } from '../tables/table-store.js';
import type { Candle } from './indicators/candle.js';
import { JUDGED_HOURS, type MarketHistory, SETTLING_HOURS } from './market-history.js';

/** The table that markets are judged by; where a venue has none, hours are made of finer rows. */
const CANDLES = 'candles_1h';
const FINER = 'candles_1m';
const FUNDING = 'funding_1h';
const HOUR_MS = tableKinds[CANDLES].intervalMs;
const JUDGED_MS = (JUDGED_HOURS + SETTLING_HOURS) * HOUR_MS;

/** The part of a venue that judging needs: its tables. */
export type JudgedVenue = Pick<MarketDataVenue, 'id' | 'tables' | 'hasVolume'>;

/** The newest history that is stored of an instrument. */
interface StoredHistory {
  /** Changes with everything the market is judged by: its rows, the hour, its instrument. */
  readonly version: string;
  /** Throws `context_store_unavailable`. */
  read(): Promise<MarketHistory>;
}

/** Reads the stored history by which markets are judged; it asks no venue. */
export class Histories {
  constructor(
    private readonly instruments: Pick<Instruments, 'named'>,
    private readonly catalogue: Catalogue,
    private readonly tables: TableStore,
  ) {}

  /** Returns the instruments of a venue that trade and have stored candles, in the order of their symbols. */
  async judgeable(venue: JudgedVenue): Promise<Instrument[]> {
    const stored = await this.catalogue.symbolsWith(venue.id, candlesOf(venue));
    const instruments = await this.instruments.named(venue.id, [...stored]);
    const trading = instruments.filter(({ status }) => status === 'active');
    return trading.sort((left, right) => (left.symbol < right.symbol ? -1 : 1));
  }

  /** Returns the stored history of a venue's instrument, to be judged at the hour of a moment. */
  async of(venue: JudgedVenue, instrument: Instrument, momentMs: number): Promise<StoredHistory> {
    const { symbol, kind, name, builderDex } = instrument;
    const tables = judgedTables(venue);
    const stored = await this.catalogue.rowsOf(tables.map((table) => ({ venue: venue.id, symbol, table })));
    const nowMs = startOf(momentMs, HOUR_MS);
    const keys = tables.map((table) => stored.find((rows) => rows.table === table)?.segments.map(({ key }) => key));
    return {
      version: JSON.stringify([nowMs, kind, name, builderDex, keys]),
      read: () => this.#read(venue, instrument, stored, nowMs),
    };
  }

  async #read(
    venue: JudgedVenue,
    instrument: Instrument,
    stored: readonly StoredRows[],
    nowMs: number,
  ): Promise<MarketHistory> {
    const rowsOf = (table: TableName) => this.#newest(stored.find((rows) => rows.table === table));
    const [candles, funding] = [await rowsOf(candlesOf(venue)), await rowsOf(FUNDING)];
    return {
      instrument,
      nowMs,
      candles: candles.map((row) => toCandle(row, venue.hasVolume)),
      funding: funding.map(([timeMs, rate = 0]) => ({ timeMs, rate })),
    };
  }

  /** Returns as many of a table's last hours as are judged; finer rows become hours where all of an hour's rows are stored. */
  async #newest(stored: StoredRows | undefined): Promise<Row[]> {
    const [first, last] = [stored?.segments.at(0), stored?.segments.at(-1)];
    if (stored === undefined || first === undefined || last === undefined) return [];
    const { intervalMs } = tableKinds[stored.table];
    const toMs = startOf(last.toMs + intervalMs, HOUR_MS);
    const fromMs = Math.max(startFrom(first.fromMs, HOUR_MS), toMs - JUDGED_MS);
    const rows = await this.tables.read(stored, { fromMs, toMs, limit: JUDGED_MS / intervalMs });
    return intervalMs === HOUR_MS
      ? rows
      : aggregated([{ source: 'unknown', rows }], HOUR_MS).flatMap((part) => part.rows);
  }
}

/** The tables that markets of a venue are judged by. */
export function judgedTables(venue: Pick<JudgedVenue, 'tables'>): readonly TableName[] {
  return [candlesOf(venue), FUNDING];
}

function candlesOf({ tables }: Pick<JudgedVenue, 'tables'>): typeof CANDLES | typeof FINER {
  return tables.some(({ name }) => name === CANDLES) ? CANDLES : FINER;
}

function toCandle([timeMs, , high = 0, low = 0, close = 0, volume = 0]: Row, hasVolume: boolean): Candle {
  return { timeMs, high, low, close, volume: hasVolume ? volume : undefined };
}
