import { readFile } from 'node:fs/promises';
import { type RunningWork, startRepeated } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import { type BotAssignment, botAssignmentSchema } from '@platform/venues/live-bots';

/** How soon a change of the file is noticed. */
const POLL_INTERVAL_MS = 1_000;

/** Reads the file. Rejects when it does not hold an assignment. */
export async function readAssignment(file: string): Promise<BotAssignment> {
  return botAssignmentSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

/**
 * Passes on the assignment of the file, which is replaced as a whole, at each interval until `follow` is done. A file that can't be
 * read changes nothing; what could not be followed is tried again at the next interval.
 */
export function followAssignment(
  file: string,
  follow: (assignment: BotAssignment) => Promise<'again' | 'done'>,
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): RunningWork {
  const run = async () => follow(await readAssignment(file));
  return startRepeated({ name: 'assignment', intervalMs: POLL_INTERVAL_MS, run }, clock, logger);
}
