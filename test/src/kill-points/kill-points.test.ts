import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sampled } from '@platform/kit/sampling';
import { type Finding, Lane, type Point } from './lane.js';
import { killPoints } from './points.js';
import { scenarioOf } from './scenarios.js';

const LANES_MAX = 3;
const POINTS_OF_A_LANE_MIN = 4;
const allPoints: readonly Point[] = killPoints().map((each) => ({ ...each, scenario: scenarioOf(each.point)! }));
const points = sampled({ name: 'kill points', cases: allPoints, nameOf: ({ point }) => point, count: 2 });
const LANES = Math.min(LANES_MAX, Math.ceil(points.length / POINTS_OF_A_LANE_MIN));
const table: string[] = [];
const lanes = Array.from(
  { length: LANES },
  (_, number) => new Lane(points.filter((_point, index) => index % LANES === number)),
);
const findings = new Map<string, Promise<Finding>>();

beforeAll(async () => {
  await Promise.all(lanes.map((lane) => lane.open()));
  for (const [index, point] of points.entries()) {
    const finding = lanes[index % LANES]!.try(point);
    // Its own test reads it, perhaps after it has failed.
    finding.catch(() => {});
    findings.set(point.point, finding);
  }
}, 480_000);

afterAll(async () => {
  process.stdout.write(['point → effects seen → final state', ...table, ''].join('\n'));
  await Promise.all(lanes.map((lane) => lane[Symbol.asyncDispose]()));
}, 180_000);

test('every named point is passed by a scenario, and is of one service', () => {
  expect(allPoints.filter(({ scenario }) => scenario === undefined)).toEqual([]);
  expect(new Set(allPoints.map(({ point }) => point)).size).toBe(allPoints.length);
  expect(allPoints.length).toBeGreaterThanOrEqual(25);
});

describe('dying there leaves at most one effect, the right final state and a silent ledger', () => {
  test.each(points)(
    '$service at $point',
    async ({ point, scenario }) => {
      const { hasDied, outcome, ledger } = await findings.get(point)!;
      expect(hasDied).toBe(true);
      expect(outcome).toEqual(scenario.expected);
      expect(ledger).toEqual({ code: 0, output: '0 problems\n' });
      table.push(`${point} → ${outcome.effects} → ${outcome.state}`);
    },
    480_000,
  );
});
