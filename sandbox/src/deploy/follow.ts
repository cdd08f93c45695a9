import { setTimeout as wait } from 'node:timers/promises';
import type { Waiting } from '../command/waiting.js';

/** How often a deployment is read; it says nothing more often. */
const POLL_INTERVAL_MS = 1_000;
/** A start takes seconds; one that takes longer goes on without the command. */
const FOLLOWED_MS_MAX = 5 * 60_000;
/** Lines between two reads; of more the newest are shown. */
const LINES_MAX = 200;

/** The fields of a deployment that are read. */
export interface Deployment {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly health: { readonly last_heartbeat: string | null };
  readonly error?: { readonly code: string; readonly message: string };
}

/** Reads a path of the platform's REST interface. */
export type Read = <Body>(path: string) => Promise<Body>;

/** The statuses in which a deployment that was started does not run yet, and may. */
const UNDER_WAY: ReadonlySet<string> = new Set(['created', 'starting']);

/**
 * Waits until a deployment runs, or does not any more, and shows its status and the lines of its log meanwhile. Returns it as it then is;
 * one that still starts after five minutes is returned as it is.
 */
export async function untilRunning(path: string, read: Read, waiting: Waiting): Promise<Deployment> {
  const giveUpAtMs = performance.now() + FOLLOWED_MS_MAX;
  const log = new LogTail(`${path}/logs?limit=${LINES_MAX}`, read);
  let status = '';
  for (;;) {
    const seen = await read<Deployment>(path);
    waiting.say(...(await log.fresh()));
    if (seen.status !== status) waiting.say(`deployment ${seen.id} is ${seen.status}`);
    status = seen.status;
    if (!UNDER_WAY.has(status) || performance.now() > giveUpAtMs) return seen;
    waiting.waitFor(status);
    await wait(POLL_INTERVAL_MS);
  }
}

/** The lines of a log, each once. */
class LogTail {
  #last: string | undefined;

  constructor(
    private readonly path: string,
    private readonly read: Read,
  ) {}

  /** Returns the lines that came since; their stamps rise, so the last one marks the place. */
  async fresh(): Promise<string[]> {
    const since = this.#last === undefined ? '' : `&since=${encodeURIComponent(millisecondOf(this.#last))}`;
    const { logs } = await this.read<{ logs: readonly string[] }>(`${this.path}${since}`);
    const fresh = logs.filter((line) => this.#last === undefined || stampOf(line) > stampOf(this.#last));
    this.#last = fresh.at(-1) ?? this.#last;
    return fresh;
  }
}

/** The stamp of a line: RFC 3339 with nine fractional digits, UTC, so that texts compare as times do. */
function stampOf(line: string): string {
  const [stamp = ''] = line.split(' ', 1);
  return stamp;
}

/** The millisecond in which a line came. */
function millisecondOf(line: string): string {
  return new Date(stampOf(line)).toISOString();
}
