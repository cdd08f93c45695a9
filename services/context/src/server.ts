import { PlatformError } from '@platform/errors';
import type {
  BacktestDataset as BacktestDatasetMessage,
  ContextServiceDefinition,
  Dataset as DatasetMessage,
  Instrument as InstrumentMessage,
  Market as MarketMessage,
  MarketRequest as MarketRequestMessage,
} from '@platform/protos/context';
import { type AccessTable, type Handlers, requireUser, type Sendable } from '@platform/rpc/grpc';
import { storeUnavailableAs } from '@platform/store/mongo';
import { type Instrument, VenueUnreadableError } from '@platform/venues/market-data';
import { capabilitiesOf, type Switch } from '@platform/venues/registry';
import type { Dataset, Datasets } from './datasets/datasets.js';
import type { HistoryResolver } from './datasets/resolve.js';
import { annualizedRate } from './history/annualized.js';
import type { History } from './history/history.js';
import type { Intelligence } from './intelligence/intelligence.js';
import type { MarketRequests, ShownRequest } from './market-requests/market-requests.js';
import type { Market } from './markets/market.js';
import type { Markets } from './markets/markets.js';
import type { Tickers } from './markets/tickers.js';
import { venueProfiles } from './markets/venue-profiles.js';
import type { DatasetLookup, LookedUpDataset } from './releases/lookup.js';
import * as requests from './requests.js';
import { parseRequest } from './requests.js';
import { toScanMessage, toSetupMessage, toSnapshotMessage } from './snapshot-messages.js';

/** The callers of each method. */
export const contextAccess: AccessTable<ContextServiceDefinition> = {
  ListMarkets: { users: 'read' },
  GetMarket: { users: 'read' },
  BatchGetMarkets: { users: 'read', workloads: ['runtime'] },
  BatchGetTickers: { users: 'read', workloads: ['feed'] },
  ListCandles: { users: 'read', workloads: ['feed'] },
  ListFunding: { users: 'read', workloads: ['feed'] },
  ListVenues: { users: 'read' },
  ListDatasets: { users: 'read' },
  GetBacktestDataset: { users: 'read' },
  ListInstruments: { users: 'none', workloads: ['runtime'] },
  ResolveHistory: { users: 'none', workloads: ['runtime'] },
  GetScan: { users: 'read' },
  GetSetup: { users: 'read' },
  BatchGetSnapshots: { users: 'read' },
  RequestMarket: { users: 'write' },
  DropMarketRequest: { users: 'write' },
  ListMarketRequests: { users: 'read' },
};

/** Translates errors of the stores and venues to their documented codes. */
export function translateError(error: unknown): unknown {
  if (error instanceof VenueUnreadableError) return new PlatformError('context_upstream_unavailable', { cause: error });
  return storeUnavailableAs('context_store_unavailable')(error);
}

