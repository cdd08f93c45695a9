// Why: docs/decisions/execution/mandates.md
import { PlatformError } from '@platform/errors';
import { type Mandate, type MandateLimit, mandateExceeded, requireSymbols } from '@platform/keys/mandates';
import { formatUsd, type MicroUsdc, parseUsd } from '@platform/kit/money';
import type { ActionDemand, ExecutionVenue, NativeAction } from '@platform/venues/native-actions';

/** The most markets of one action whose leverages are read: each read weighs much at the venue. */
const LEVERAGES_READ_MAX = 10;

/** Reads what a mandate depends on and returns what an action would do. Throws `native_action_invalid` and `execution_provider_unavailable`. */
export async function readDemand(
  { symbols, maxOrderUsd, maxDailyUsd, maxLeverage }: Mandate,
  action: NativeAction,
  venue: Pick<ExecutionVenue, 'readMarkets'>,
  accountAddress: string,
): Promise<ActionDemand> {
  const needsPrices = maxOrderUsd !== undefined || maxDailyUsd !== undefined;
  if (symbols === undefined && !needsPrices && maxLeverage === undefined) return action.demandOf(new Map());
  if (maxLeverage !== undefined && action.markets.length > LEVERAGES_READ_MAX)
    throw new PlatformError('native_action_invalid', {
      details: [{ path: 'action', message: `must name at most ${LEVERAGES_READ_MAX} markets under max_leverage` }],
    });
  const leveragesOf = maxLeverage === undefined ? undefined : accountAddress;
  try {
    return action.demandOf(await venue.readMarkets(action.markets, leveragesOf));
  } catch (cause) {
    throw new PlatformError('execution_provider_unavailable', { cause });
  }
}

/** Throws `mandate_exceeded` naming the first limit that one action passes by itself; the day's limit depends on others too. */
export function requireDemand(mandate: Mandate, demand: ActionDemand): void {
  const { symbols, ordersMicroUsdc, leverages, reduces } = demand;
  if (symbols === 'all') requireAllSymbols(mandate);
  else requireSymbols(mandate, symbols);
  if (mandate.reduceOnly === true && !reduces) throw mandateExceeded('reduce_only', false, true);
  const { maxOrderUsd, maxLeverage } = mandate;
  if (maxOrderUsd !== undefined) {
    const maximum = parseUsd(maxOrderUsd);
    for (const worth of ordersMicroUsdc)
      if (worth === undefined || worth > maximum) throw usdExceeded('max_order_usd', worth, maximum);
  }
  if (maxLeverage !== undefined)
    for (const leverage of leverages)
      if (leverage === undefined || leverage > maxLeverage)
        throw mandateExceeded('max_leverage', leverage ?? null, maxLeverage);
}

/** Returns what all orders of an action are worth together. Throws `mandate_exceeded` where one has no value. */
export function totalOf({ ordersMicroUsdc }: ActionDemand, maximum: MicroUsdc): MicroUsdc {
  let total = 0n;
  for (const worth of ordersMicroUsdc) {
    if (worth === undefined) throw usdExceeded('max_daily_usd', undefined, maximum);
    total += worth;
  }
  // More than a day's limit is never stored.
  if (total > maximum) throw usdExceeded('max_daily_usd', total, maximum);
  return total;
}

/** Returns the refusal of an amount. */
export function usdExceeded(limit: MandateLimit, asked: MicroUsdc | undefined, allowed: MicroUsdc): PlatformError {
  return mandateExceeded(limit, asked === undefined ? null : number(asked), number(allowed));
}

function requireAllSymbols({ symbols }: Mandate): void {
  if (symbols !== undefined) throw mandateExceeded('symbols', null, symbols);
}

function number(amount: MicroUsdc): number {
  return Number(formatUsd(amount));
}
