import type { Stores } from '../stores.js';
import { LeaseLostError, type TableReference } from '../tables/catalogue.js';
import { holdTable, TableBusyError } from '../tables/hold-table.js';
import type { HeldTable } from '../tables/table-store.js';
import { CommandRefused } from './refusal.js';

/** Five minutes: the first collection of a table with much history takes that long. */
export const TAKE_ATTEMPTS = 1_500;

/** Works on a table under its lease; waits while the collector holds it. Throws `CommandRefused`. */
export async function holdForCommand<Result>(
  reference: TableReference,
  { catalogue }: Stores,
  owner: string,
  work: (held: HeldTable) => Promise<Result>,
): Promise<Result> {
  try {
    return await holdTable(reference, { catalogue, owner, attempts: TAKE_ATTEMPTS }, work);
  } catch (error) {
    if (error instanceof TableBusyError) throw new CommandRefused(error.message, { cause: error });
    if (error instanceof LeaseLostError) throw new CommandRefused(`${error.message}: try again`, { cause: error });
    throw error;
  }
}
