import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Caller, type Platform } from '@platform/test/platform';
import type { Effort } from '../effort.js';
import type { Report } from '../report.js';
import { cpuMsOf } from './cpu.js';
import { seedFinishedBacktests } from './records.js';
import { type MeasuredRound, summarize } from './summary.js';
import { type Target, targetsOf } from './targets.js';

const ROUNDS = 5;
const ROUND_SECONDS = 4;
/**
 * The same number for each hop: V8 compiles by the number of calls, and the facade would get a third of the bare route's calls in the same
 * time.
 */
const WARM_UP_REQUESTS = 30_000;
/** The limits stay on, as for users; they are only set above what one machine can send. */
const RATE_LIMIT_PER_MINUTE = '1000000';
const BARE_ROUTE = fileURLToPath(new URL('./bare-route.js', import.meta.url));

/** Measures `GET /runtime/backtests/{id}` through every hop, beside a bare Fastify + mongoose route that does the same read. */
export function measureReads({ amount, onPlatform }: Effort): Promise<Report> {
  return onPlatform({ RATE_LIMIT_PER_MINUTE }, (platform) => measureOn(platform, amount));
}

async function measureOn(platform: Platform, amount: Effort['amount']): Promise<Report> {
  const caller = await Caller.register(platform, 'bench-read@example.com');
  const ids = await seedFinishedBacktests(platform, caller);
  const bare = await startBareRoute(await platform.mongodbUri(), caller.accountId);
  try {
    const targets = await targetsOf(platform, caller, ids, { url: bare.url, processId: bare.process.pid ?? 0 });
    const seconds = amount(ROUND_SECONDS, 1);
    for (const target of targets) await warmUp(target, seconds, amount(WARM_UP_REQUESTS, 1));
    return summarize(await alternate(targets, amount(ROUNDS, 1), seconds), seconds);
  } finally {
    bare.process.kill('SIGTERM');
  }
}

/** All targets in turn, round after round, so that a slower moment of the machine meets all of them. */
async function alternate(
  targets: readonly Target[],
  count: number,
  seconds: number,
): Promise<ReadonlyMap<string, readonly MeasuredRound[]>> {
  const rounds = new Map(targets.map(({ name }): [string, MeasuredRound[]] => [name, []]));
  for (let index = 0; index < count; index += 1) {
    for (const target of targets) rounds.get(target.name)?.push(await measure(target, seconds));
  }
  return rounds;
}

async function warmUp({ round }: Target, seconds: number, requests: number): Promise<void> {
  for (let asked = 0; asked < requests; ) asked += (await round(seconds)).requests;
}

async function measure({ round, processes }: Target, seconds: number): Promise<MeasuredRound> {
  const before = await cpuMsOf(processes);
  const found = await round(seconds);
  const after = await cpuMsOf(processes);
  const cpuMsPerRequest = [...after].map(
    ([name, spentMs]) => [name, (spentMs - (before.get(name) ?? 0)) / found.requests] as const,
  );
  return { ...found, cpuMsPerRequest: new Map(cpuMsPerRequest) };
}

async function startBareRoute(mongodbUri: string, accountId: string): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn(process.execPath, [BARE_ROUTE], {
    env: { MONGODB_URI: mongodbUri, ACCOUNT_ID: accountId },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url]: string[] = await once(createInterface(child.stdout), 'line');
  return { url: url ?? '', process: child };
}
