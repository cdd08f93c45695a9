import type { ExchangeContext } from '../exchange-context.js';
import { ActionRefused } from '../refused.js';
import { formatUsdc, USDC } from '../units.js';
import { endAll } from './lifecycle.js';

const TRADED_MINIMUM_MICRO_USDC = 1_000_000n * USDC;
const LEAD_MIN_MS = 5_000;

/** Sets the time at which all of a user's orders are canceled, or unsets it. */
export function scheduleCancel(context: ExchangeContext, user: string, timeMs: number | undefined): void {
  const account = context.store.accountOrNew(user);
  const traded = account.tradedMicroUsdc;
  if (traded < TRADED_MINIMUM_MICRO_USDC)
    throw new ActionRefused(
      `Cannot set scheduled cancel time until enough volume traded. Required: $1000000. Traded: $${formatUsdc(traded)}.`,
    );
  if (timeMs !== undefined && timeMs < context.nowMs + LEAD_MIN_MS)
    throw new ActionRefused('Scheduled cancel time too early, must be at least 5 seconds from now.');
  context.store.saveAccount({ ...account, scheduledCancelMs: timeMs ?? null });
}

/** Runs the scheduled cancels that are due. */
export function runScheduledCancels(context: ExchangeContext): void {
  for (const account of context.store.activeAccounts()) {
    if (account.scheduledCancelMs === null || account.scheduledCancelMs > context.nowMs) continue;
    context.store.saveAccount({ ...account, scheduledCancelMs: null });
    endAll(context, account.address, 'scheduledCancel');
  }
}
