import type { Caller } from '../platform/caller.js';
import type { Platform } from '../platform/platform.js';
import { withStore } from '../platform/store.js';
import { until } from '../platform/wait.js';

/** The market of the deployments that are compared. */
const SYMBOL = 'BTC/USDC:USDC';

/** How long history, and then a report, may take. */
export const REPORT_MS_MAX = 300_000;

/** Waits until history is stored up to now; it is stored once an hour otherwise. */
export async function untilHistoryIsStored(platform: Platform): Promise<void> {
  const since = new Date();
  const wanted = { venue: 'hyperliquid', symbol: SYMBOL, table: { $in: ['candles_1m', 'funding_1h'] } };
  await withStore(platform, 'context', async (store) => {
    const tables = store.collection('tables');
    await tables.updateMany(wanted, { $set: { dueAt: since } });
    await until(
      'stored history',
      () => tables.countDocuments({ ...wanted, collectedAt: { $gte: since } }),
      (count) => count === 2,
      { timeoutMs: REPORT_MS_MAX },
    );
  });
}

/** Asks for the report of a deployment, and returns it once it is made. */
export async function reportOf(caller: Caller, id: string) {
  const path = `/runtime/deployments/${id}/parity`;
  await caller.send('POST', path);
  const read = async () => (await caller.send('GET', path)).body;
  const told = await until('a report', read, ({ status }) => status === 'finished' || status === 'error', {
    timeoutMs: REPORT_MS_MAX,
  });
  if (told.report === undefined) throw new Error(JSON.stringify(told));
  return told.report;
}

/** Whether a row of a report names no cause. */
export function isUnexplained({ causes }: { readonly causes: readonly string[] }): boolean {
  return causes.includes('unexplained');
}
