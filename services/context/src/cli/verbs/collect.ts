import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '@platform/kit/clock';
import type { Report } from '@platform/kit/provisioning';
import type { Stores } from '../../stores.js';
import { namedInstruments } from '../named-markets.js';
import { progressBar } from '../progress-bar.js';
import { CommandRefused } from '../refusal.js';

const LOOK_INTERVAL_MS = 500;
/** A table takes less than two minutes; a longer standstill means that no collector runs. */
const STANDSTILL_MS_MAX = 120_000;

/** The result of a requested collection. */
export interface Collected {
  readonly tables: number;
  /** Tables that could not be collected; the platform tries them again. */
  readonly failed: number;
}

/**
 * Makes the running platform collect a market, or all of a venue's, now, and waits for it: only the platform spends the venue's allowance.
 * Throws `CommandRefused`.
 */
export async function collectNow(
  { venue, market }: { venue: string; market?: string | undefined },
  stores: Stores,
  clock: Clock,
  report: Report,
  standstillMsMax: number = STANDSTILL_MS_MAX,
): Promise<Collected> {
  const { catalogue, instruments } = stores;
  const symbols =
    market === undefined
      ? await instruments.symbolsOf(venue)
      : (await namedInstruments(venue, market, stores)).map(({ symbol }) => symbol);
  const since = clock.now();
  const tables = await catalogue.hastenAll({ venue, symbols }, since);
  if (tables === 0)
    throw new CommandRefused(`no table of ${venue} ${market ?? ''} is collected: its markets are closed`);
  let [best, changedAtMs] = [-1, clock.nowMs()];
  for (;;) {
    const { done, failed } = await catalogue.progressSince({ venue, symbols }, since);
    report(progressBar(done, tables, failed === 0 ? '' : `${failed} failed`));
    if (done + failed >= tables) return { tables, failed };
    if (done + failed > best) [best, changedAtMs] = [done + failed, clock.nowMs()];
    if (clock.nowMs() - changedAtMs > standstillMsMax)
      throw new CommandRefused('nothing is collected: does the platform run?');
    await wait(LOOK_INTERVAL_MS);
  }
}
