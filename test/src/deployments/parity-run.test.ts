import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Caller } from '../platform/caller.js';
import { clearFaults, type Fault, injectFault } from '../platform/faults.js';
import { Platform } from '../platform/platform.js';
import { withStore } from '../platform/store.js';
import { until } from '../platform/wait.js';
import { isUnexplained, REPORT_MS_MAX, reportOf, untilHistoryIsStored } from './parity-reports.js';
import { minuteTraders } from './strategies.js';

/** Parity reports of deployments that ran at a venue that was silent and then late, one of them at another fee than the replay's. */

/** CONTRIBUTING.md names the command for an hour. */
const MINUTES = Number(process.env['PARITY_MINUTES'] ?? 11);
const MINUTE_MS = 60_000;
const SILENT_MS = 2 * MINUTE_MS;
/** Long enough for an entry and an exit to be late: the first candle after the beginning was told in part. */
const LATE_MS = 4 * MINUTE_MS;
const LATE_SECONDS = 100;
/** Before the first fault, between the two, and after the second. */
const QUIET_MS = (MINUTES * MINUTE_MS - SILENT_MS - LATE_MS) / 3;
/** Instead of the venue's 0.00055. */
const OTHER_FEE_RATE = 0.002;

const deployments = [
  { name: 'freqtrade', request: minuteTraders.freqtrade },
  { name: 'nautilus', request: minuteTraders.nautilus },
  { name: 'freqtrade at another fee', request: minuteTraders.freqtrade, feeRate: OTHER_FEE_RATE },
] as const;

let platform: Platform;
let caller: Caller;

beforeAll(async () => {
  platform = await Platform.start('its venue is down, then late');
  caller = await Caller.register(platform, 'parity-run@example.com');
}, 300_000);

afterAll(() => platform[Symbol.asyncDispose](), 180_000);

test(
  `reports of ${MINUTES} minutes explain every trade, and name a silent feed, late candles and a changed fee`,
  async () => {
    const ids = await Promise.all(deployments.map(created));
    await Promise.all(ids.map(started));
    await wait(QUIET_MS);
    await withFault({ kind: 'down', scope: 'all' }, SILENT_MS);
    await wait(QUIET_MS);
    await withFault({ kind: 'late_candles', seconds: LATE_SECONDS }, LATE_MS);
    await wait(QUIET_MS);
    await untilHistoryIsStored(platform);
    const reports = await Promise.all(ids.map((id) => reportOf(caller, id)));
    expect(
      reports.map(({ explained_pct: explained, rows }) => ({ explained, unexplained: rows.filter(isUnexplained) })),
    ).toEqual(deployments.map(() => ({ explained: 100, unexplained: [] })));
    const named = reports.map(({ causes }) => (causes as { cause: string }[]).map(({ cause }) => cause));
    for (const causes of named) expect(causes).toEqual(expect.arrayContaining(['feed_silent', 'late_candle']));
    expect(named.map((causes) => causes.includes('fee'))).toEqual([false, false, true]);
  },
  MINUTES * MINUTE_MS + 4 * REPORT_MS_MAX,
);

/** A deployment that was charged its fee from the beginning. */
async function created({ name, request, ...changed }: (typeof deployments)[number]): Promise<string> {
  // A machine with much to do may not check a strategy in time.
  const create = () => caller.send('POST', '/runtime/deployments', { ...request, name });
  const { body } = await until(`a deployment ${name}`, create, ({ status }) => status === 201);
  const { id } = body;
  const { feeRate } = { feeRate: undefined, ...changed };
  if (feeRate !== undefined)
    await withStore(platform, 'runtime', (store) =>
      store.collection<{ _id: string }>('deployments').updateOne({ _id: id }, { $set: { feeRate } }),
    );
  return id;
}

async function started(id: string): Promise<void> {
  const path = `/runtime/deployments/${id}`;
  await caller.send('PUT', `${path}/status`, { action: 'start' });
  const read = async () => (await caller.send('GET', path)).body;
  await until('a deployment that runs', read, ({ status }) => status === 'running');
}

async function withFault(fault: Fault, durationMs: number): Promise<void> {
  await injectFault(platform, fault);
  await wait(durationMs);
  await clearFaults(platform);
}
