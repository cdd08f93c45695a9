import { readFile } from 'node:fs/promises';
import { type RunningWork, startRepeated } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import { type BotAssignment, botAssignmentSchema } from '@platform/venues/live-bots';
import { z } from 'zod';

/** The interval at which the files are checked for changes. */
const POLL_INTERVAL_MS = 1_000;

const shareSchema = z.strictObject({ proxies: z.int().min(1) });

/** The files that a proxy follows. */
export interface FollowedFiles {
  /** Its bots, and what they may do. */
  readonly assignment: string;
  /** Among how many proxies the venue's allowance is divided; undefined: it is not. */
  readonly share: string | undefined;
}

/** Reads the files. Rejects when they do not hold an assignment and a share. */
export async function readAssignment({ assignment, share }: FollowedFiles): Promise<BotAssignment> {
  const { grant, bots } = botAssignmentSchema.parse(JSON.parse(await readFile(assignment, 'utf8')));
  if (share === undefined) return { grant, bots };
  return { grant, bots, sharedBy: shareSchema.parse(JSON.parse(await readFile(share, 'utf8'))).proxies };
}

/**
 * Passes the files' assignment to `follow` at each interval until `follow` is done. Each is replaced as a whole. One that can't be
 * read changes nothing; a failed call is retried at the next interval.
 */
export function followAssignment(
  files: FollowedFiles,
  follow: (assignment: BotAssignment) => Promise<'again' | 'done'>,
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): RunningWork {
  const run = async () => follow(await readAssignment(files));
  return startRepeated({ name: 'assignment', intervalMs: POLL_INTERVAL_MS, run }, clock, logger);
}
