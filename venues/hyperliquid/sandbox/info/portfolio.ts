import { z } from 'zod';
import { type ExchangeContext, marginOf, markPriceAt } from '../exchange/exchange-context.js';
import { absolute, formatUsdc, notionalOf, readDecimal, sum, USDC_DECIMALS } from '../exchange/units.js';
import { type Flow, flowsOf } from './ledger.js';

/**
 * The value of a user's account, and its profit, over four spans of time. The past is computed from the ledger, the fills and the fundings,
 * at the marks of then; the newest point is the account's current value.
 */

const DAY_MS = 86_400_000;
/** The length of each span, and its number of steps. */
const SPANS = [
  { name: 'day', lengthMs: DAY_MS, steps: 12 },
  { name: 'week', lengthMs: 7 * DAY_MS, steps: 28 },
  { name: 'month', lengthMs: 30 * DAY_MS, steps: 30 },
  { name: 'allTime', lengthMs: Number.POSITIVE_INFINITY, steps: 30 },
] as const;

const fill = z.object({ coin: z.string(), px: z.string(), sz: z.string(), side: z.enum(['A', 'B']), fee: z.string() });
const funding = z.object({ usdc: z.string() });

/** A change of a user's money or positions. */
interface Change {
  readonly timeMs: number;
  readonly cashMicroUsdc: bigint;
  readonly traded?: { readonly coin: string; readonly lots: bigint; readonly notionalMicroUsdc: bigint };
}

/** Returns a user's account over time in the form of `portfolio`: with the spot balance, then the perpetual account alone. */
export function portfolio(context: ExchangeContext, user: string) {
  const changes = [...fillsOf(context, user), ...fundingsOf(context, user)].sort((a, b) => a.timeMs - b.timeMs);
  const flows = flowsOf(context.store, user);
  const perpetualMicroUsdc = marginOf(context, user).accountValueMicroUsdc;
  const all = { worthMicroUsdc: perpetualMicroUsdc + context.store.accountOrNew(user).spotMicroUsdc, flows };
  const perpetual = {
    worthMicroUsdc: perpetualMicroUsdc,
    flows: flows.map((flow) => ({ ...flow, microUsdc: flow.perpetualMicroUsdc })),
  };
  return [
    ...SPANS.map((span) => [span.name, history(context, changes, all, span)]),
    ...SPANS.map((span) => [
      `perp${span.name[0]?.toUpperCase()}${span.name.slice(1)}`,
      history(context, changes, perpetual, span),
    ]),
  ];
}

function history(
  context: ExchangeContext,
  changes: readonly Change[],
  { worthMicroUsdc, flows }: { readonly worthMicroUsdc: bigint; readonly flows: readonly Flow[] },
  { lengthMs, steps }: (typeof SPANS)[number],
) {
  const [first] = flows;
  if (first === undefined) return { accountValueHistory: [], pnlHistory: [], vlm: '0.0' };
  const fromMs = Math.max(first.timeMs, context.nowMs - lengthMs);
  const times = timesBetween(fromMs, context.nowMs, steps);
  const points = times.map((timeMs) => {
    const paidInMicroUsdc = sum(flows.filter((flow) => flow.timeMs <= timeMs).map(({ microUsdc }) => microUsdc));
    const value = timeMs === context.nowMs ? worthMicroUsdc : paidInMicroUsdc + wonUntil(context, changes, timeMs);
    return { timeMs, value, won: value - paidInMicroUsdc };
  });
  const wonBefore = points[0]?.won ?? 0n;
  const traded = changes
    .filter(({ timeMs }) => timeMs >= fromMs)
    .map((change) => change.traded?.notionalMicroUsdc ?? 0n);
  return {
    accountValueHistory: points.map(({ timeMs, value }) => [timeMs, formatUsdc(value)]),
    pnlHistory: points.map(({ timeMs, won }) => [timeMs, formatUsdc(won - wonBefore)]),
    vlm: formatUsdc(sum(traded.map(absolute))),
  };
}

/** Returns the result of trading up to a time: cash, and positions at their marks. */
function wonUntil(context: ExchangeContext, changes: readonly Change[], timeMs: number): bigint {
  const before = changes.filter((change) => change.timeMs <= timeMs);
  const positions = Map.groupBy(
    before.flatMap(({ traded }) => traded ?? []),
    ({ coin }) => coin,
  );
  const values = [...positions].map(([coin, trades]) => {
    const lots = sum(trades.map((trade) => trade.lots));
    const { szDecimals } = context.markets.get(coin)?.perpetual ?? { szDecimals: 0 };
    return lots === 0n ? 0n : notionalOf(lots, markPriceAt(context.markets, coin, timeMs), szDecimals);
  });
  return sum([...before.map(({ cashMicroUsdc }) => cashMicroUsdc), ...values]);
}

function fillsOf({ store, markets }: ExchangeContext, user: string): Change[] {
  return store.eventsAfter('fill', user, 0).map(({ timeMs, document }) => {
    const { coin, px, sz, side, fee } = fill.parse(document);
    const { szDecimals } = markets.get(coin)?.perpetual ?? { szDecimals: 0 };
    const size = readDecimal(sz, szDecimals);
    const lots = side === 'B' ? size : -size;
    const notionalMicroUsdc = notionalOf(lots, readDecimal(px, USDC_DECIMALS), szDecimals);
    return {
      timeMs,
      cashMicroUsdc: -notionalMicroUsdc - readDecimal(fee, USDC_DECIMALS),
      traded: { coin, lots, notionalMicroUsdc },
    };
  });
}

function fundingsOf({ store }: ExchangeContext, user: string): Change[] {
  return store.eventsAfter('funding', user, 0).map(({ timeMs, document }) => ({
    timeMs,
    cashMicroUsdc: readDecimal(funding.parse(document['delta']).usdc, USDC_DECIMALS),
  }));
}

/** Returns times at equal distances, both ends included; one where there is no time between. */
function timesBetween(fromMs: number, untilMs: number, steps: number): number[] {
  const times = Array.from(
    { length: steps + 1 },
    (_, step) => fromMs + Math.floor(((untilMs - fromMs) * step) / steps),
  );
  return [...new Set(times)];
}
