// Why: docs/decisions/runtime/nodes.md
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type RunningWork, startRepeated } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import { writeWhole } from '@platform/kit/files';
import type { Logger } from '@platform/observability/logging';
import { z } from 'zod';

/** How often a feed looks at its share. */
const POLL_INTERVAL_MS = 1_000;

const shareSchema = z.strictObject({ feeds: z.int().min(1) });

/** Where a venue's feed finds its share, below the platform's own folder. */
function feedShareOf(dataDirectory: string, venue: string): string {
  return join(dataDirectory, 'feeds', `${venue}.share.json`);
}

/** Tells the feeds of this machine among how many, of all machines, each venue's allowance is divided. */
export class FeedShares {
  #told: number | undefined;

  constructor(
    private readonly dataDirectory: string,
    private readonly venues: readonly string[],
  ) {}

  /** Writes what has changed; a machine has one feed per venue. */
  async tell(feeds: number): Promise<void> {
    if (feeds === this.#told) return;
    for (const venue of this.venues) {
      const file = feedShareOf(this.dataDirectory, venue);
      await mkdir(dirname(file), { recursive: true });
      await writeWhole(file, JSON.stringify({ feeds }));
    }
    this.#told = feeds;
  }
}

/** What a feed does by its share. */
interface FollowOptions {
  /** Among how many feeds what it may is divided. */
  readonly divide: (feeds: number) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Divides what a feed may as the file says, again and again; settles once it was said, before which nothing may be spent. */
export async function followShare(file: string, { divide, clock, logger }: FollowOptions): Promise<RunningWork> {
  const said = Promise.withResolvers<void>();
  const run = async () => {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) return 'again' as const;
    divide(shareSchema.parse(JSON.parse(text)).feeds);
    said.resolve();
    return 'again' as const;
  };
  const following = startRepeated({ name: 'share', intervalMs: POLL_INTERVAL_MS, run }, clock, logger);
  await Promise.race([said.promise, following.ended]);
  return following;
}
