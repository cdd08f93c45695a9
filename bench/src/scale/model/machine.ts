import type { Report } from '../../report.js';
import type { Measured, Stage } from '../measured.js';
import { KINDS, POPULATION } from '../mix.js';
import { ratesOf } from './demands.js';
import { quantileMs } from './latencies.js';

const [PROCESSOR, WRITES] = ['processor.', 'writes.'];
const FAILURES_SHOWN = 5;

/** Returns what one machine does: latencies, processors, memory and MongoDB at 1× and at 2×. */
export function machineReport(measured: Measured, failures: readonly string[] = []): Report {
  const { single, double, idle, machine, memoryMib } = measured;
  const rates = [ratesOf(idle), ratesOf(single.usage), ratesOf(double.usage)];
  const perSecond = (name: string) => rates.map((each) => each[name] ?? 0);
  const names = (prefix: string) =>
    Object.keys(double.usage.counts)
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length));
  const cores = names(PROCESSOR).map((part) => [
    `${part}: cores`,
    ...perSecond(`${PROCESSOR}${part}`).map((rate) => rate.toFixed(3)),
  ]);
  const memory = Object.keys(memoryMib.double).map((part) => [
    `${part}: MiB`,
    '',
    (memoryMib.single[part] ?? 0).toFixed(0),
    (memoryMib.double[part] ?? 0).toFixed(0),
  ]);
  const plain = ['store.operations', 'store.documents written', 'feed.answers', 'streams.events'];
  const counted = [...plain, ...names(WRITES).map((name) => `${WRITES}${name}`)];
  return {
    title:
      `One machine, ${machine.cores} cores (${machine.model}), ${(machine.memoryMib / 1_024).toFixed(0)} GiB, ${measured.measuredAt.slice(0, 10)}: ` +
      `${single.offeredSeconds} s at 1× and ${double.offeredSeconds} s at 2×`,
    columns: ['what', 'nobody', '1×', '2×'],
    rows: [
      ...KINDS.map((kind) => [`${kind}: a second`, '', ...stages(measured, (stage) => arrivalsOf(stage, kind))]),
      ...KINDS.map((kind) => [
        `${kind}: p50 / p95 / p99, ms`,
        '',
        ...stages(measured, (stage) => shownLatency(stage, kind)),
      ]),
      ...cores,
      ...memory,
      ...counted.map((name) => [`${shown(name)} a second`, ...perSecond(name).map((rate) => rate.toFixed(2))]),
      ...names('weight.').map((name) => [
        `hyperliquid's weight, ${name}: a minute`,
        ...perSecond(`weight.${name}`).map((rate) => (rate * 60).toFixed(0)),
      ]),
      ['store.bytes: KiB a second', ...perSecond('store.bytes').map((rate) => (rate / 1_024).toFixed(0))],
      ['feed.bytes: KiB a second', ...perSecond('feed.bytes').map((rate) => (rate / 1_024).toFixed(0))],
      ['commits of MongoDB alone a second', measured.commitsPerSecond.toFixed(0), '', ''],
    ],
    notes: [
      `1× has ${POPULATION.freqtradeBots} freqtrade and ${POPULATION.nautilusBots} nautilus bots on paper, ${POPULATION.streams} streams,`,
      `${POPULATION.customers} accounts that read and withdraw, and ${POPULATION.traders} that trades; 2× has twice as much of everything.`,
      'Operations begin at random moments, whatever is under way, and their time counts from that moment. `workers` are backtests, `sandbox`',
      'the chains and venues of the sandbox, `generator` this program. Memory is proportional. A commit is of one small document, by majority.',
      `\`other\` is all else that ran. ${failed(measured)} operations failed${failures
        .slice(0, FAILURES_SHOWN)
        .map((each) => `; ${each}`)
        .join('')}.`,
    ],
  };
}

function stages(measured: Measured, of: (stage: Stage) => string): readonly string[] {
  return [of(measured.single), of(measured.double)];
}

function arrivalsOf({ latencies, offeredSeconds }: Stage, kind: (typeof KINDS)[number]): string {
  return ((latencies[kind]?.answered ?? 0) / offeredSeconds).toFixed(2);
}

function shownLatency({ latencies }: Stage, kind: (typeof KINDS)[number]): string {
  return [0.5, 0.95, 0.99].map((part) => quantileMs(latencies[kind], part).toFixed(0)).join(' / ');
}

function failed({ single, double }: Measured): number {
  const all = [single, double].flatMap(({ latencies }) => Object.values(latencies));
  return all.reduce((sum, latency) => sum + (latency?.failed ?? 0), 0);
}

function shown(name: string): string {
  return name.replace('store.', 'MongoDB: ').replace('writes.', 'MongoDB: writes of ').replace('.', ': ');
}
