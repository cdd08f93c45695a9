import { readFile } from 'node:fs/promises';
import { type RunningWork, startRepeated } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import { type Orders, ordersSchema } from './mandate.js';

/** How soon a change of the file is noticed. */
const LOOK_INTERVAL_MS = 1_000;

/** Reads the file. Rejects when it isn't what it should be. */
export async function readOrders(file: string): Promise<Orders> {
  return ordersSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

/**
 * Gives the orders of the file, which is replaced as a whole, again and again until `follow` is done with them. A file that can't be
 * read changes nothing; what could not be followed is tried again at the next look.
 */
export function followOrders(
  file: string,
  follow: (orders: Orders) => Promise<'again' | 'done'>,
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): RunningWork {
  const run = async () => follow(await readOrders(file));
  return startRepeated({ name: 'orders', intervalMs: LOOK_INTERVAL_MS, run }, clock, logger);
}
