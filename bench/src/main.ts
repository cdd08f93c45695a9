/**
 * `npm run bench -- <name> [part …]`: runs one benchmark, prints its tables and keeps their figures as JSON under bench/results/. `npm run
 * bench -- --brief ["backtest freqtrade" …]` runs all or the named ones briefly, on one platform, and keeps nothing: it checks that they
 * still run.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { contenders } from './backtest/contender.js';
import { backtestEnvironment, measureBacktests } from './backtest/measure.js';
import { measureTogether } from './backtest/together.js';
import { measureConsole } from './console/measure.js';
import { measureContext } from './context/measure.js';
import { deploymentsEnvironment, measureDeployments } from './deployments/measure.js';
import { type Effort, fullEffort, withBriefEffort } from './effort.js';
import { measureLimits } from './limits/measure.js';
import { measureLive } from './live/measure.js';
import { measureReads } from './read/measure.js';
import { formatReport, type Report } from './report.js';
import { measureScale } from './scale/measure/measure.js';
import { readMeasured } from './scale/measured.js';
import { agreementReport } from './scale/model/agreement.js';
import { limitsReport } from './scale/model/limits.js';
import { needsReport } from './scale/model/needs.js';
import { measureScan } from './scan/measure.js';
import { measureStart } from './start/measure.js';
import { measureWallet, walletEnvironment } from './wallet/measure.js';

/** Each benchmark with its parts, which can be run alone; an undivided one is one part without a name. */
const benchmarks: Readonly<Record<string, Readonly<Record<string, (effort: Effort) => Promise<Report>>>>> = {
  backtest: {
    freqtrade: (effort) => measureBacktests(contenders.freqtrade, effort),
    nautilus: (effort) => measureBacktests(contenders.nautilus, effort),
    together: measureTogether,
  },
  console: { '': measureConsole },
  context: { '': measureContext },
  deployments: { '': measureDeployments },
  limits: { '': measureLimits },
  live: { '': measureLive },
  read: { '': measureReads },
  scale: {
    measure: measureScale,
    agreement: async () => agreementReport(await readMeasured()),
    needs: async () => needsReport(await readMeasured()),
    limits: async () => limitsReport(await readMeasured()),
  },
  scan: { '': measureScan },
  start: { '': measureStart },
  wallet: { '': measureWallet },
};

const [name = '', ...wanted] = process.argv.slice(2);
if (name === '--brief') {
  await runBriefly(wanted);
  process.exit(0);
}
const parts = benchmarks[name] ?? {};
const chosen = wanted.length > 0 ? wanted : Object.keys(parts);
if (chosen.length === 0 || chosen.some((part) => !(part in parts))) refuse();
const results = fileURLToPath(new URL('../results/', import.meta.url));
await mkdir(results, { recursive: true });
for (const part of chosen) {
  const report = await parts[part]?.(fullEffort);
  if (report === undefined) continue;
  process.stdout.write(`${formatReport(report)}\n\n`);
  const file = part === '' ? name : `${name}-${part}`;
  await writeFile(`${results}${file}.json`, `${JSON.stringify(report, null, 2)}\n`);
}

async function runBriefly(names: readonly string[]): Promise<void> {
  const all = Object.entries(benchmarks).flatMap(([benchmark, divided]) =>
    Object.entries(divided).map(([part, measure]) => ({ name: `${benchmark} ${part}`.trim(), measure })),
  );
  if (names.some((wanted) => !all.some((each) => each.name === wanted))) refuse();
  const chosenOnes = all.filter((each) => names.length === 0 || names.includes(each.name));
  await withBriefEffort({ ...backtestEnvironment, ...walletEnvironment, ...deploymentsEnvironment }, async (effort) => {
    for (const each of chosenOnes)
      process.stdout.write(`${each.name}\n${formatReport(await each.measure(effort))}\n\n`);
  });
}

function refuse(): never {
  const usages = Object.entries(benchmarks).map(([each, { '': whole, ...named }]) =>
    whole === undefined ? `${each} [${Object.keys(named).join('|')} …]` : each,
  );
  process.stderr.write(`usage: npm run bench -- <${usages.join('|')}>\n`);
  process.exit(1);
}
