import type {
  Dataset as DatasetMessage,
  ListCandlesResponse,
  ListFundingResponse,
  Market as MarketMessage,
  Venue as VenueMessage,
} from '@platform/protos/context';
import type { Dataset } from './schema/dataset.js';
import type { CandlePage, FundingPage } from './schema/history.js';
import type { Market } from './schema/market.js';
import type { Venue } from './schema/venue.js';

/** A market as the graph shows it. */
export function toMarket({ freqtradeSymbol, nautilusSymbol, ...same }: MarketMessage): Market {
  return { ...same, frameworkSymbols: { freqtrade: freqtradeSymbol, nautilus: nautilusSymbol } };
}

/** Candles as the graph shows them. */
export function toCandlePage({ tMs, ...same }: ListCandlesResponse): CandlePage {
  return { ...same, t: tMs };
}

/** Funding as the graph shows it. */
export function toFundingPage({ tMs, ...same }: ListFundingResponse): FundingPage {
  return { ...same, t: tMs };
}

/** A dataset as the graph shows it. */
export function toDataset({ venue, symbol, release, tables, audited, gaps }: DatasetMessage): Dataset {
  return {
    venue,
    symbol,
    release,
    tables: tables.map(({ fromMs, toMs, ...same }) => ({ ...same, from: toDate(fromMs), to: toDate(toMs) })),
    gaps: audited
      ? gaps.map(({ table, fromMs, toMs }) => ({ table, from: toDate(fromMs), to: toDate(toMs) }))
      : undefined,
  };
}

/** A venue as the graph shows it. */
export function toVenue({ capabilities, fees, ...same }: VenueMessage): Venue {
  if (capabilities === null || fees === null) throw new Error('the context service answered half a venue');
  return { ...same, capabilities, fees };
}

function toDate(timeMs: number): Date {
  return new Date(timeMs);
}
