import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { readinessRoute } from './readiness.js';

const ready = z.object({
  status: z.enum(['ready', 'unready']),
  checks: z.record(z.string(), z.strictObject({ status: z.string(), latency_ms: z.number() })),
});

async function ask(passes: (check: string) => Promise<boolean>) {
  const { status, body } = await readinessRoute((_subgraph, check) => passes(check)).answer({});
  const { checks } = ready.parse(body);
  return {
    status,
    checks,
    byName: Object.fromEntries(Object.entries(checks).map(([n, c]) => [n, c.status])),
  };
}

const healthy = {
  venues: 'ready',
  intelligence: 'ready',
  execution: 'ready',
  runtime: 'ready',
  context_catalog: 'ready',
  historical_data_storage: 'ready',
  email: 'configured',
  database: 'ready',
};

describe('/readyz', () => {
  test('is ready when every check is', async () => {
    const answer = await ask(async () => true);
    expect([answer.status, answer.byName]).toEqual([200, healthy]);
  });

  test.each(Object.keys(healthy))('is unready while %s is, and that alone', async (check) => {
    const answer = await ask(async (asked) => asked !== check);
    expect([answer.status, answer.byName]).toEqual([503, { ...healthy, [check]: 'unready' }]);
  });

  test('names what of the runtime failed', async () => {
    const broken = new Set(['runtime', 'runtime/feed:hyperliquid', 'runtime/nautilus']);
    const route = readinessRoute(async (_subgraph, check) => !broken.has(check));
    expect(await route.answer({})).toMatchObject({
      status: 503,
      body: { checks: { runtime: { status: 'unready', failed: ['nautilus', 'feed:hyperliquid'] } } },
    });
  });

  test('says beside the runtime that a framework is being installed, and is no less ready meanwhile', async () => {
    const route = readinessRoute(async (_subgraph, check) => check !== 'frameworks');
    expect(await route.answer({})).toMatchObject({
      status: 200,
      body: { status: 'ready', checks: { runtime: { status: 'ready', provisioning: true } } },
    });
    expect((await ask(async (check) => !['frameworks', 'runtime'].includes(check))).byName).toMatchObject({
      runtime: 'unready',
    });
  });

  test('waits for all checks together, and never past the deadline', async () => {
    const hanging = new Set(['database', 'runtime']);
    const askedAtMs: number[] = [];
    const answer = await ask((check) => {
      askedAtMs.push(performance.now());
      return hanging.has(check) ? new Promise(() => {}) : Promise.resolve(true);
    });
    expect(answer.byName).toMatchObject({ database: 'unready', runtime: 'unready', email: 'configured' });
    const latencyMs = answer.checks['database']?.latency_ms ?? 0;
    expect(latencyMs).toBeGreaterThan(2_000);
    expect(Math.max(...askedAtMs) - Math.min(...askedAtMs)).toBeLessThan(latencyMs);
    expect(answer.checks['email']?.latency_ms).toBeLessThan(latencyMs);
  });

  test('is looked at once for all who ask at the same moment, and again for the next', async () => {
    const asked: string[] = [];
    const route = readinessRoute(async (_subgraph, check) => {
      asked.push(check);
      return true;
    });
    await Promise.all(Array.from({ length: 20 }, () => route.answer({})));
    expect(asked.filter((check) => check === 'database')).toHaveLength(1);
    await route.answer({});
    expect(asked.filter((check) => check === 'database')).toHaveLength(2);
  });
});
