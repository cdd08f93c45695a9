import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { parseGwei } from 'viem';
import { TRANSFER_TTL_MS } from '../../transfers/transfers.js';
import { fail } from './halts.js';
import type { LiveService } from './live-service.js';
import { askForMany, untilOver } from './older-withdrawals.js';
import { until } from './waits.js';

/** Five times what the platform pays at most. */
const SPIKE_WEI = parseGwei('500');
const USUAL_WEI = parseGwei('1');
const SPIKE_MS = 12 * 3_600_000;
/** Every operation under way has a turn in this time. */
const TURNS_MS = 2_000;

/**
 * Lets gas cost too much for twelve hours, with withdrawals under way: those of the first half of the accounts are signed and in no block,
 * those of the second half can't be signed. `steps`: in how many steps the time after their end passes.
 */
export async function spikeGas(
  service: LiveService,
  accounts: readonly string[],
  { each, steps, visitor }: { readonly each: number; readonly steps: number; readonly visitor: string },
): Promise<void> {
  const { arbitrum, stage } = service;
  const half = accounts.length / 2;
  arbitrum.isHalted = true;
  await askForMany(service, accounts.slice(0, half), each);
  fail(service, 'arbitrum', 'disconnect', 'eth_estimateGas');
  await askForMany(service, accounts.slice(half), each);
  arbitrum.baseFeePerGas = SPIKE_WEI;
  arbitrum.isHalted = false;
  await until('the spike', async () => (await stage.arbitrum.client.getBlock()).baseFeePerGas === SPIKE_WEI);
  stage.arbitrum.faults.clear();
  await service.skip(TRANSFER_TTL_MS);
  await untilOver(service, accounts);
  for (let step = 0; step < steps; step += 1) {
    await service.skip((SPIKE_MS - TRANSFER_TTL_MS) / steps);
    await wait(TURNS_MS);
    await requireRefused(service, visitor);
  }
  arbitrum.baseFeePerGas = USUAL_WEI;
}

/** Fails unless an account is told at once that the platform can't pay for a transfer now. */
async function requireRefused({ stage, handlers, ask }: LiveService, accountId: string): Promise<void> {
  const reason = 'network_fees_too_high';
  const isRefused = async () =>
    (await ask(accountId).catch((error: { details?: { reason?: unknown } }) => error.details?.reason)) === reason;
  // What it cost a moment ago is remembered for five seconds.
  await until('a refusal', isRefused, 1_000);
  const { wallet } = await handlers.GetWallet({}, stage.as(accountId));
  expect(wallet?.venues?.['hyperliquid']?.readiness?.depositRouteReady).toBe(false);
}
