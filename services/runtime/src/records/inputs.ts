import { type Connection, type Model, Schema } from 'mongoose';
import type { InstrumentFacts } from '../frameworks/framework.js';

/** One immutable object of candles, by key and digest. */
export interface CandleObjectReference {
  /** Framework alias. */
  readonly symbol: string;
  readonly timeframe: string;
  readonly key: string;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** One immutable object of funding payments, by key and digest. */
export type FundingObjectReference = Omit<CandleObjectReference, 'timeframe'>;

/** The market data that a run reads, fixed when it is queued. */
export interface MarketDataSnapshot {
  readonly candles: readonly CandleObjectReference[];
  /** Absent where the run reads no funding. */
  readonly funding?: readonly FundingObjectReference[];
  readonly instruments: readonly InstrumentFacts[];
  /** The dataset release of each market once, in the order of the symbols, with commas between; absent where the venue has none. */
  readonly release?: string;
}

/** What a run reads of its caller's. */
export type BacktestStrategy = Pick<BacktestInputs, 'code' | 'configJson' | 'strategyClass'>;

/** What a run reads. */
export interface BacktestInputs {
  /** Id of the backtest. */
  readonly _id: string;
  readonly code: string;
  readonly configJson: string;
  /** The class to run where the file holds several; absent where the request named none. */
  readonly strategyClass?: string;
  /** Window, UTC milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Fee per side as a fraction. */
  readonly feeRate: number;
  readonly seed: number;
  /** Absent where the framework was still being provisioned: then the run begins with the checks that a request ends in. */
  readonly marketData?: MarketDataSnapshot;
}

const candleSchema = new Schema({ symbol: String, timeframe: String, key: String, sha256: String }, { _id: false });
const fundingSchema = new Schema({ symbol: String, key: String, sha256: String }, { _id: false });
const predictionSchema = new Schema(
  {
    ...{ question: String, outcome: String, endDateMs: Number, resolution: String },
    takerFees: new Schema({ rate: Number, exponent: Number }, { _id: false }),
  },
  { _id: false },
);
const instrumentSchema = new Schema(
  {
    symbol: String,
    kind: String,
    sizeDecimals: Number,
    tickSize: String,
    maxLeverage: Number,
    markPrice: String,
    prediction: predictionSchema,
  },
  { _id: false },
);
const inputsSchema = new Schema<BacktestInputs>(
  {
    _id: { type: String, required: true },
    code: { type: String, required: true },
    configJson: { type: String, required: true },
    strategyClass: String,
    fromMs: { type: Number, required: true },
    toMs: { type: Number, required: true },
    feeRate: { type: Number, required: true },
    seed: { type: Number, required: true },
    marketData: new Schema(
      {
        candles: [candleSchema],
        funding: { type: [fundingSchema], default: undefined },
        instruments: [instrumentSchema],
        release: String,
      },
      { _id: false },
    ),
  },
  { collection: 'backtest_inputs', versionKey: false },
);

/** The collection of what runs read. */
export function inputsModel(connection: Connection): Model<BacktestInputs> {
  return connection.model<BacktestInputs>('BacktestInputs', inputsSchema);
}
