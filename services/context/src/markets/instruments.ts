import type { Connection } from '@platform/store/mongo';
import { type Instrument, marketKinds, marketStatuses } from '@platform/venues/market-data';
import { frameworkIds } from '@platform/venues/registry';
import { Schema } from 'mongoose';

/** The fields that distinguish a market: its symbol, and its names. */
export type TradedMarket = Pick<Instrument, 'venue' | 'symbol' | 'name'>;

/** More than a venue lists: one round trip reads them all. */
const VENUE_INSTRUMENTS = 5_000;

/** An instrument as it was last listed. */
type InstrumentRecord = Instrument & { readonly _id: string };

const predictionSchema = new Schema<NonNullable<Instrument['prediction']>>(
  {
    slug: { type: String, required: true },
    question: { type: String, required: true },
    outcome: { type: String, required: true },
    outcomes: { type: [String], required: true },
    endDateMs: { type: Number, required: true },
    resolution: String,
    takerFees: new Schema({ rate: Number, exponent: Number }, { _id: false }),
  },
  { _id: false },
);

const frameworkSymbolsSchema = new Schema<Instrument['frameworkSymbols']>(
  Object.fromEntries(frameworkIds.map((id) => [id, String])),
  { _id: false, minimize: false },
);

const instrumentSchema = new Schema<InstrumentRecord>(
  {
    _id: { type: String, required: true },
    venue: { type: String, required: true },
    symbol: { type: String, required: true },
    coin: { type: String, required: true },
    venueNumber: Number,
    name: { type: String, required: true },
    kind: { type: String, required: true, enum: marketKinds },
    status: { type: String, required: true, enum: marketStatuses },
    frameworkSymbols: frameworkSymbolsSchema,
    sizeDecimals: { type: Number, required: true },
    maxLeverage: Number,
    markPrice: { type: String, required: true },
    tickSize: { type: String, required: true },
    minOrderUsd: { type: String, required: true },
    builderDex: String,
    prediction: predictionSchema,
  },
  { collection: 'instruments', versionKey: false, minimize: false },
);

function instrumentModel(connection: Connection) {
  return connection.model('Instrument', instrumentSchema);
}

/** Every instrument that was ever listed, as it was last seen: stored history stays readable even when a venue drops a market. */
export class Instruments {
  readonly #instruments: ReturnType<typeof instrumentModel>;

  constructor(connection: Connection) {
    this.#instruments = instrumentModel(connection);
  }

  /** Stores the instruments of a listing; fields that it leaves undefined are absent. */
  async keep(instruments: readonly Instrument[]): Promise<void> {
    const replacements = instruments.map((instrument) => ({
      replaceOne: {
        filter: { _id: idOf(instrument) },
        replacement: { _id: idOf(instrument), ...instrument },
        upsert: true,
      },
    }));
    await this.#instruments.bulkWrite(replacements, { ignoreUndefined: true });
  }

  /** Returns an instrument that was listed once. */
  async find(venue: string, symbol: string): Promise<Instrument | undefined> {
    const record = await this.#instruments.findById(idOf({ venue, symbol })).lean<InstrumentRecord>();
    return record ?? undefined;
  }

  /** Returns the symbols of a venue's instruments that were not closed when they were last seen. */
  async activeOf(venue: string): Promise<string[]> {
    return this.#instruments.distinct('symbol', { venue, status: { $ne: 'closed' } });
  }

  /** Returns those of the named instruments that were listed once. */
  async named(venue: string, symbols: readonly string[]): Promise<Instrument[]> {
    return this.#instruments.find({ venue, symbol: { $in: [...symbols] } }, { _id: 0 }).lean<Instrument[]>();
  }

  /** Returns the markets of some venues that trade now, without predictions, whose names are questions. */
  async traded(venues: readonly string[]): Promise<TradedMarket[]> {
    return this.#instruments
      .find(
        { venue: { $in: [...venues] }, status: 'active', kind: { $ne: 'prediction' } },
        { _id: 0, venue: 1, symbol: 1, name: 1 },
      )
      .batchSize(VENUE_INSTRUMENTS)
      .lean<TradedMarket[]>();
  }

  /**
   * Returns the instruments that a symbol, or a token or slug of a prediction, names among all ever listed; in the order of their symbols.
   */
  async referred(venue: string, reference: string): Promise<Instrument[]> {
    const token = { kind: 'prediction' as const, coin: reference };
    return this.#instruments
      .find({ venue, $or: [{ symbol: reference }, token, { 'prediction.slug': reference }] }, { _id: 0 })
      .sort({ symbol: 1 })
      .lean<Instrument[]>();
  }

  /** Returns the instruments of a market that is published as one: its outcomes by its slug, or the one of a symbol. */
  async ofMarket(venue: string, market: string): Promise<Instrument[]> {
    return this.#instruments
      .find({ venue, $or: [{ symbol: market }, { 'prediction.slug': market }] }, { _id: 0 })
      .sort({ symbol: 1 })
      .lean<Instrument[]>();
  }

  /** Returns the symbols of every instrument that a venue ever listed. */
  async symbolsOf(venue: string): Promise<string[]> {
    return this.#instruments.distinct('symbol', { venue });
  }

  /** Returns the instruments of a venue's own exchange that trade now, and the named ones in any state; in the order of their symbols. */
  async ofVenue(venue: string, symbols: readonly string[]): Promise<Instrument[]> {
    return this.#instruments
      .find({ venue, $or: [{ status: 'active', builderDex: null }, { symbol: { $in: [...symbols] } }] }, { _id: 0 })
      .sort({ symbol: 1 })
      .batchSize(VENUE_INSTRUMENTS)
      .lean<Instrument[]>();
  }
}

function idOf({ venue, symbol }: { venue: string; symbol: string }): string {
  return `${venue}/${symbol}`;
}
