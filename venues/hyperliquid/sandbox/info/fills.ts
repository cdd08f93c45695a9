import { z } from 'zod';
import { formatDecimal, formatUsdc, readDecimal, sum, USDC_DECIMALS } from '../exchange/units.js';
import type { Market } from '../market.js';
import type { StoredEvent } from '../store/store.js';

const fill = z.looseObject({
  coin: z.string(),
  oid: z.int(),
  tid: z.int(),
  time: z.int(),
  px: z.string(),
  sz: z.string(),
  fee: z.string(),
  closedPnl: z.string(),
  builderFee: z.string().optional(),
});

type Fill = z.output<typeof fill>;

/**
 * Formats fills as the venue does. Aggregated by time, an order's fills from several levels of the book at one instant become one: at their
 * average price, with the id and the position of the first.
 */
export function fillMessages(
  markets: ReadonlyMap<string, Market>,
  events: readonly StoredEvent[],
  aggregateByTime: boolean | null | undefined,
): readonly unknown[] {
  if (!aggregateByTime) return events.map(({ document }) => document);
  const parts = events.map(({ document }) => fill.parse(document));
  return [...Map.groupBy(parts, ({ oid, time }) => `${oid} ${time}`).values()].map((together) => {
    const szDecimals = markets.get(together[0]?.coin ?? '')?.perpetual.szDecimals ?? 0;
    return together.length === 1 ? together[0] : combined(together, szDecimals);
  });
}

function combined(fills: readonly Fill[], szDecimals: number): Fill | undefined {
  const [first] = fills.toSorted((a, b) => a.tid - b.tid);
  if (first === undefined) return undefined;
  const lots = sum(fills.map(({ sz }) => readDecimal(sz, szDecimals)));
  const cost = sum(fills.map(({ sz, px }) => readDecimal(sz, szDecimals) * readDecimal(px, USDC_DECIMALS)));
  const total = (of: (part: Fill) => string) =>
    formatUsdc(sum(fills.map((part) => readDecimal(of(part), USDC_DECIMALS))));
  return {
    ...first,
    px: formatUsdc(cost / lots),
    sz: formatDecimal(lots, szDecimals),
    fee: total((part) => part.fee),
    closedPnl: total((part) => part.closedPnl),
    ...(first.builderFee === undefined ? {} : { builderFee: total((part) => part.builderFee ?? '0') }),
  };
}
