import {
  type HyperliquidClient,
  type InfoAnswer,
  type InfoRequest,
  VenueReadError,
} from '@platform/venue-client-hyperliquid';
import {
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
} from '@platform/venue-hyperliquid';
import { divided } from '../../datasets/intervals.js';
import { type Row, type TableKind, tableKinds } from '../../datasets/tables.js';
import {
  type Instrument,
  type MarketDataVenue,
  type SourcedRows,
  type Urgency,
  VenueUnreadableError,
  type WholeListing,
} from '../venue.js';

const VENUE = 'hyperliquid';
const LAUNCHED_AT_MS = Date.UTC(2023, 0, 1);
/** Rows that one request brings at most. */
const CANDLES_MAX = 5_000;
const FUNDING_MAX = 500;

/** Whose requests each urgency's are. */
const IMPORTANCE = { interactive: 'read', background: 'background' } as const;

/** Hyperliquid's public market data. */
export class Hyperliquid implements MarketDataVenue {
  readonly id = VENUE;
  readonly symbols = { isCanonical: isCanonicalSymbol, candidate: canonicalCandidate };
  readonly launchedAtMs = LAUNCHED_AT_MS;

  readonly listing: WholeListing = { kind: 'whole', instruments: (urgency) => this.#instruments(urgency) };
  readonly tables = Object.values(tableKinds);
  readonly hasVolume = true;

  constructor(private readonly client: HyperliquidClient) {}

  async rows(
    coin: string,
    kind: TableKind,
    window: { fromMs: number; toMs: number },
    urgency: Urgency,
  ): Promise<readonly SourcedRows[]> {
    const { data, sandbox } =
      kind.timeframe === undefined
        ? await this.#funding(coin, kind, window, urgency)
        : await this.#candles(coin, kind, kind.timeframe, window, urgency);
    const rows = data.filter(([timeMs]) => timeMs >= window.fromMs && timeMs < window.toMs);
    if (sandbox === undefined) return groups([{ source: 'venue', rows }]);
    const { inside, outside } = divided(rows, [{ fromMs: 0, toMs: sandbox.recordedUntilMs }]);
    return groups([
      { source: 'recorded', rows: inside },
      { source: 'simulated', rows: outside },
    ]);
  }

  async #instruments(urgency: Urgency): Promise<Instrument[]> {
    const listed = await this.#ask(urgency, { request: { type: 'metaAndAssetCtxs' }, answer: metaAndAssetContexts });
    return listed.data.map(toInstrument);
  }

  async #candles(
    coin: string,
    kind: TableKind,
    interval: string,
    { fromMs, toMs }: { fromMs: number; toMs: number },
    urgency: Urgency,
  ): Promise<InfoAnswer<Row[]>> {
    const { data: candles, sandbox } = await this.#ask(urgency, {
      request: { type: 'candleSnapshot', req: { coin, interval, startTime: fromMs, endTime: toMs - 1 } },
      answer: candleSnapshot(coin, interval, kind.intervalMs),
      itemsMax: Math.min((toMs - fromMs) / kind.intervalMs, CANDLES_MAX),
    });
    const rows = candles.map(
      ({ openMs, open, high, low, close, volume }): Row => [openMs, open, high, low, close, volume],
    );
    return { data: rows, sandbox };
  }

  async #funding(
    coin: string,
    kind: TableKind,
    { fromMs, toMs }: { fromMs: number; toMs: number },
    urgency: Urgency,
  ): Promise<InfoAnswer<Row[]>> {
    const { data: payments, sandbox } = await this.#ask(urgency, {
      request: { type: 'fundingHistory', coin, startTime: fromMs, endTime: toMs - 1 },
      answer: fundingHistory(coin),
      itemsMax: Math.min((toMs - fromMs) / kind.intervalMs, FUNDING_MAX),
    });
    return { data: payments.map(({ hourMs, rate }): Row => [hourMs, rate]), sandbox };
  }

  close(): Promise<void> {
    return this.client.close();
  }

  async #ask<Answer>(urgency: Urgency, request: Omit<InfoRequest<Answer>, 'importance'>): Promise<InfoAnswer<Answer>> {
    try {
      return await this.client.ask({ ...request, importance: IMPORTANCE[urgency] });
    } catch (error) {
      if (error instanceof VenueReadError) throw new VenueUnreadableError(error.message, { cause: error });
      throw error;
    }
  }
}

function groups(sourced: readonly SourcedRows[]): SourcedRows[] {
  return sourced.filter(({ rows }) => rows.length > 0);
}

function toInstrument({ coin, sizeDecimals, maxLeverage, delisted, markPrice }: ListedPerpetual): Instrument {
  const symbol = canonicalSymbol(coin);
  return {
    venue: VENUE,
    symbol,
    coin,
    name: coin,
    kind: 'perpetual',
    status: delisted ? 'closed' : 'active',
    freqtradeSymbol: symbol,
    nautilusSymbol: nautilusSymbol(symbol),
    sizeDecimals,
    maxLeverage,
    markPrice,
    tickSize: tickSize(markPrice, sizeDecimals),
    minOrderUsd: MINIMUM_ORDER_USD,
    builderDex: undefined,
    prediction: undefined,
  };
}
