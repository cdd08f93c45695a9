import type { Desk } from '../desk.js';
import { ActionRefused } from '../refused.js';
import { formatUsdc, USDC } from '../units.js';
import { endAll } from './lifecycle.js';

const TRADED_MINIMUM_MICRO_USDC = 1_000_000n * USDC;
const LEAD_MIN_MS = 5_000;

/** Sets when all of a user's orders will be canceled, or unsets it. */
export function scheduleCancel(desk: Desk, user: string, timeMs: number | undefined): void {
  const account = desk.store.accountOrNew(user);
  const traded = account.tradedMicroUsdc;
  if (traded < TRADED_MINIMUM_MICRO_USDC)
    throw new ActionRefused(
      `Cannot set scheduled cancel time until enough volume traded. Required: $1000000. Traded: $${formatUsdc(traded)}.`,
    );
  if (timeMs !== undefined && timeMs < desk.nowMs + LEAD_MIN_MS)
    throw new ActionRefused('Scheduled cancel time too early, must be at least 5 seconds from now.');
  desk.store.saveAccount({ ...account, scheduledCancelMs: timeMs ?? null });
}

/** Cancels the orders of those whose time has come. */
export function runScheduledCancels(desk: Desk): void {
  for (const account of desk.store.activeAccounts()) {
    if (account.scheduledCancelMs === null || account.scheduledCancelMs > desk.nowMs) continue;
    desk.store.saveAccount({ ...account, scheduledCancelMs: null });
    endAll(desk, account.address, 'scheduledCancel');
  }
}
