import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { send } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { builtChecks } from './built.js';

const DEADLINE_MS = 3_000;
/** How long a busy machine may need to carry a request there and back. */
const BUSY_MS = 2_000;
/** On an idle machine the first check suffices; a busy one may miss the deadline of some check now and then. */
const LOOKS_MAX = 5;
/** Requests to a process from before it was stopped have been answered by then. */
const SETTLED_MS = 200;
let platform: Platform;

beforeAll(async () => {
  platform = await Platform.start('its parts are made to hang');
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose]());

async function look() {
  const startedAtMs = performance.now();
  const { status, body } = await send((await platform.descriptor()).base_url, 'GET', '/readyz');
  const checks: Record<string, { status: string; latency_ms: number }> = body.checks;
  return {
    status,
    overall: body.status,
    checks,
    text: JSON.stringify(body),
    durationMs: performance.now() - startedAtMs,
    statuses: Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, check.status])),
  };
}

/** Checks once, or again where the machine was too busy to answer all checks in time. */
async function lookUntilWhole(): Promise<Awaited<ReturnType<typeof look>>> {
  let seen = await look();
  for (let looks = 1; looks < LOOKS_MAX && !isWhole(seen.statuses); looks += 1) seen = await look();
  return seen;
}

const isWhole = (statuses: Record<string, string>) =>
  Object.entries(builtChecks).every(([check, status]) => statuses[check] === status);

describe('/readyz', () => {
  test('tells the truth as soon as the platform is there', async () => {
    const seen = await lookUntilWhole();
    expect(seen.statuses).toEqual(builtChecks);
    expect([seen.status, seen.overall]).toEqual([200, 'ready']);
    for (const check of Object.values(seen.checks))
      expect(check).toEqual({ status: expect.any(String), latency_ms: expect.any(Number) });
  });

  test.each([
    [
      'mongod',
      ['venues', 'intelligence', 'execution', 'runtime', 'context_catalog', 'historical_data_storage', 'database'],
    ],
    ['runtime', ['runtime']],
    ['execution', ['execution']],
    ['wallet', ['venues', 'execution']],
    // The venue is in it.
    ['sandbox', ['venues', 'execution']],
    ['anvil-arbitrum', ['venues']],
    ['anvil-polygon', ['venues']],
    ['identity', ['email', 'database']],
    ['context', ['intelligence', 'context_catalog', 'historical_data_storage']],
  ])(
    'while %s hangs its checks are unready within the deadline, and ready again on the next call',
    async (name, failing) => {
      const goOn = await platform.pause(name);
      await sleep(SETTLED_MS);
      const hanging = await look().finally(goOn);
      expect(hanging.durationMs).toBeLessThan(DEADLINE_MS + BUSY_MS);
      for (const { latency_ms: latencyMs } of Object.values(hanging.checks))
        expect(latencyMs).toBeLessThan(DEADLINE_MS);
      expect(hanging.statuses).toMatchObject(Object.fromEntries(failing.map((check) => [check, 'unready'])));
      expect(hanging.text).not.toMatch(/mongo|127\.0\.0\.1|localhost|Error|deadline/i);
      expect((await lookUntilWhole()).statuses).toEqual(builtChecks);
    },
    60_000,
  );
});
