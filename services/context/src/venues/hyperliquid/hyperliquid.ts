import type { Clock } from '@platform/clock';
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
import type { Row, TableKind } from '../../datasets/tables.js';
import type { Instrument, MarketDataVenue, SourcedRows, Urgency } from '../venue.js';
import { type InfoAnswer, InfoClient } from './info-client.js';

const VENUE = 'hyperliquid';
const LAUNCHED_AT_MS = Date.UTC(2023, 0, 1);
const BASE_WEIGHT = 20;
/** Rows that one request brings at most, and how many of them cost one more unit of weight. */
const CANDLES = { rowsMax: 5_000, rowsPerWeight: 60 };
const FUNDING = { rowsMax: 500, rowsPerWeight: 20 };

/** Hyperliquid's public market data. */
export class Hyperliquid implements MarketDataVenue {
  readonly id = VENUE;
  readonly symbols = { isCanonical: isCanonicalSymbol, candidate: canonicalCandidate };
  readonly launchedAtMs = LAUNCHED_AT_MS;
  readonly #info: InfoClient;

  /** `url`: the base of the venue's API; `weightPerMinute`: what it allows this address. */
  constructor(url: string, weightPerMinute: number, clock: Clock) {
    this.#info = new InfoClient(url, weightPerMinute, clock);
  }

  async instruments(): Promise<Instrument[]> {
    const listed = await this.#info.ask({
      body: { type: 'metaAndAssetCtxs' },
      answer: metaAndAssetContexts,
      weight: BASE_WEIGHT,
      urgency: 'interactive',
    });
    return listed.data.map(toInstrument);
  }

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

  async #candles(
    coin: string,
    kind: TableKind,
    interval: string,
    { fromMs, toMs }: { fromMs: number; toMs: number },
    urgency: Urgency,
  ): Promise<InfoAnswer<Row[]>> {
    const { data: candles, sandbox } = await this.#info.ask({
      body: { type: 'candleSnapshot', req: { coin, interval, startTime: fromMs, endTime: toMs - 1 } },
      answer: candleSnapshot(coin, interval, kind.intervalMs),
      weight: weightOf((toMs - fromMs) / kind.intervalMs, CANDLES),
      urgency,
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
    const { data: payments, sandbox } = await this.#info.ask({
      body: { type: 'fundingHistory', coin, startTime: fromMs, endTime: toMs - 1 },
      answer: fundingHistory(coin),
      weight: weightOf((toMs - fromMs) / kind.intervalMs, FUNDING),
      urgency,
    });
    return { data: payments.map(({ hourMs, rate }): Row => [hourMs, rate]), sandbox };
  }

  async close(): Promise<void> {
    await this.#info.close();
  }
}

function groups(sourced: readonly SourcedRows[]): SourcedRows[] {
  return sourced.filter(({ rows }) => rows.length > 0);
}

function weightOf(rows: number, { rowsMax, rowsPerWeight }: { rowsMax: number; rowsPerWeight: number }): number {
  return BASE_WEIGHT + Math.ceil(Math.min(rows, rowsMax) / rowsPerWeight);
}

function toInstrument({ coin, sizeDecimals, maxLeverage, delisted, markPrice }: ListedPerpetual): Instrument {
  const symbol = canonicalSymbol(coin);
  return {
    venue: VENUE,
    symbol,
    coin,
    kind: 'perpetual',
    status: delisted ? 'closed' : 'active',
    freqtradeSymbol: symbol,
    nautilusSymbol: nautilusSymbol(symbol),
    sizeDecimals,
    maxLeverage,
    markPrice,
    tickSize: tickSize(markPrice, sizeDecimals),
    minOrderUsd: MINIMUM_ORDER_USD,
  };
}
