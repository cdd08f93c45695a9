import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Customer } from '../money/customer.js';
import { operate } from '../platform/operator.js';
import { Platform } from '../platform/platform.js';
import { killPoints } from './points.js';
import { scenarioOf } from './scenarios.js';

const directory = mkdtempSync(join(tmpdir(), 'kill-points-'));
const armed = join(directory, 'armed');
const points = killPoints().map((each) => ({ ...each, scenario: scenarioOf(each.point)! }));
const table: string[] = [];
const customers = new Map<string, Customer>();
let platform: Platform;

beforeAll(async () => {
  platform = await Platform.start({
    KILL_POINT_FILE: armed,
    FEATURE_WITHDRAWAL_OTP: 'true',
    // An account a point, all of them from one address.
    RATE_LIMIT_REGISTRATION_PER_MINUTE: '1000',
    RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: '1000',
  });
  for (const { point } of points) customers.set(point, await Customer.register(platform, point));
  for (const [scenario, its] of Map.groupBy(points, ({ scenario }) => scenario))
    await scenario.prepare(
      platform,
      its.map(({ point }) => customers.get(point)!),
    );
}, 480_000);

afterAll(async () => {
  process.stdout.write(['point → effects seen → final state', ...table, ''].join('\n'));
  await platform[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true });
}, 180_000);

test('every named point is passed by a scenario, and named once', () => {
  expect(points.filter(({ scenario }) => scenario === undefined)).toEqual([]);
  expect(new Set(points.map(({ point }) => point)).size).toBe(points.length);
  expect(points.length).toBeGreaterThanOrEqual(22);
});

describe('dying there leaves at most one effect, the right final state and a silent ledger', () => {
  test.each(points)(
    '$service at $point',
    async ({ point, service, scenario }) => {
      const before = (await platform.descriptor()).processes[service];
      const outcome = await scenario.run(platform, customers.get(point)!, () => writeFileSync(armed, point));
      expect(existsSync(armed)).toBe(false);
      expect((await platform.descriptor()).processes[service]).not.toBe(before);
      expect(outcome).toEqual(scenario.expected);
      expect(await operate(platform, 'ledger', 'check')).toEqual({ code: 0, output: '0 problems\n' });
      table.push(`${point} → ${outcome.effects} → ${outcome.state}`);
    },
    480_000,
  );
});
