import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from '@jest/globals';
import { formatReport } from '../report.js';
import { type Measured, readCommitted } from './measured.js';
import { agreementReport, compare } from './model/agreement.js';
import { limitsOf, limitsReport, reachedAt } from './model/limits.js';
import { machineReport } from './model/machine.js';
import { needsReport } from './model/needs.js';
import { type Compared, isWithin } from './model/tolerances.js';

/** The model beside the figures that are committed; why it may differ by so much: docs/decisions/platform/load-model.md. */

/** Where the model is beyond its tolerance; what may be the cause of it: docs/scale.md. */
const KNOWN_MISSES: readonly string[] = [
  'runtime: cores at 2×: 0.157 measured, 0.230 by the model',
  'writes.context: a second at 2×: 3.50 measured, 8.18 by the model',
  'feed.answers: a second at 2×: 16.2 measured, 22.6 by the model',
  'read account: p95, ms at 2×: 667 measured, 135 by the model',
  'read candles: p95, ms at 2×: 295 measured, 109 by the model',
  'read backtest: p95, ms at 2×: 644 measured, 150 by the model',
  'read deployments: p95, ms at 2×: 499 measured, 136 by the model',
  'dashboard: p95, ms at 2×: 538 measured, 143 by the model',
  'backtest: p50, ms at 2×: 6.85e+3 measured, 3.28e+3 by the model',
  'withdrawal: p50, ms at 2×: 476 measured, 135 by the model',
];

let measured: Measured;
let compared: readonly Compared[];

beforeAll(async () => {
  measured = await readCommitted();
  compared = compare(measured);
});

test('the model agrees with what was measured at 1× and at 2×, but for what is known to miss', () => {
  const misses = compared.filter((each) => !isWithin(each)).map(shown);
  expect(misses).toEqual(KNOWN_MISSES);
});

function shown({ name, multiple, measured: found, simulated }: Compared): string {
  return `${name} at ${multiple}×: ${found.toPrecision(3)} measured, ${simulated.toPrecision(3)} by the model`;
}

test('no operation failed', () => {
  const failed = [measured.single, measured.double].flatMap((stage) =>
    Object.values(stage.latencies).map((latencies) => latencies?.failed ?? 0),
  );
  expect(failed.filter((count) => count > 0)).toEqual([]);
});

test('every limit is beyond the load that was measured', () => {
  expect(limitsOf(measured).filter((limit) => reachedAt(limit) < 2)).toEqual([]);
});

test('docs/scale.md has the tables of the committed figures', async () => {
  const page = await readFile(new URL('../../../docs/scale.md', import.meta.url), 'utf8');
  const reports = [machineReport(measured), agreementReport(measured), needsReport(measured), limitsReport(measured)];
  const absent = reports.filter((report) => !page.includes(formatReport(report)));
  expect(absent.map(({ title }) => title)).toEqual([]);
});
