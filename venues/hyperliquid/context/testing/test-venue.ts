import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Misbehaviour } from '../../../market-data/testing/index.js';

const HOUR_MS = 3_600_000;
const INTERVAL_MS: Readonly<Record<string, number>> = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': 24 * HOUR_MS,
};

const question = z.union([
  z.object({ type: z.literal('metaAndAssetCtxs'), dex: z.string().optional() }),
  z.object({ type: z.literal('perpDexs') }),
  z.object({
    type: z.literal('candleSnapshot'),
    req: z.object({ coin: z.string(), interval: z.string(), startTime: z.number(), endTime: z.number() }),
  }),
  z.object({ type: z.literal('fundingHistory'), coin: z.string(), startTime: z.number(), endTime: z.number() }),
]);
type Question = z.output<typeof question>;

/** A candle as it is served. */
interface ServedCandle {
  readonly t: number;
  readonly s: string;
  readonly h: string;
  readonly [field: string]: unknown;
}

/** Serves `POST /info` with candles that follow from their time alone, and misbehaves on request. */
export class TestVenue implements AsyncDisposable {
  readonly questions: Question[] = [];
  coins: { name: string; szDecimals: number; maxLeverage: number; isDelisted?: boolean }[] = [
    { name: 'BTC', szDecimals: 5, maxLeverage: 40 },
    { name: 'kPEPE', szDecimals: 0, maxLeverage: 10 },
  ];
  /** The markets of builder-deployed dexes, by dex, and the token they are settled in. */
  dexes: Readonly<Record<string, { collateralToken: number; universe: TestVenue['coins'] }>> = {};
  /** How many of the latest candles are served. */
  candlesServed = 60;
  /** Headers by which a sandbox identifies itself; none: it is the venue itself. */
  sandboxHeaders: Readonly<Record<string, string>> = {};
  /** The values shown for markets beside their mark price, by coin. */
  readonly contexts = new Map<string, object>();
  isMissing: (timeMs: number) => boolean = () => false;
  /** Changes a served candle. */
  change: (candle: ServedCandle) => ServedCandle = (candle) => candle;
  misbehave: (question: Question) => Misbehaviour | undefined = () => undefined;

  private constructor(
    private readonly server: Server,
    private readonly nowMs: () => number,
  ) {}

  /** Starts on a free port; the test sets the time. */
  static async start(nowMs: () => number): Promise<TestVenue> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const venue = new TestVenue(server, nowMs);
    server.on('request', (request, response) => {
      void json(request).then((body) => venue.#answer(question.parse(body), response));
    });
    return venue;
  }

  get url(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    return `http://127.0.0.1:${address.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  async #answer(asked: Question, response: ServerResponse): Promise<void> {
    this.questions.push(asked);
    const { status = 200, text, delayMs = 0, disconnect = false } = this.misbehave(asked) ?? {};
    if (delayMs > 0) await wait(delayMs, undefined, { ref: false });
    if (disconnect) response.destroy();
    else
      response
        .writeHead(status, { 'content-type': 'application/json', ...this.sandboxHeaders })
        .end(text ?? JSON.stringify(this.#truth(asked)));
  }

  #truth(asked: Question): unknown {
    if (asked.type === 'perpDexs') return [null, ...Object.keys(this.dexes).map((name) => ({ name }))];
    if (asked.type === 'metaAndAssetCtxs') {
      const meta = asked.dex === undefined ? { universe: this.coins } : this.dexes[asked.dex];
      return [meta, meta?.universe.map(({ name }) => ({ markPx: '97000.0', ...this.contexts.get(name) }))];
    }
    return asked.type === 'candleSnapshot' ? this.#candles(asked.req) : this.#funding(asked);
  }

  #candles({
    coin,
    interval,
    startTime,
    endTime,
  }: {
    coin: string;
    interval: string;
    startTime: number;
    endTime: number;
  }) {
    const intervalMs = INTERVAL_MS[interval] ?? HOUR_MS;
    const open = (timeMs: number) => timeMs - (timeMs % intervalMs);
    const oldestMs = open(this.nowMs()) - (this.candlesServed - 1) * intervalMs;
    return times(Math.max(open(startTime), oldestMs), Math.min(endTime, this.nowMs()), intervalMs)
      .filter((timeMs) => !this.isMissing(timeMs))
      .map((timeMs) => {
        const price = 100 + ((timeMs / intervalMs) % 17);
        const prices = { o: `${price}`, h: `${price + 2}.5`, l: `${price - 1}`, c: `${price + 1}` };
        return this.change({ t: timeMs, T: timeMs + intervalMs - 1, s: coin, i: interval, ...prices, v: '3.25', n: 4 });
      });
  }

  #funding({ coin, startTime, endTime }: { coin: string; startTime: number; endTime: number }) {
    const oldestMs = this.nowMs() - (this.nowMs() % HOUR_MS) - this.candlesServed * HOUR_MS;
    return times(Math.max(startTime, oldestMs), Math.min(endTime, this.nowMs()), HOUR_MS)
      .slice(0, 500)
      .map((timeMs) => ({ coin, fundingRate: '0.0000125', premium: '0.0', time: timeMs + 42 }));
  }
}

function times(fromMs: number, toMs: number, stepMs: number): number[] {
  return Array.from(
    { length: Math.max(0, Math.floor((toMs - fromMs) / stepMs) + 1) },
    (_, index) => fromMs + index * stepMs,
  );
}
