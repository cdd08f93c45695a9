import { setTimeout as wait } from 'node:timers/promises';
import type { Catalogue, TableReference } from './catalogue.js';
import type { HeldTable } from './table-store.js';

const TAKE_INTERVAL_MS = 200;
const RENEW_INTERVAL_MS = 2_500;

/** Somebody else works on a table. */
export class TableBusyError extends Error {
  override readonly name = 'TableBusyError';
}

/**
 * Works on a table that nobody else works on meanwhile. The collector gives tables back, so that a bounded wait is enough:
 * it is asked for `attempts` times, five per second. Throws `TableBusyError`, and `LeaseLostError` where it was taken over.
 */
export async function holdTable<Result>(
  reference: TableReference,
  { catalogue, owner, attempts }: { catalogue: Catalogue; owner: string; attempts: number },
  work: (held: HeldTable) => Promise<Result>,
): Promise<Result> {
  const held = await take(reference, catalogue, owner, attempts);
  let renewed = Promise.resolve();
  const renewal = setInterval(() => {
    // A renewal that fails needs no handling: the commit that follows is refused by the lease itself.
    renewed = catalogue.renew(held.record._id, held.lease).catch(() => undefined);
  }, RENEW_INTERVAL_MS);
  try {
    return await work(held);
  } finally {
    clearInterval(renewal);
    // One under way would keep the table after it was given back.
    await renewed;
    // What was taken over is not ours to give back.
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
