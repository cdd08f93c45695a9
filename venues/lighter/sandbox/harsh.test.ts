import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { freePort } from '@platform/kit/ports';
import { createLogger } from '@platform/observability/logging';
import { createFaults, sandboxWorlds } from '../../simulation/index.js';
import { brokenServers, harshFaults } from './harsh.js';
import { lighterInSandbox } from './world.js';

const VENUE = 'lighter';
/** Returns when something was met in so many tries, counted from one. */
const met = (tries: number, take: () => unknown) =>
  Array.from({ length: tries }, (_, place) => (take() === undefined ? [] : [place + 1])).flat();

test('every 25th accepted transaction is rejected, and before every 40th the sequencer stands still for five seconds', () => {
  const faults = harshFaults(createFaults());
  expect(met(60, () => faults.takeTrouble(VENUE, 'transaction_rejected'))).toEqual([25, 50]);
  expect(met(90, () => faults.takeTrouble(VENUE, 'transaction_slow'))).toEqual([40, 80]);
  expect(met(100, () => faults.takeTrouble(VENUE, 'match_delayed'))).toEqual([]);
});

test('faults on request come first, and every 20th change is answered without a verdict', () => {
  const asked = createFaults();
  const faults = harshFaults(asked);
  const shared = { venue: VENUE, when: 'before_accept', scope: 'changes' } as const;
  asked.inject({ ...shared, kind: 'transaction_slow', seconds: 7 });
  expect(faults.takeTrouble(VENUE, 'transaction_slow')).toEqual({ delayMs: 7_000 });
  expect(met(41, () => faults.take(VENUE, true))).toEqual([20, 40]);
  expect(faults.take(VENUE, false)).toBeUndefined();
});

test('every 16th request with transactions meets a broken server: after the venue has accepted it, then before', () => {
  const next = brokenServers();
  expect(Array.from({ length: 32 }, next).filter((fault) => fault !== undefined)).toEqual([
    { kind: 'server_error', when: 'after_accept' },
    { kind: 'server_error', when: 'before_accept' },
  ]);
});

test.each(sandboxWorlds)('the sandbox’s %s venue is as its world is', async (world) => {
  const [directory, port] = [mkdtempSync(join(tmpdir(), 'sandbox-lighter-')), await freePort()];
  const venue = await lighterInSandbox({
    ...{ host: '127.0.0.1', port, seed: 1, world, recordingsDirectory: undefined, stateDirectory: directory },
    ...{ chains: {}, readLagMs: undefined, faults: createFaults(), clock: new ManualClock(Date.UTC(2026, 10, 21)) },
    allowances: (weightPerMinute) => ({ weightPerMinute, exceptions: new Map() }),
    logger: createLogger({ process: 'test', level: 'silent' }),
  });
  const statuses: number[] = [];
  for (let sent = 0; sent < 20; sent += 1) {
    const form = { method: 'POST', body: new URLSearchParams() };
    statuses.push((await fetch(`http://127.0.0.1:${port}/api/v1/sendTx`, form)).status);
  }
  const kind = Array.from({ length: 20 }, () => 400);
  expect(statuses).toEqual(world === 'kind' ? kind : kind.with(15, 502).with(19, 500));
  await venue.close();
  rmSync(directory, { recursive: true });
});
