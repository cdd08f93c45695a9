import { readFile } from 'node:fs/promises';
import { type RunningWork, startRepeated } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import { type BotAssignment, botAssignmentSchema } from '@platform/venues/live-bots';

/** The interval at which the file is checked for changes. */
const POLL_INTERVAL_MS = 1_000;

/** Reads the file. Rejects when it does not hold an assignment. */
export async function readAssignment(file: string): Promise<BotAssignment> {
  return botAssignmentSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

/**
 * Passes the file's assignment to `follow` at each interval until `follow` is done. The file is replaced as a whole. A file that can't be
 * read changes nothing; a failed call is retried at the next interval.
 */
export function followAssignment(
  file: string,
  follow: (assignment: BotAssignment) => Promise<'again' | 'done'>,
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): RunningWork {
  const run = async () => follow(await readAssignment(file));
  return startRepeated({ name: 'assignment', intervalMs: POLL_INTERVAL_MS, run }, clock, logger);
}
