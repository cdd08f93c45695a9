import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { Omissions } from '../../../market-data/index.js';
import type { Misbehaviour } from '../../../market-data/testing/index.js';
import { LighterClient } from '../../client/index.js';
import { Lighter } from '../lighter.js';

const HOUR_MS = 3_600_000;
const INTERVAL_MS: Readonly<Record<string, number>> = { '1m': 60_000, '1h': HOUR_MS, '1d': 24 * HOUR_MS };
const CANDLES_MAX = 500;
const FUNDINGS_MAX = 750;

/** A received request, by its endpoint and its query. */
export interface LighterQuestion {
  readonly endpoint: string;
  readonly query: URLSearchParams;
}

/** A candle or a payment as it is served. */
interface ServedRow {
  readonly t?: number;
  readonly timestamp?: number;
  readonly [field: string]: unknown;
}

/** Serves the part of Lighter that is read, with rows that follow from their time alone, and misbehaves on request. */
export class TestLighter implements AsyncDisposable {
  readonly questions: LighterQuestion[] = [];
  /** Headers by which a sandbox identifies itself; none: it is the venue itself. */
  sandboxHeaders: Readonly<Record<string, string>> = {};
  /** When the market was listed. */
  listedAtMs = 0;
  /** Whether a candle's minute or hour had no trade. */
  isQuiet: (timeMs: number) => boolean = () => false;
  /** Changes a served candle or payment. */
  change: (row: ServedRow) => object = (row) => row;
  readonly markets: object[] = [...MARKETS];
  misbehave: (question: LighterQuestion) => Misbehaviour | undefined = () => undefined;
  readonly venue: Lighter;

  private constructor(
    private readonly server: Server,
    private readonly nowMs: () => number,
  ) {
    const client = new LighterClient({ url: this.#url, requestsPerMinute: 10_000_000, clock: systemClock });
    this.venue = new Lighter(client, new Omissions(createLogger({ process: 'test', level: 'silent' })), systemClock);
  }

  /** Starts on a free port; the test sets the time. */
  static async start(nowMs: () => number): Promise<TestLighter> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const venue = new TestLighter(server, nowMs);
    server.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://venue');
      void venue.#answer({ endpoint: pathname.replace('/api/v1/', ''), query: searchParams }, response);
    });
    return venue;
  }

  get #url(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    return `http://127.0.0.1:${address.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.venue.close();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  async #answer(asked: LighterQuestion, response: ServerResponse): Promise<void> {
    this.questions.push(asked);
    const { status = 200, text, delayMs = 0, disconnect = false } = this.misbehave(asked) ?? {};
    if (delayMs > 0) await wait(delayMs, undefined, { ref: false });
    if (disconnect) response.destroy();
    else response.writeHead(status, this.sandboxHeaders).end(text ?? JSON.stringify(this.#truth(asked)));
  }

  #truth({ endpoint, query }: LighterQuestion): object {
    const [fromMs, toMs] = [Number(query.get('start_timestamp')), Number(query.get('end_timestamp'))];
    const resolution = query.get('resolution') ?? '';
    if (endpoint === 'candles') return { code: 200, r: resolution, c: this.#candles(resolution, fromMs, toMs) };
    if (endpoint === 'fundings')
      return { code: 200, resolution, fundings: this.#fundings(fromMs * 1_000, toMs * 1_000) };
    return { code: 200, order_book_details: this.markets, spot_order_book_details: [{ symbol: 'ETH/USDC' }] };
  }

  #candles(resolution: string, fromMs: number, toMs: number): object[] | null {
    const intervalMs = INTERVAL_MS[resolution] ?? HOUR_MS;
    const open = this.#times(fromMs, toMs, intervalMs).filter((timeMs) => {
      const inside = resolution === '1d' ? this.#times(timeMs, timeMs + intervalMs - 1, 60_000) : [timeMs];
      return inside.some((each) => !this.isQuiet(each));
    });
    const found = open.slice(-CANDLES_MAX).map((t) => {
      const price = 100 + ((t / intervalMs) % 17);
      return this.change({ t, o: price, h: price + 2.5, l: price - 1, c: price + 1, v: 3.25, V: 325, i: 9 });
    });
    return found.length === 0 ? null : found;
  }

  #fundings(fromMs: number, toMs: number): object[] {
    return this.#times(fromMs, toMs, HOUR_MS)
      .slice(-FUNDINGS_MAX)
      .map((timeMs) => this.change({ timestamp: timeMs / 1_000, value: '1.0', rate: '0.0012', direction: 'short' }));
  }

  #times(fromMs: number, toMs: number, stepMs: number): number[] {
    const listedMs = this.listedAtMs - (this.listedAtMs % stepMs);
    const firstMs = Math.ceil(Math.max(fromMs, listedMs) / stepMs) * stepMs;
    const count = Math.max(0, Math.floor((Math.min(toMs, this.nowMs()) - firstMs) / stepMs) + 1);
    return Array.from({ length: count }, (_, index) => firstMs + index * stepMs);
  }
}

const MARKETS = [market(0, 'ETH', 'active'), market(1, 'BTC', 'active'), market(28, 'MKR', 'inactive')];

function market(market_id: number, symbol: string, status: string) {
  return {
    ...{ symbol, market_id, market_type: 'perp', status, min_quote_amount: '10.000000' },
    ...{ size_decimals: 4, price_decimals: 2, min_initial_margin_fraction: 200, mark_price: '2361.31' },
    last_trade_price: 2361.3,
  };
}
