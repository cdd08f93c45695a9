import type { Connection } from '@platform/mongo';
import { Schema } from 'mongoose';
import type { Instrument } from '../venues/venue.js';

/** An instrument as it was last listed. */
type InstrumentRecord = Instrument & { readonly _id: string };

const instrumentSchema = new Schema<InstrumentRecord>(
  {
    _id: { type: String, required: true },
    venue: { type: String, required: true },
    symbol: { type: String, required: true },
    coin: { type: String, required: true },
    kind: { type: String, required: true, enum: ['perpetual', 'spot', 'prediction'] },
    status: { type: String, required: true, enum: ['active', 'halted', 'closed'] },
    freqtradeSymbol: String,
    nautilusSymbol: String,
    sizeDecimals: { type: Number, required: true },
    maxLeverage: { type: Number, required: true },
    markPrice: { type: String, required: true },
    tickSize: { type: String, required: true },
    minOrderUsd: { type: String, required: true },
  },
  { collection: 'instruments', versionKey: false },
);

function instrumentModel(connection: Connection) {
  return connection.model('Instrument', instrumentSchema);
}

/** Every instrument that was ever listed, as it was last seen: stored history stays readable whatever the venue does. */
export class Instruments {
  readonly #instruments: ReturnType<typeof instrumentModel>;

  constructor(connection: Connection) {
    this.#instruments = instrumentModel(connection);
  }

  /** Keeps what a listing says. */
  async keep(instruments: readonly Instrument[]): Promise<void> {
    await this.#instruments.bulkWrite(
      instruments.map((instrument) => ({
        replaceOne: {
          filter: { _id: idOf(instrument) },
          replacement: { _id: idOf(instrument), ...instrument },
          upsert: true,
        },
      })),
    );
  }

  /** An instrument that was listed once. */
  async find(venue: string, symbol: string): Promise<Instrument | undefined> {
    const record = await this.#instruments.findById(idOf({ venue, symbol })).lean<InstrumentRecord>();
    return record ?? undefined;
  }
}

function idOf({ venue, symbol }: { venue: string; symbol: string }): string {
  return `${venue}/${symbol}`;
}
