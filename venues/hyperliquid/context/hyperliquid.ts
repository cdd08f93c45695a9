import type { Clock } from '@platform/kit/clock';
import type { z } from 'zod';
import { VenueReadError } from '../../http/index.js';
import type {
  Instrument,
  MarketDataVenue,
  Omissions,
  OnMalformedRows,
  SourcedRows,
  Ticker,
  TickerSource,
  Urgency,
  WholeListing,
} from '../../market-data/index.js';
import {
  candleRows,
  fundingRows,
  PRIORITY,
  type ReadRows,
  readable,
  sourced,
  type TableKind,
  tableKinds,
  VenueUnreadableError,
  validRows,
  withoutNamesakes,
} from '../../market-data/index.js';
import type { HyperliquidClient, InfoAnswer, InfoRequest } from '../client/index.js';
import {
  builderDexNames,
  candleSnapshot,
  canonicalCandidate,
  canonicalSymbol,
  fundingHistory,
  isCanonicalSymbol,
  type ListedPerpetual,
  MINIMUM_ORDER_USD,
  metaAndAssetContexts,
  nautilusSymbol,
  tickSize,
} from '../codec/index.js';
import { BuilderDexes } from './builder-dexes.js';

const VENUE = 'hyperliquid';
const LAUNCHED_AT_MS = Date.UTC(2023, 0, 1);
/** The most rows per request. */
const CANDLES_MAX = 5_000;
const FUNDING_MAX = 500;

/** A builder's dex costs as much as the venue's own, and there may be a dozen: their prices may be older. */
const TICKER_MAX_AGE_MS = { own: 5_000, builder: 60_000 };
/** While the allowance makes the collector wait, prices may be as old as listings: then reading them costs nothing more. */
const SCARCE_TICKER_MAX_AGE_MS = { own: 15_000, builder: 300_000 };
/** The venue's own dex has no name. */
const OWN_DEX = '';

/** The markets of a dex and their prices, and the time of the venue's answer. */
interface DexAnswer extends z.output<typeof metaAndAssetContexts> {
  readonly atMs: number;
}

/** Hyperliquid's public market data. */
export class Hyperliquid implements MarketDataVenue {
  readonly id = VENUE;
  readonly symbols = { isCanonical: isCanonicalSymbol, candidate: canonicalCandidate };
  readonly launchedAtMs = LAUNCHED_AT_MS;

  readonly listing: WholeListing = { kind: 'whole', instruments: (urgency) => this.#instruments(urgency) };
  readonly tables = Object.values(tableKinds);
  readonly hasVolume = true;
  readonly tickers: TickerSource = {
    groupOf: ({ builderDex }) => ({ name: builderDex ?? OWN_DEX, maxAgeMs: this.#tickerMaxAgeMs(builderDex) }),
    groupsMax: 1,
    read: ([dex], urgency) => this.#tickersOf(dex ?? OWN_DEX, urgency),
  };

  readonly #builderDexes: BuilderDexes;
  /** The newest answer of each dex, for listings and tickers alike. */
  readonly #newest = new Map<string, DexAnswer>();

  constructor(
    private readonly client: HyperliquidClient,
    private readonly omissions: Omissions,
    private readonly clock: Clock,
  ) {
    this.#builderDexes = new BuilderDexes((urgency, last) => this.#readBuilderDexes(urgency, last), clock);
  }

  async rows(
    coin: string,
    kind: TableKind,
    window: { fromMs: number; toMs: number },
    urgency: Urgency,
    onMalformed?: OnMalformedRows,
  ): Promise<readonly SourcedRows[]> {
    const { data, sandbox } =
      kind.timeframe === undefined
        ? await this.#funding(coin, kind, window, urgency)
        : await this.#candles(coin, kind, kind.timeframe, window, urgency);
    const { rows, malformed } = validRows(data, { name: `${VENUE} ${coin} ${kind.name}`, ...window });
    onMalformed?.(malformed);
    return sourced(rows, sandbox);
  }

  async #instruments(urgency: Urgency): Promise<Instrument[]> {
    const own = await this.#read(OWN_DEX, urgency);
    const builders = await this.#builderDexes.instruments(urgency);
    const read = { listed: own.listed.map((listed) => toInstrument(listed, undefined)), omitted: own.omitted };
    const instruments = this.omissions.listedOf(VENUE, withoutNamesakes(read));
    // A builder's market never takes the place of one of the venue's own.
    const taken = new Set(instruments.map(({ symbol }) => symbol));
    return [...instruments, ...builders.filter(({ symbol }) => !taken.has(symbol))];
  }

  #tickerMaxAgeMs(builderDex: string | undefined): number {
    const isScarce = this.client.mustWait('metaAndAssetCtxs', PRIORITY.background);
    const ages = isScarce ? SCARCE_TICKER_MAX_AGE_MS : TICKER_MAX_AGE_MS;
    return builderDex === undefined ? ages.own : ages.builder;
  }

  /** Returns the prices of a dex; best bids and asks come only from the books, which cost a request each. */
  async #tickersOf(dex: string, urgency: Urgency): Promise<ReadonlyMap<string, Ticker>> {
    const maxAgeMs = this.#tickerMaxAgeMs(dex === OWN_DEX ? undefined : dex);
    const known = this.#newest.get(dex);
    const isYoung = known !== undefined && this.clock.nowMs() - known.atMs < maxAgeMs;
    const { listed, atMs } = isYoung ? known : await this.#read(dex, urgency);
    return new Map(
      listed
        .filter(({ delisted }) => !delisted)
        .map(({ coin, ticker }) => [coin, { ...ticker, bid: undefined, ask: undefined, atMs }]),
    );
  }

