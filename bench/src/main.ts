/** `npm run bench -- <name>`: runs one benchmark, prints its table and keeps its figures as JSON under bench/results/. */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { measureBacktests } from './backtest/measure.js';
import { measureContext } from './context/measure.js';
import { measureLimits } from './limits/measure.js';
import { measureReads } from './read/measure.js';
import { formatReport, type Report } from './report.js';
import { measureScan } from './scan/measure.js';
import { measureStart } from './start/measure.js';
import { measureWallet } from './wallet/measure.js';

const benchmarks: Readonly<Record<string, () => Promise<Report>>> = {
  backtest: measureBacktests,
  context: measureContext,
  limits: measureLimits,
  read: measureReads,
  scan: measureScan,
  start: measureStart,
  wallet: measureWallet,
};

const name = process.argv[2] ?? '';
const benchmark = benchmarks[name];
if (benchmark === undefined) {
  process.stderr.write(`usage: npm run bench -- <${Object.keys(benchmarks).join('|')}>\n`);
  process.exit(1);
}
const report = await benchmark();
process.stdout.write(`${formatReport(report)}\n`);
const results = fileURLToPath(new URL('../results/', import.meta.url));
await mkdir(results, { recursive: true });
await writeFile(`${results}${name}.json`, `${JSON.stringify(report, null, 2)}\n`);
