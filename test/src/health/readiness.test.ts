import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { send } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';

const DEADLINE_MS = 3_000;
/** The parts of later steps. */
const notBuilt = { venues: 'unready', intelligence: 'unready' };
const built = {
  execution: 'ready',
  runtime: 'ready',
  context_catalog: 'ready',
  historical_data_storage: 'ready',
  email: 'configured',
  database: 'ready',
};
let platform: Platform;

beforeAll(async () => {
  platform = await Platform.start();
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

describe('/readyz', () => {
  test('tells the truth as soon as the platform is there', async () => {
    const seen = await look();
    expect(seen.statuses).toEqual({ ...notBuilt, ...built });
    expect([seen.status, seen.overall]).toEqual([503, 'unready']);
    for (const check of Object.values(seen.checks))
      expect(check).toEqual({ status: expect.any(String), latency_ms: expect.any(Number) });
  });

  test.each([
    ['mongod', ['execution', 'runtime', 'context_catalog', 'historical_data_storage', 'database']],
    ['runtime', ['runtime']],
    ['execution', ['execution']],
    ['identity', ['email', 'database']],
    ['context', ['context_catalog', 'historical_data_storage']],
    ['identity-subgraph', ['email', 'database']],
    ['gateway', Object.keys(built)],
  ])(
    'while %s hangs its checks are unready within the deadline, and ready again on the next call',
    async (name, failing) => {
      const goOn = await platform.pause(name);
      const hanging = await look().finally(goOn);
      expect(hanging.durationMs).toBeLessThan(DEADLINE_MS);
      const unready = Object.fromEntries(failing.map((check) => [check, 'unready']));
      expect(hanging.statuses).toEqual({ ...notBuilt, ...built, ...unready });
      expect(hanging.text).not.toMatch(/mongo|127\.0\.0\.1|localhost|Error|deadline/i);
      expect((await look()).statuses).toEqual({ ...notBuilt, ...built });
    },
    30_000,
  );
});
