import type { Catalogue, TableRecord } from '../datasets/catalogue.js';
import type { TableStore } from '../datasets/table-store.js';
import { type Row, type TableName, tableKinds } from '../datasets/tables.js';
import type { Instruments } from '../markets/instruments.js';
import type { Instrument, MarketDataVenue } from '../venues/venue.js';
import type { Candle } from './indicators/candle.js';
import { JUDGED_HOURS, type MarketHistory, SETTLING_HOURS } from './market-history.js';

/** The table that markets are judged by. */
const CANDLES = 'candles_1h';
const FUNDING = 'funding_1h';
const HOURS = JUDGED_HOURS + SETTLING_HOURS;

/** Reads stored history for judging markets by it; it asks no venue. */
export class Histories {
  constructor(
    private readonly instruments: Pick<Instruments, 'named'>,
    private readonly catalogue: Catalogue,
    private readonly tables: TableStore,
  ) {}

  /** The instruments of a venue that trade and have stored hourly candles, in the order of their symbols. */
  async judgeable(venue: string): Promise<Instrument[]> {
    const stored = await this.catalogue.symbolsWith(venue, CANDLES);
    const instruments = await this.instruments.named(venue, [...stored]);
    const trading = instruments.filter(({ status }) => status === 'active');
    return trading.sort((left, right) => (left.symbol < right.symbol ? -1 : 1));
  }

  /** Whether all funding was collected once, or failed when it was tried. */
  async areWhole(): Promise<boolean> {
    const waiting = await this.catalogue.waitingFor(FUNDING);
    return waiting.every(({ failures }) => failures > 0);
  }

  /** The newest stored history of an instrument of a venue, to be judged at a moment. Throws `context_store_unavailable`. */
  async of(
    { hasVolume }: Pick<MarketDataVenue, 'hasVolume'>,
    instrument: Instrument,
    nowMs: number,
  ): Promise<MarketHistory> {
    const { venue, symbol } = instrument;
    const tables: TableName[] = [CANDLES, FUNDING];
    const records = await this.catalogue.findAll(tables.map((table) => ({ venue, symbol, table })));
    const rowsOf = (table: TableName) => this.#newest(records.find((record) => record.table === table));
    const [candles, funding] = [await rowsOf(CANDLES), await rowsOf(FUNDING)];
    return {
      instrument,
      nowMs,
      candles: candles.map((row) => toCandle(row, hasVolume)),
      funding: funding.map(([timeMs, rate = 0]) => ({ timeMs, rate })),
    };
  }

  /** The last rows of a table: of as many hours as are judged, before the last one stored. */
  async #newest(record: TableRecord | undefined): Promise<Row[]> {
    const lastMs = record?.segments.at(-1)?.toMs;
    if (record === undefined || lastMs === undefined) return [];
    const fromMs = lastMs - (HOURS - 1) * tableKinds[record.table].intervalMs;
    return this.tables.read(record, { fromMs, toMs: lastMs + 1, limit: HOURS });
  }
}

function toCandle([timeMs, , high = 0, low = 0, close = 0, volume = 0]: Row, hasVolume: boolean): Candle {
  return { timeMs, high, low, close, volume: hasVolume ? volume : undefined };
}
