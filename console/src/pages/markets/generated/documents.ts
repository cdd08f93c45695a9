/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** What kind of instrument a market trades. */
export type MarketKind =
  /** A futures contract without expiry. */
  | 'perpetual'
  /** One asset against another. */
  | 'spot'
  /** An outcome that pays one or nothing. */
  | 'prediction';

/** Where rows of a table come from. */
export type RowSource =
  /** The venue itself. */
  | 'venue'
  /** A sandbox venue that replays recorded data of a real venue. */
  | 'recorded'
  /** A sandbox venue that made them up. */
  | 'simulated'
  /** A file that was imported. */
  | 'imported'
  /** Stored before sources were kept. */
  | 'unknown';

/** Why a backtest of a market has no dataset. */
export type DatasetUnavailability =
  /** No release of it is published, or there is no such market. */
  | 'not_published'
  /** Its release was withdrawn. */
  | 'withdrawn'
  /** Its readiness marker is malformed, or belongs to another market. */
  | 'malformed_marker'
  /** Its readiness marker belongs to another environment. */
  | 'foreign_environment'
  /** The manifest of its release is missing or damaged. */
  | 'corrupted_manifest'
  /** An object of its release is missing or damaged. */
  | 'corrupted_object'
  /** Its release holds no candles. */
  | 'no_bars'
  /** Its venue does not state its fee schedule. */
  | 'unknown_fees';

/** Trading status of a market. */
export type MarketStatus =
  /** It is open for trading. */
  | 'active'
  /** Trading is paused. */
  | 'halted'
  /** Trading has ended; the history stays available. */
  | 'closed';

/** Trend of a market. */
export type RegimeState =
  /** A directional index of 25 or more, with more movement up. */
  | 'trending_up'
  /** A directional index of 25 or more, with more movement down. */
  | 'trending_down'
  /** A directional index from 20 to 25. */
  | 'transitional'
  /** A directional index below 20. */
  | 'ranging'
  /** There are too few candles. */
  | 'unknown';

/** The mean funding of the last day compared with that of the last seven days. */
export type FundingTrend =
  /** It is higher by at least one percentage point per year. */
  | 'rising'
  /** It is lower by at least one percentage point per year. */
  | 'falling'
  /** They differ by less. */
  | 'flat';

/** Why a scan lists a market. */
export type ScanCategory =
  /** A seven-day return beyond what chance would give. */
  | 'momentum'
  /** A price far from its mean, without a trend. */
  | 'mean_reversion'
  /** A price outside the range of the seven days before. */
  | 'breakout'
  /** More traded in a day than in the 30 days before. */
  | 'volume';

/** How far the history of a requested market is. */
export type MarketRequestState =
  /** Nothing is stored yet. */
  | 'requested'
  /** Rows are stored, but no release is published. */
  | 'collecting'
  /** Backtests run on it; new rows follow until it closes or the request is dropped. */
  | 'ready'
  /** It cannot be backtested; `reason` says why. */
  | 'refused';

/** Where the markets of a scan trade. BTC, ETH and SOL are in neither. */
export type ScanBucket =
  /** A venue's own markets. */
  | 'alts'
  /** Markets of builder-deployed exchanges; backtests are not available for them. */
  | 'hip3';

/** The market to collect. */
export type RequestMarketInput = {
  /** A venue that is searched: any other collects all of its markets. */
  venue: string;
  /** Canonical symbol, token or slug. There is no fuzzy matching. */
  market: string;
};

