import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { formatReport } from '../report.js';
import { type Measured, readCommitted } from './measured.js';
import { agreementReport, type Compared, compare } from './model/agreement.js';
import { limitsOf, limitsReport, reachedAt } from './model/limits.js';
import { machineReport } from './model/machine.js';
import { needsReport } from './model/needs.js';

/** The model beside the figures that are committed; why it may differ by so much: docs/decisions/platform/load-model.md. */

const PROCESSORS = 0.4;
const COUNTERS = 0.35;
const THROUGHPUT = 0.02;
const LATENCY = 0.5;
/** Below this a part's processor time is a handful of the kernel's ticks, and a latency a few steps of the scheduler. */
const [CORES_MIN, PER_SECOND_MIN, LATENCY_MS_MIN] = [0.01, 0.1, 3];

let measured: Measured;
let compared: readonly Compared[];

beforeAll(async () => {
  measured = await readCommitted();
  compared = compare(measured);
});

/** Those that differ by more than a part of what was measured, or the noise of the measurement, and so much. */
function apart(kind: Compared['what'], part: number, least: number): readonly Compared[] {
  return compared
    .filter(({ what }) => what === kind)
    .filter(
      ({ measured: found, simulated, noise }) => Math.abs(simulated - found) > found * Math.max(part, noise) + least,
    );
}

describe('the model agrees with what was measured at 1× and at 2×', () => {
  test('in what was answered', () => expect(apart('throughput', THROUGHPUT, 0)).toEqual([]));
  test('in the processor time of each part', () => expect(apart('processor', PROCESSORS, CORES_MIN)).toEqual([]));
  test('in what MongoDB, the venue, the feed and streams count', () =>
    expect(apart('counter', COUNTERS, PER_SECOND_MIN)).toEqual([]));
  test('in medians at 1×; at 2× the machine was full', () =>
    expect(
      apart('latency', LATENCY, LATENCY_MS_MIN).filter(({ name, multiple }) => multiple === 1 && name.includes('p50')),
    ).toEqual([]));
});

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
