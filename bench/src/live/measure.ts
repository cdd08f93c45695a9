import { setTimeout as wait } from 'node:timers/promises';
import { Trader, withProxiedAccount } from '@platform/test/venue-proxy';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { z } from 'zod';
import type { Effort } from '../effort.js';
import { cpuMsOf } from '../read/cpu.js';
import { percentile, type Report } from '../report.js';

const WARM_UP = 20;
const ORDERS = 120;
const PAUSED_ORDERS = 100;
/** Longer than what was read for one order serves the next. */
const PAUSE_MS = 1_100;
const MINUTE_MS = 60_000;
const ETH = 1;
const ORDER_USD = 12;
/** Below the market, so that an order rests. */
const ASIDE = 0.97;
/** Of the mandate: no order of the benchmark meets a limit. */
const AMPLE_MICRO_USDC = '100000000000';

const mids = z.object({ ETH: z.string() });
const placed = z.object({
  response: z.object({
    data: z.object({ statuses: z.tuple([z.object({ resting: z.object({ oid: z.int() }) })]) }),
  }),
});
const cancelled = z.object({ response: z.object({ data: z.object({ statuses: z.tuple([z.literal('success')]) }) }) });

const NAN = [Number.NaN, Number.NaN] as const;

/** One way to the venue, and how long its answers took. */
interface Way {
  readonly trader: Trader;
  readonly paused: number[];
  readonly inARow: number[];
  readonly cancels: number[];
}

/** Measures what a bot's proxy adds to an order, beside the same client at the venue itself. */
export function measureLive({ amount }: Effort): Promise<Report> {
  const key = generatePrivateKey();
  return withProxiedAccount([privateKeyToAddress(key).toLowerCase()], async (account) => {
    const limits = account.limits({ capitalMicroUsdc: AMPLE_MICRO_USDC, maximumOpenOrders: 1_000 });
    const { url, child } = await account.startProxyOf([limits]);
    const proxy = new Map([['proxy', child.pid ?? 0]]);
    const direct = wayOf(new Trader(account.venueUrl, key));
    const proxied = wayOf(new Trader(url, account.botKey));
    const ways = [direct, proxied];
    for (const way of ways) for (let index = 0; index < amount(WARM_UP, 1); index += 1) await orderAndCancel(way, []);
    for (const way of ways) way.cancels.splice(0);
    for (let index = 0; index < amount(PAUSED_ORDERS, 2); index += 1) {
      await wait(PAUSE_MS);
      for (const way of index % 2 === 0 ? ways : ways.toReversed()) await orderAndCancel(way, way.paused);
    }
    // A proxy passes 300 actions on within a minute of the clock.
    if (amount(1, 0) > 0) await wait(MINUTE_MS - (Date.now() % MINUTE_MS));
    const spentMs = async () => (await cpuMsOf(proxy)).get('proxy') ?? Number.NaN;
    const beforeMs = await spentMs();
    for (let index = 0; index < amount(ORDERS, 2); index += 1)
      for (const way of index % 2 === 0 ? ways : ways.toReversed()) await orderAndCancel(way, way.inARow);
    const processorMs = ((await spentMs()) - beforeMs) / amount(ORDERS, 2);
    return summarize(direct, proxied, processorMs);
  });
}

function wayOf(trader: Trader): Way {
  return { trader, paused: [], inARow: [], cancels: [] };
}

/** Signs before the time counts: both ways sign alike. */
async function orderAndCancel({ trader, cancels }: Way, orders: number[]): Promise<void> {
  const { ETH: mid } = mids.parse(await trader.send('/info', JSON.stringify({ type: 'allMids' })));
  const price = Math.round(Number(mid) * ASIDE);
  const s = (ORDER_USD / price).toFixed(4);
  const order = { a: ETH, b: true, p: String(price), s, r: false, t: { limit: { tif: 'Gtc' } } };
  const answer = await timed(trader, { type: 'order', orders: [order], grouping: 'na' }, orders);
  const [{ resting }] = placed.parse(answer).response.data.statuses;
  cancelled.parse(await timed(trader, { type: 'cancel', cancels: [{ a: ETH, o: resting.oid }] }, cancels));
}

async function timed(trader: Trader, action: Readonly<Record<string, unknown>>, times: number[]): Promise<unknown> {
  const body = await trader.signed(action);
  const startedAtMs = performance.now();
  const answer = await trader.send('/exchange', body);
  times.push(performance.now() - startedAtMs);
  return answer;
}

function summarize(direct: Way, proxied: Way, processorMs: number): Report {
  const row = (name: string, times: (way: Way) => readonly number[]) => {
    const figures = [direct, proxied].map(
      (way) => [percentile(times(way), 0.5), percentile(times(way), 0.99)] as const,
    );
    const [[directP50, directP99] = NAN, [proxiedP50, proxiedP99] = NAN] = figures;
    const all = [directP50, directP99, proxiedP50, proxiedP99, proxiedP50 - directP50, proxiedP99 - directP99];
    return [name, times(proxied).length, ...all.map((figure) => figure.toFixed(1))];
  };
  return {
    title: 'Orders of one bot at the sandbox venue and through its proxy, each answered before the next, in ms',
    columns: ['what', 'count', 'venue p50', 'p99', 'proxy p50', 'p99', 'added p50', 'p99'],
    rows: [
      row('an order after a pause: the account is read', ({ paused }) => paused),
      row('orders in a row: they share what is read', ({ inARow }) => inARow),
      row('a cancel: nothing is read', ({ cancels }) => cancels),
    ],
    notes: [
      'The proxy is a process of its own; client and venue share one, so reads of the account wait for each other there. Its reads are two of the',
      'account and one of prices, at once: at a real venue they add one more round trip. The client signs before the time counts, the proxy within it.',
      `In a row the proxy spent ${processorMs.toFixed(1)} ms of processor time on an order, its cancel and a read of prices together.`,
      'Goal of the project: the proxy adds at most 5 ms to the median.',
    ],
  };
}