export type MarketsQueryVariables = Exact<{
  query: string;
  venue?: string | null | undefined;
  kind?: MarketKind | null | undefined;
  backtestReady?: boolean | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type MarketsQuery = { markets: { totalCount: number | null, unavailableVenues: Array<string>, nodes: Array<{ id: string, venue: string, symbol: string, name: string, kind: MarketKind, status: MarketStatus, backtestReady: boolean, minOrderUsd: string, maxLeverage: number | null, builderDex: string | null, prediction: { question: string, outcome: string, endDate: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type ScanQueryVariables = Exact<{
  category?: ScanCategory | null | undefined;
  bucket?: ScanBucket | null | undefined;
  topN: number;
}>;


export type ScanQuery = { scan: { computedAt: string, results: Array<{ venue: string, symbol: string, category: ScanCategory, score: number, evidenceJson: string }> } | null };

export type MarketRequestsQueryVariables = Exact<{ [key: string]: never; }>;


export type MarketRequestsQuery = { marketRequests: Array<{ venue: string, market: string, symbols: Array<string>, state: MarketRequestState, reason: DatasetUnavailability | null, progress: number | null, requestedAt: string }> | null };

export type MarketQueryVariables = Exact<{
  venue: string;
  symbol: string;
}>;


export type MarketQuery = { market: { id: string, venue: string, symbol: string, name: string, kind: MarketKind, status: MarketStatus, backtestReady: boolean, tickSize: string, minOrderUsd: string, maxLeverage: number | null, builderDex: string | null, frameworkSymbols: { freqtrade: string | null, nautilus: string | null }, prediction: { slug: string, question: string, outcome: string, outcomes: Array<string>, endDate: string, resolution: string | null } | null, ticker: { mark: number | null, bid: number | null, ask: number | null, volume24h: number | null, openInterest: number | null, fundingRate: number | null, at: string } | null } | null };

export type CandlesQueryVariables = Exact<{
  venue: string;
  symbol: string;
  timeframe: string;
  last: number;
  before?: string | null | undefined;
}>;


export type CandlesQuery = { candles: { t: string[], open: number[], high: number[], low: number[], close: number[], volume: number[] | null, availableFrom: string | null, nextCursor: string | null, rowsFrom: Array<{ source: RowSource, from: string, to: string }> } | null };

export type FundingQueryVariables = Exact<{
  venue: string;
  symbol: string;
  from?: string | null | undefined;
  last: number;
}>;


export type FundingQuery = { funding: { t: string[], annualized: number[], rowsFrom: Array<{ source: RowSource }> } | null };

export type MarketSetupQueryVariables = Exact<{
  venue: string;
  symbol: string;
}>;


export type MarketSetupQuery = { market: { id: string, setup: { venue: string, symbol: string, computedAt: string, regime: { state: RegimeState, adx14: number | null }, levels: { support: Array<number>, resistance: Array<number> }, volatility: { atr14Pct: number | null, bbWidthPctile90d: number | null }, funding: { currentAnnualized: number | null, trend: FundingTrend | null } } | null, scan: Array<{ category: ScanCategory, score: number, evidenceJson: string }> } | null };

export type StoredQueryVariables = Exact<{
  venue: string;
  symbol: string;
}>;


export type StoredQuery = { market: { id: string, backtestReady: boolean, dataset: { id: string, release: string | null, tables: Array<{ name: string, from: string, to: string, rows: number, source: Array<RowSource> }>, gaps: Array<{ table: string, from: string, to: string }> | null } | null } | null };

export type ReleaseQueryVariables = Exact<{
  venue: string;
  market: string;
}>;


export type ReleaseQuery = { backtestDataset: { venue: string, market: string, backtestReady: boolean, unavailabilityReason: DatasetUnavailability | null, dataset: { datasetVersion: string } | null } | null };

export type RequestMarketMutationVariables = Exact<{
  input: RequestMarketInput;
}>;


export type RequestMarketMutation = { requestMarket: { request: { venue: string, market: string, symbols: Array<string>, state: MarketRequestState, reason: DatasetUnavailability | null, progress: number | null, requestedAt: string } } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const MarketsDocument = new TypedDocumentString(`
    query Markets($query: String!, $venue: String, $kind: MarketKind, $backtestReady: Boolean, $first: Int!, $after: String) {
  markets(
    query: $query
    venue: $venue
    kind: $kind
    backtestReady: $backtestReady
    first: $first
    after: $after
  ) {
    nodes {
      id
      venue
      symbol
      name
      kind
      status
      backtestReady
      minOrderUsd
      maxLeverage
      builderDex
      prediction {
        question
        outcome
        endDate
      }
    }
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    unavailableVenues
  }
}
    `) as unknown as TypedDocumentString<MarketsQuery, MarketsQueryVariables>;
export const ScanDocument = new TypedDocumentString(`
    query Scan($category: ScanCategory, $bucket: ScanBucket, $topN: Int!) {
  scan(category: $category, bucket: $bucket, topN: $topN) {
    computedAt
    results {
      venue
      symbol
      category
      score
      evidenceJson
    }
  }
}
    `) as unknown as TypedDocumentString<ScanQuery, ScanQueryVariables>;
export const MarketRequestsDocument = new TypedDocumentString(`
    query MarketRequests {
  marketRequests {
    venue
    market
    symbols
    state
    reason
    progress
    requestedAt
  }
}
    `) as unknown as TypedDocumentString<MarketRequestsQuery, MarketRequestsQueryVariables>;
export const MarketDocument = new TypedDocumentString(`
    query Market($venue: String!, $symbol: String!) {
  market(venue: $venue, symbol: $symbol) {
    id
    venue
    symbol
    name
    kind
    status
    backtestReady
    frameworkSymbols {
      freqtrade
      nautilus
    }
    tickSize
    minOrderUsd
    maxLeverage
    builderDex
    prediction {
      slug
      question
      outcome
      outcomes
      endDate
      resolution
    }
    ticker {
      mark
      bid
      ask
      volume24h
      openInterest
      fundingRate
      at
    }
  }
}
    `) as unknown as TypedDocumentString<MarketQuery, MarketQueryVariables>;
export const CandlesDocument = new TypedDocumentString(`
    query Candles($venue: String!, $symbol: String!, $timeframe: String!, $last: Int!, $before: String) {
  candles(
    venue: $venue
    symbol: $symbol
    timeframe: $timeframe
    last: $last
    before: $before
  ) {
    t
    open
    high
    low
    close
    volume
    rowsFrom {
      source
      from
      to
    }
    availableFrom
    nextCursor
  }
}
    `) as unknown as TypedDocumentString<CandlesQuery, CandlesQueryVariables>;
export const FundingDocument = new TypedDocumentString(`
    query Funding($venue: String!, $symbol: String!, $from: DateTime, $last: Int!) {
  funding(venue: $venue, symbol: $symbol, from: $from, last: $last) {
    t
    annualized
    rowsFrom {
      source
    }
  }
}
    `) as unknown as TypedDocumentString<FundingQuery, FundingQueryVariables>;
export const MarketSetupDocument = new TypedDocumentString(`
    query MarketSetup($venue: String!, $symbol: String!) {
  market(venue: $venue, symbol: $symbol) {
    id
    setup {
      venue
      symbol
      computedAt
      regime {
        state
        adx14
      }
      levels {
        support
        resistance
      }
      volatility {
        atr14Pct
        bbWidthPctile90d
      }
      funding {
        currentAnnualized
        trend
      }
    }
    scan {
      category
      score
      evidenceJson
    }
  }
}
    `) as unknown as TypedDocumentString<MarketSetupQuery, MarketSetupQueryVariables>;
export const StoredDocument = new TypedDocumentString(`
    query Stored($venue: String!, $symbol: String!) {
  market(venue: $venue, symbol: $symbol) {
    id
    backtestReady
    dataset {
      id
      release
      tables {
        name
        from
        to
        rows
        source
      }
      gaps {
        table
        from
        to
      }
    }
  }
}
    `) as unknown as TypedDocumentString<StoredQuery, StoredQueryVariables>;
export const ReleaseDocument = new TypedDocumentString(`
    query Release($venue: String!, $market: String!) {
  backtestDataset(venue: $venue, market: $market) {
    venue
    market
    backtestReady
    unavailabilityReason
    dataset {
      datasetVersion
    }
  }
}
    `) as unknown as TypedDocumentString<ReleaseQuery, ReleaseQueryVariables>;
export const RequestMarketDocument = new TypedDocumentString(`
    mutation RequestMarket($input: RequestMarketInput!) {
  requestMarket(input: $input) {
    request {
      venue
      market
      symbols
      state
      reason
      progress
      requestedAt
    }
  }
}
    `) as unknown as TypedDocumentString<RequestMarketMutation, RequestMarketMutationVariables>;