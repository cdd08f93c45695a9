import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { Omissions } from '../../../market-data/index.js';
import { PolymarketClient } from '../../client/index.js';
import { type CollectedMarkets, PolymarketListing } from '../listing.js';
import { Lives } from '../lives.js';
import { Polymarket } from '../polymarket.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WINDOW_MAX_MS = 15 * DAY_MS;

/** Returns a market in Gamma's form: live, from 2026-01-21 to 2027. */
export function gammaMarket(slug: string, tokens: readonly string[], change: object = {}) {
  return {
    id: slug,
    question: `Will ${slug} happen?`,
    conditionId: `0x${slug}`,
    slug,
    outcomes: '["Yes", "No"]',
    outcomePrices: '["0.25", "0.75"]',
    clobTokenIds: JSON.stringify(tokens),
    active: true,
    closed: false,
    archived: false,
    acceptingOrders: true,
    startDate: '2026-01-21T12:34:00Z',
    endDate: '2027-01-01T00:00:00Z',
    orderPriceMinTickSize: 0.001,
    orderMinSize: 5,
    feesEnabled: true,
    feeSchedule: { exponent: 1, rate: 0.03, rebateRate: 0.25, takerOnly: true },
    ...change,
  };
}
type GammaMarket = ReturnType<typeof gammaMarket>;

/** The answer of a path: a status, a text, anything as JSON, or `never`. */
type Answer = (query: URLSearchParams) => unknown;

/** A venue with a test's answers, and the platform's reader of it. */
export class TestPolymarket implements AsyncDisposable {
  readonly asked: URL[] = [];
  readonly logged: string[] = [];
  /** Answers by path; other paths are not found. */
  readonly answers = new Map<string, Answer>();
  headers: Readonly<Record<string, string>> = {};
  #venue: Polymarket | undefined;

  private constructor(private readonly server: Server) {}

  /** Starts on a free port. */
  static async start(): Promise<TestPolymarket> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const test = new TestPolymarket(server);
    server.on('request', (request, response) => test.#respond(new URL(request.url ?? '', 'http://venue'), response));
    return test;
  }

  /** Opens a reader of the venue at the time of a test, which waits between attempts by the real clock. */
  open(clock: Clock, collects: CollectedMarkets = 2, attemptTimeoutMs = 20_000): Polymarket {
    const url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    const client = new PolymarketClient({
      ...{ gammaUrl: url, clobUrl: url, attemptTimeoutMs, clock: systemClock },
      ...{ gammaRequestsPerMinute: 1_000_000, clobRequestsPerMinute: 1_000_000 },
    });
    const lives = new Lives();
    const logger = createLogger({ process: 'test', level: 'warn' }, { write: (line) => void this.logged.push(line) });
    const lookbackMs = 30 * DAY_MS;
    const listing = new PolymarketListing({
      client,
      lives,
      collects,
      lookbackMs,
      clock,
      omissions: new Omissions(logger),
    });
    this.#venue = new Polymarket({ client, listing, lives, lookbackMs, clock });
    return this.#venue;
  }

  /** Lists the markets; those of a token where the request names one. */
  lists(...markets: readonly GammaMarket[]): void {
    this.answers.set('/markets/keyset', (query) => {
      const token = query.get('clob_token_ids');
      const found = markets.filter(({ closed }) => String(closed) === query.get('closed'));
      return { markets: found.filter(({ clobTokenIds }) => token === null || clobTokenIds.includes(`"${token}"`)) };
    });
    for (const market of markets) this.answers.set(`/markets/slug/${market.slug}`, () => market);
  }

  /** Serves a point at the seventh second of each minute that the test allows, within the requested window. */
  serves(isThere: (timeMs: number) => boolean, priceAt: (timeMs: number) => number = () => 0.25): void {
    this.answers.set('/prices-history', (query) => {
      const [fromMs, toMs] = [Number(query.get('startTs')) * 1_000, Number(query.get('endTs')) * 1_000];
      if (toMs - fromMs > WINDOW_MAX_MS) return 400;
      const history: { t: number; p: number }[] = [];
      for (let timeMs = Math.ceil(fromMs / MINUTE_MS) * MINUTE_MS; timeMs + 7_000 <= toMs; timeMs += MINUTE_MS)
        if (isThere(timeMs)) history.push({ t: timeMs / 1_000 + 7, p: priceAt(timeMs) });
      return { history };
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#venue?.close();
    this.server.closeAllConnections();
    this.server.close();
  }

  #respond(url: URL, response: ServerResponse): void {
    this.asked.push(url);
    const answer = this.answers.get(url.pathname)?.(url.searchParams);
    if (answer === 'never') return;
    const status = typeof answer === 'number' ? answer : answer === undefined ? 404 : 200;
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer ?? {});
    response.writeHead(status, this.headers).end(text);
  }
}