/** Returns the gRPC methods over the domain; `on` are the operator's switches that are on. */
export function contextHandlers(
  domain: {
    markets: Markets;
    tickers: Tickers;
    history: History;
    datasets: Datasets;
    resolver: HistoryResolver;
    lookup: DatasetLookup;
    intelligence: Intelligence;
    requests: MarketRequests;
  },
  on: ReadonlySet<Switch>,
): Handlers<ContextServiceDefinition> {
  const { markets, tickers, history, datasets, resolver, lookup, intelligence, requests: marketRequests } = domain;
  return {
    ListMarkets: async (request) => {
      const page = await markets.list(parseRequest(requests.listMarkets, request));
      const { items, cursors, unavailableVenues, ...same } = page;
      return {
        ...same,
        markets: items.map(toMarketMessage),
        cursors: [...cursors],
        unavailableVenues: [...unavailableVenues],
      };
    },
    GetMarket: async (request) => {
      const { reference } = parseRequest(requests.getMarket, request);
      return { market: toMarketMessage(await markets.get(reference.venue, reference.symbol)) };
    },
    BatchGetMarkets: async (request) => {
      const { references } = parseRequest(requests.batchGetMarkets, request);
      return { markets: (await markets.batch(references)).map(toMarketMessage) };
    },
    BatchGetTickers: async (request) => {
      const { references } = parseRequest(requests.batchGetMarkets, request);
      const found = await tickers.batch(references);
      return { tickers: [...found.tickers], unreadable: [...found.unreadable] };
    },
    ListCandles: async (request) => {
      const { timeframe, cursor, fromMs, toMs, ...asked } = parseRequest(requests.listCandles, request);
      const page = await history.list({ ...asked, table: `candles_${timeframe}`, cursor, fromMs, toMs });
      const column = (index: number) => page.rows.map((row) => row[index] ?? 0);
      const prices = { open: column(1), high: column(2), low: column(3), close: column(4) };
      const volume = page.hasVolume ? column(5) : [];
      const { nextCursor, availableFromMs, rowsFrom } = page;
      return { tMs: column(0), ...prices, volume, nextCursor, availableFromMs, rowsFrom: [...rowsFrom] };
    },
    ListFunding: async (request) => {
      const { cursor, fromMs, toMs, ...asked } = parseRequest(requests.listFunding, request);
      const page = await history.list({ ...asked, table: 'funding_1h', cursor, fromMs, toMs });
      const { rows, rowsFrom, nextCursor, availableFromMs } = page;
      const rate = rows.map(([, hourlyRate = 0]) => hourlyRate);
      const columns = { tMs: rows.map(([timeMs]) => timeMs), rate, annualized: rate.map(annualizedRate) };
      return { ...columns, nextCursor, availableFromMs, rowsFrom: [...rowsFrom] };
    },
    ListVenues: async () => ({
      venues: venueProfiles.map(({ kinds, frameworks, regions, fees, ...venue }) => ({
        ...venue,
        capabilities: capabilitiesOf(venue.id, on),
        fees: { byMarket: false, ...fees },
        kinds: [...kinds],
        frameworks: [...frameworks],
        regions: [...regions],
      })),
    }),
    ListDatasets: async (request) => {
      const { venue, symbol } = parseRequest(requests.listDatasets, request);
      const filter = { ...(venue === undefined ? {} : { venue }), ...(symbol === undefined ? {} : { symbol }) };
      return { datasets: (await datasets.list(filter)).map(toDatasetMessage) };
    },
    GetBacktestDataset: async (request) => {
      const { venue, market } = parseRequest(requests.getBacktestDataset, request);
      return { dataset: toBacktestDatasetMessage(await lookup.find(venue, market)) };
    },
    ListInstruments: async (request) => {
      const { venue, symbols } = parseRequest(requests.listInstruments, request);
      return { instruments: (await markets.instrumentsWith(venue, symbols)).map(toInstrumentMessage) };
    },
    ResolveHistory: async (request) => {
      const resolved = await resolver.resolve(parseRequest(requests.resolveHistory, request));
      return { ...resolved, instruments: resolved.instruments.map(toInstrumentMessage) };
    },
    GetScan: async (request) => ({
      scan: toScanMessage(await intelligence.scan(parseRequest(requests.getScan, request))),
    }),
    GetSetup: async (request) => {
      const { symbol } = parseRequest(requests.getSetup, request);
      return { setup: toSetupMessage(await intelligence.setup(symbol)) };
    },
    BatchGetSnapshots: async (request) => {
      const { references } = parseRequest(requests.batchGetMarkets, request);
      return { snapshots: (await intelligence.batch(references)).map(toSnapshotMessage) };
    },
    RequestMarket: async (request, { caller }) => {
      const { accountId } = requireUser(caller);
      const { venue, market } = parseRequest(requests.requestedMarket, request);
      return { request: toRequestMessage(await marketRequests.request(accountId, venue, market)) };
    },
    DropMarketRequest: async (request, { caller }) => {
      const { accountId } = requireUser(caller);
      const { venue, market } = parseRequest(requests.requestedMarket, request);
      return { request: toRequestMessage(await marketRequests.drop(accountId, venue, market)) };
    },
    ListMarketRequests: async (_request, { caller }) => ({
      requests: (await marketRequests.list(requireUser(caller).accountId)).map(toRequestMessage),
    }),
  };
}

function toInstrumentMessage(instrument: Instrument): Sendable<InstrumentMessage> {
  const { symbol, sizeDecimals, maxLeverage, markPrice, coin, kind, tickSize, prediction } = instrument;
  const same = { symbol, sizeDecimals, maxLeverage, markPrice, coin, kind, tickSize };
  if (prediction === undefined) return { ...same, prediction: null };
  const { question, outcome, endDateMs, resolution, takerFees = null } = prediction;
  return { ...same, prediction: { question, outcome, endDateMs, resolution, takerFees } };
}

function toMarketMessage({ instrument, backtestReady }: Market): Sendable<MarketMessage> {
  const { coin: _coin, sizeDecimals: _sizeDecimals, markPrice: _markPrice, prediction, ...same } = instrument;
  if (prediction === undefined) return { ...same, backtestReady, prediction: null };
  const { outcomes, takerFees = null, ...predicted } = prediction;
  return { ...same, backtestReady, prediction: { ...predicted, outcomes: [...outcomes], takerFees } };
}

function toBacktestDatasetMessage({
  venue,
  market,
  reason,
  dataset,
}: LookedUpDataset): Sendable<BacktestDatasetMessage> {
  const coverage = ({ fromMs, toMs }: { fromMs: number; toMs: number }) => ({
    coverageStartMs: fromMs,
    coverageEndMs: toMs,
  });
  return {
    ...{ venue, market, backtestReady: dataset !== undefined, unavailabilityReason: reason },
    dataset:
      dataset === undefined
        ? null
        : {
            manifestUri: dataset.manifestUri,
            datasetVersion: dataset.release,
            bars: { timeframe: dataset.bars.timeframe, ...coverage(dataset.bars) },
            funding: dataset.funding === undefined ? null : coverage(dataset.funding),
          },
  };
}

function toRequestMessage(request: ShownRequest): Sendable<MarketRequestMessage> {
  const { venue, market, symbols, state, reason, progress, requestedAt } = request;
  return { venue, market, symbols: [...symbols], state, reason, progress, requestedAtMs: requestedAt.getTime() };
}

function toDatasetMessage({ venue, symbol, release, tables, audited }: Dataset): Sendable<DatasetMessage> {
  return {
    venue,
    symbol,
    release,
    audited,
    tables: tables.map(({ name, fromMs, toMs, rows, source }) => ({ name, fromMs, toMs, rows, source: [...source] })),
    gaps: tables.flatMap(({ name, gaps }) => gaps.map(({ fromMs, toMs }) => ({ table: name, fromMs, toMs }))),
  };
}
