import { setTimeout as wait } from 'node:timers/promises';
import { LeaseLostError, type TableReference } from '../datasets/catalogue.js';
import type { HeldTable } from '../datasets/table-store.js';
import type { Stores } from '../stores.js';
import { CommandRefused } from './refusal.js';

/** Five minutes: the first collection of a table with much history takes its time. */
const TAKE_ATTEMPTS = 1_500;
const TAKE_INTERVAL_MS = 200;
const RENEW_INTERVAL_MS = 2_500;

/** Works on a table that nobody else works on meanwhile. The collector gives it back: a bounded wait is enough. */
export async function holdTable<Result>(
  reference: TableReference,
  { catalogue }: Stores,
  owner: string,
  work: (held: HeldTable) => Promise<Result>,
): Promise<Result> {
  const held = await take(reference, catalogue, owner);
  // A renewal that fails needs no handling: the commit that follows is refused by the lease itself.
  const renewal = setInterval(() => {
    catalogue.renew(held.record._id, held.lease).catch(() => undefined);
  }, RENEW_INTERVAL_MS);
  try {
    const result = await work(held);
    await catalogue.abandon(held.record._id, held.lease);
    return result;
  } catch (error) {
    if (error instanceof LeaseLostError) throw new CommandRefused(`${error.message}: try again`, { cause: error });
    await catalogue.abandon(held.record._id, held.lease);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

async function take(reference: TableReference, catalogue: Stores['catalogue'], owner: string): Promise<HeldTable> {
  for (let attempt = 1; attempt <= TAKE_ATTEMPTS; attempt += 1) {
    const record = await catalogue.take(reference, owner);
    if (record !== undefined) return { record, lease: { owner, epoch: record.lease?.epoch ?? 0 } };
    await wait(TAKE_INTERVAL_MS);
  }
  throw new CommandRefused('the table is being collected: try again later');
}
