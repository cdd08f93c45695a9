import { setTimeout as wait } from 'node:timers/promises';
import type { Catalogue, TableReference } from './catalogue.js';
import type { HeldTable } from './table-store.js';

const TAKE_INTERVAL_MS = 200;
const RENEW_INTERVAL_MS = 2_500;

/** Another process works on a table. */
export class TableBusyError extends Error {
  override readonly name = 'TableBusyError';
}

/**
 * Works on a table under its lease. The collector releases tables, so a bounded wait is enough: `attempts` tries, five per second. Throws
 * `TableBusyError`, and `LeaseLostError` where another process took over.
 */
export async function holdTable<Result>(
  reference: TableReference,
  { catalogue, owner, attempts }: { catalogue: Catalogue; owner: string; attempts: number },
  work: (held: HeldTable) => Promise<Result>,
): Promise<Result> {
  const held = await take(reference, catalogue, owner, attempts);
  let renewed = Promise.resolve();
  const renewal = setInterval(() => {
    // A failed renewal needs no handling: the lease itself refuses the following commit.
    renewed = catalogue.renew(held.record._id, held.lease).catch(() => undefined);
  }, RENEW_INTERVAL_MS);
  try {
    return await work(held);
  } finally {
    clearInterval(renewal);
    // A renewal under way would hold the table after its release.
    await renewed;
    // A table that another process took over is not ours to release.
    await catalogue.abandon(held.record._id, held.lease).catch(() => undefined);
  }
}

async function take(
  reference: TableReference,
  catalogue: Catalogue,
  owner: string,
  attempts: number,
): Promise<HeldTable> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    if (attempt > 1) await wait(TAKE_INTERVAL_MS);
    const record = await catalogue.take(reference, owner);
    if (record !== undefined) return { record, lease: { owner, epoch: record.lease?.epoch ?? 0 } };
  }
  throw new TableBusyError('the table is being collected: try again later');
}