  async #read(dex: string, urgency: Urgency): Promise<DexAnswer> {
    const request = { type: 'metaAndAssetCtxs', ...(dex !== OWN_DEX && { dex }) };
    const { data } = await this.#ask(urgency, { request, answer: metaAndAssetContexts });
    const answer = { ...data, atMs: this.clock.nowMs() };
    this.#newest.set(dex, answer);
    return answer;
  }

  /** Reads the markets of third parties that are settled in USDC: the interface has no symbol for others. */
  async #readBuilderDexes(urgency: Urgency, last: readonly Instrument[]): Promise<readonly Instrument[]> {
    const { data } = await this.#ask(urgency, { request: { type: 'perpDexs' }, answer: builderDexNames });
    const found: Instrument[] = [];
    const omitted = [...data.omitted];
    for (const dex of data.names) {
      const read = await this.#readBuilderDex(dex, urgency, last);
      found.push(...read.listed);
      omitted.push(...read.omitted.map((reason) => `${dex} ${reason}`));
    }
    const { listed, omitted: all } = withoutNamesakes({ listed: found, omitted });
    this.omissions.note(`${VENUE} builder dexes`, all);
    return listed;
  }

  /** Reads one dex; where its answer can't be read it keeps its last markets, and costs no other dex theirs. */
  async #readBuilderDex(dex: string, urgency: Urgency, last: readonly Instrument[]) {
    try {
      const { listed, omitted } = await this.#read(dex, urgency);
      const settled = listed.filter(({ isSettledInUsdc }) => isSettledInUsdc);
      return { listed: settled.map((each) => toInstrument(each, dex)), omitted };
    } catch (error) {
      if (!isMalformed(error)) throw error;
      return { listed: last.filter(({ builderDex }) => builderDex === dex), omitted: [error.message] };
    }
  }

  async #candles(
    coin: string,
    kind: TableKind,
    interval: string,
    { fromMs, toMs }: { fromMs: number; toMs: number },
    urgency: Urgency,
  ): Promise<InfoAnswer<ReadRows>> {
    const { data, sandbox } = await this.#ask(urgency, {
      request: { type: 'candleSnapshot', req: { coin, interval, startTime: fromMs, endTime: toMs - 1 } },
      answer: candleSnapshot(coin, interval, kind.intervalMs),
      itemsMax: Math.min((toMs - fromMs) / kind.intervalMs, CANDLES_MAX),
    });
    return { data: candleRows(data), sandbox };
  }

  async #funding(
    coin: string,
    kind: TableKind,
    { fromMs, toMs }: { fromMs: number; toMs: number },
    urgency: Urgency,
  ): Promise<InfoAnswer<ReadRows>> {
    const { data, sandbox } = await this.#ask(urgency, {
      request: { type: 'fundingHistory', coin, startTime: fromMs, endTime: toMs - 1 },
      answer: fundingHistory(coin),
      itemsMax: Math.min((toMs - fromMs) / kind.intervalMs, FUNDING_MAX),
    });
    return { data: fundingRows(data), sandbox };
  }

  close(): Promise<void> {
    return this.client.close();
  }

  #ask<Answer>(urgency: Urgency, request: Omit<InfoRequest<Answer>, 'priority'>): Promise<InfoAnswer<Answer>> {
    return readable(this.client.ask({ ...request, priority: PRIORITY[urgency] }));
  }
}

/** Returns whether an answer came and can't be read: asking once more brings the same. */
function isMalformed(error: unknown): error is VenueUnreadableError {
  return (
    error instanceof VenueUnreadableError &&
    error.cause instanceof VenueReadError &&
    error.cause.failure === 'malformed'
  );
}

function toInstrument(
  { coin, index, sizeDecimals, maxLeverage, delisted, markPrice }: ListedPerpetual,
  builderDex: string | undefined,
): Instrument {
  const symbol = canonicalSymbol(coin);
  const nautilus = nautilusSymbol(symbol);
  return {
    venue: VENUE,
    symbol,
    coin,
    // Numbers on a builder's dex depend on that dex's own, which a listing does not name.
    venueNumber: builderDex === undefined ? index : undefined,
    name: coin,
    kind: 'perpetual',
    status: delisted ? 'closed' : 'active',
    frameworkSymbols: { freqtrade: symbol, ...(nautilus !== undefined && { nautilus }) },
    sizeDecimals,
    maxLeverage,
    markPrice,
    tickSize: tickSize(markPrice, sizeDecimals),
    minOrderUsd: MINIMUM_ORDER_USD,
    builderDex,
    prediction: undefined,
  };
}
