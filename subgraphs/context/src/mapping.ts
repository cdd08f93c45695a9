import type {
  BacktestDataset as BacktestDatasetMessage,
  BacktestRelease as BacktestReleaseMessage,
  Dataset as DatasetMessage,
  ListCandlesResponse,
  ListFundingResponse,
  Market as MarketMessage,
  MarketRequest as MarketRequestMessage,
  Prediction as PredictionMessage,
  RowsFrom as RowsFromMessage,
  Ticker as TickerMessage,
  Venue as VenueMessage,
} from '@platform/protos/context';
import { marketId } from '@platform/rpc/subgraph';
import type { BacktestDataset, BacktestRelease } from './schema/backtest-dataset.js';
import type { Dataset } from './schema/dataset.js';
import type { CandlePage, FundingPage } from './schema/history.js';
import type { Market, Prediction } from './schema/market.js';
import type { MarketRequest } from './schema/market-request.js';
import type { RowsFrom } from './schema/row-source.js';
import type { Ticker } from './schema/ticker.js';
import type { Venue } from './schema/venue.js';

/** Returns a market in its GraphQL form. */
export function toMarket({ frameworkSymbols, prediction, ...same }: MarketMessage): Market {
  return {
    ...same,
    id: marketId(same),
    frameworkSymbols: { freqtrade: frameworkSymbols['freqtrade'], nautilus: frameworkSymbols['nautilus'] },
    prediction: prediction === null ? undefined : toPrediction(prediction),
  };
}

function toPrediction({ endDateMs, takerFees, ...same }: PredictionMessage): Prediction {
  return { ...same, endDate: toDate(endDateMs), ...(takerFees !== null && { takerFees }) };
}

/** Returns prices of a market in their GraphQL form. */
export function toTicker({ venue: _venue, symbol: _symbol, atMs, ...prices }: TickerMessage): Ticker {
  return { ...prices, at: toDate(atMs) };
}

/** Returns candles in their GraphQL form. */
export function toCandlePage({
  tMs,
  volume: given,
  rowsFrom,
  availableFromMs,
  ...page
}: ListCandlesResponse): CandlePage {
  const { open, high, low, close, nextCursor } = page;
  const volume = given.length === tMs.length ? given : undefined;
  return {
    ...{ t: tMs, open, high, low, close, volume, nextCursor, rowsFrom: rowsFrom.map(toRowsFrom) },
    availableFrom: availableFromMs === undefined ? undefined : toDate(availableFromMs),
    // Read when a query selects it.
    get rows() {
      const at = (column: readonly number[], index: number) => column[index] ?? Number.NaN;
      return tMs.map((timeMs, index) => ({
        t: new Date(timeMs),
        open: at(open, index),
        high: at(high, index),
        low: at(low, index),
        close: at(close, index),
        volume: volume && at(volume, index),
      }));
    },
  };
}

/** Returns funding in its GraphQL form. */
export function toFundingPage({ tMs, rowsFrom, availableFromMs, ...page }: ListFundingResponse): FundingPage {
  const { rate, annualized, nextCursor } = page;
  return {
    ...{ t: tMs, rate, annualized, nextCursor, rowsFrom: rowsFrom.map(toRowsFrom) },
    availableFrom: availableFromMs === undefined ? undefined : toDate(availableFromMs),
    get rows() {
      return tMs.map((timeMs, index) => ({
        t: new Date(timeMs),
        rate: rate[index] ?? Number.NaN,
        annualized: annualized[index] ?? Number.NaN,
      }));
    },
  };
}

/** Returns a dataset in its GraphQL form. */
export function toDataset({ venue, symbol, release, tables, audited, gaps }: DatasetMessage): Dataset {
  return {
    id: marketId({ venue, symbol }),
    venue,
    symbol,
    release,
    tables: tables.map(({ fromMs, toMs, ...same }) => ({ ...same, from: toDate(fromMs), to: toDate(toMs) })),
    gaps: audited
      ? gaps.map(({ table, fromMs, toMs }) => ({ table, from: toDate(fromMs), to: toDate(toMs) }))
      : undefined,
  };
}

/** Returns the data that a backtest would use in its GraphQL form. */
export function toBacktestDataset(message: BacktestDatasetMessage | null): BacktestDataset {
  if (message === null) throw new Error('the context service answered nothing');
  const { dataset, ...same } = message;
  return { ...same, ...(dataset !== null && { dataset: toBacktestRelease(dataset) }) };
}

function toBacktestRelease({ bars, funding, ...same }: BacktestReleaseMessage): BacktestRelease {
  if (bars === null) throw new Error('the context service answered half a release');
  return {
    ...same,
    bars: { timeframe: bars.timeframe, ...toCoverage(bars) },
    ...(funding !== null && { funding: toCoverage(funding) }),
  };
}

function toCoverage({ coverageStartMs, coverageEndMs }: { coverageStartMs: number; coverageEndMs: number }) {
  return { coverageStart: toDate(coverageStartMs), coverageEnd: toDate(coverageEndMs) };
}

/** Returns a request of a market in its GraphQL form. */
export function toMarketRequest(message: MarketRequestMessage | null): MarketRequest {
  if (message === null) throw new Error('the context service returned no request');
  const { requestedAtMs, ...same } = message;
  return { ...same, requestedAt: toDate(requestedAtMs) };
}

/** Returns a venue in its GraphQL form. */
export function toVenue({ capabilities, fees, ...same }: VenueMessage): Venue {
  if (capabilities === null || fees === null) throw new Error('the context service answered half a venue');
  return { ...same, capabilities, fees };
}

function toRowsFrom({ source, fromMs, toMs }: RowsFromMessage): RowsFrom {
  return { source, from: toDate(fromMs), to: toDate(toMs) };
}

function toDate(timeMs: number): Date {
  return new Date(timeMs);
}
