import { percentile, type Report } from '../../report.js';
import type { Measured } from '../measured.js';
import { type Kind, POPULATION } from '../mix.js';
import { type Needs, needsAt, USED } from './capacity.js';
import { demandsOf } from './demands.js';
import { LatencyModel, PROCESSES } from './latencies.js';

const MULTIPLES = [1, 2, 10, 100, 1_000];
/** Answered within a moment: what takes seconds on a worker waits for that alone. */
const SHOWN: readonly Kind[] = ['read backtest', 'read wallet', 'dashboard', 'order', 'withdrawal'];
const [MEDIAN, HIGH] = [0.5, 0.95];

/** Returns what multiples of the load need, and the latencies that the simulation then gives. */
export function needsReport(measured: Measured, multiples: readonly number[] = MULTIPLES): Report {
  const demands = demandsOf(measured);
  const all = multiples.map((multiple) => needsAt(multiple, measured, demands));
  const model = new LatencyModel(measured, demands);
  const latencies = all.map((needs) => model.at(needs.multiple, needs));
  const row = (what: string, of: (needs: Needs) => string | number) => [what, ...all.map(of)];
  const perSecond = [...demands.perSecond.values()].reduce((sum, rate) => sum + rate, 0);
  const bots = POPULATION.freqtradeBots + POPULATION.nautilusBots;
  return {
    title: `What a multiple of the load needs, each part used up to ${USED * 100} %`,
    columns: ['what', ...multiples.map((multiple) => `${multiple}×`)],
    rows: [
      row('operations a second', ({ multiple }) => (multiple * perSecond).toFixed(0)),
      row('bots on paper', ({ multiple }) => multiple * bots),
      row('streams', ({ multiple }) => multiple * POPULATION.streams),
      ...PROCESSES.map((part) => row(`processes: ${part}`, ({ instances }) => instances(part))),
      row('machines: edge and services', ({ machines }) => machines.services),
      row('machines: backtests', ({ machines }) => machines.backtests),
      row('machines: bots', ({ machines }) => machines.bots),
      row('machines: primaries of MongoDB', ({ machines }) => machines.mongodb),
      row('MongoDB: documents written a second', ({ writesPerSecond }) => writesPerSecond.toFixed(0)),
      row("hyperliquid's weight a minute: wallet", ({ weightPerMinute }) => weightPerMinute.wallet.toFixed(0)),
      row("hyperliquid's weight a minute: execution", ({ weightPerMinute }) => weightPerMinute.execution.toFixed(0)),
      row('addresses at hyperliquid', ({ addresses }) => addresses),
      row('bots of one feed', ({ multiple, machines }) => Math.ceil((multiple * bots) / machines.bots)),
      row('markets of one feed, all behind one address', ({ marketsANode }) => marketsANode),
      ...SHOWN.map((kind) => [
        `${kind}: p50 / p95, ms, simulated`,
        ...latencies.map((each) => {
          const times = each.get(kind) ?? [];
          return `${percentile(times, MEDIAN).toFixed(0)} / ${percentile(times, HIGH).toFixed(0)}`;
        }),
      ]),
    ],
    notes: [
      `A machine is like the measured one: ${measured.machine.cores} cores, ${(measured.machine.memoryMib / 1_024).toFixed(0)} GiB. Each kind of work has machines of its own, and replicas of`,
      "MongoDB beside its primaries are not counted. More than one primary: first a replica set per service, then shards. The platform's",
      'processes know one address for trading, and another for market data: more are not built.',
    ],
  };
}
