import type { Report } from '../../report.js';
import type { Measured, Stage, Usage } from '../measured.js';
import { KINDS, type Kind } from '../mix.js';
import { type Demands, demandsOf, ratesAt, ratesOf } from './demands.js';
import { LatencyModel, PROCESSES, quantileMs, type SimulatedLatencies } from './latencies.js';
import { type Compared, isWithin } from './tolerances.js';

/** The parts whose processor time is compared. */
const PARTS = [...PROCESSES, 'mongod', 'bots', 'workers'];
const COUNTERS = [
  ...['store.operations', 'store.documents written', 'writes.identity', 'writes.wallet', 'writes.context'],
  ...['writes.runtime', 'writes.execution', 'weight.wallet', 'weight.execution', 'feed.answers', 'streams.events'],
];
const QUANTILES = [0.5, 0.95];
/** Of a quantile, so many of the operations must lie beyond it to say where it is. */
const BEYOND_MIN = 10;

/** Compares what was measured at 1× and at 2× with the model, which knows the figures of 1× alone. */
export function compare(measured: Measured): readonly Compared[] {
  const demands = demandsOf(measured);
  const model = new LatencyModel(measured, demands);
  return [1, 2].flatMap((multiple) => {
    const stage = multiple === 1 ? measured.single : measured.double;
    return [
      ...throughputs(stage, demands, multiple),
      ...counters(stage, demands, multiple),
      ...latencies(stage, model.at(multiple), multiple),
    ];
  });
}

/** Returns the comparison as a table. */
export function agreementReport(measured: Measured): Report {
  const compared = compare(measured);
  const names = [...new Set(compared.map(({ name }) => name))];
  const at = (multiple: number, of: string) => compared.find((each) => each.multiple === multiple && each.name === of);
  const shown = (found: Compared | undefined) =>
    found === undefined
      ? ['', '', '']
      : [figure(found.measured), figure(found.simulated), difference(found.measured, found.simulated)];
  const { seenAlone } = demandsOf(measured);
  return {
    title: 'The model beside what was measured: it knows the figures of 1× alone',
    columns: [
      'what',
      '1× measured',
      'model',
      'differs',
      '2× measured',
      'model',
      'differs',
      'noise',
      'seen alone',
      'misses',
    ],
    rows: names.map((name) => {
      const [single, double] = [at(1, name), at(2, name)];
      const [noise = 0, alone = 0] = [double?.noise, seenAlone[counterOf(name)]];
      return [
        ...[name, ...shown(single), ...shown(double)],
        ...[noise, alone].map((part) => (part === 0 ? '' : percent(part))),
        [single, double]
          .flatMap((each) => (each === undefined || isWithin(each) ? [] : [`${each.multiple}×`]))
          .join(' '),
      ];
    }),
    notes: [
      'Noise: twice the standard error of the measured figure at 2×, from how its five pieces differ. Seen alone: how much of what operations',
      'take together at 1× was seen when each kind ran alone; the model divides what they take together by it. Misses: where the model is',
      'beyond its tolerance.',
    ],
  };
}

function throughputs({ latencies, offeredSeconds }: Stage, demands: Demands, multiple: number): readonly Compared[] {
  return KINDS.map((kind) => {
    const measured = (latencies[kind]?.answered ?? 0) / offeredSeconds;
    const simulated = multiple * (demands.perSecond.get(kind) ?? 0);
    return { what: 'throughput', name: `${kind}: a second`, multiple, measured, simulated, noise: 0 };
  });
}

function counters({ usage, pieces }: Stage, demands: Demands, multiple: number): readonly Compared[] {
  const measured = ratesOf(usage);
  const simulated = ratesAt(multiple, demands);
  const row = (what: Compared['what'], name: string, counter: string): Compared => ({
    ...{ what, name, multiple, noise: noiseOf(pieces, counter) },
    ...{ measured: measured[counter] ?? 0, simulated: simulated[counter] ?? 0 },
  });
  return [
    ...PARTS.map((part) => row('processor', `${part}: cores`, `processor.${part}`)),
    ...COUNTERS.map((counter) => row('counter', `${counter}: a second`, counter)),
  ];
}

function latencies(
  { latencies: measured }: Stage,
  simulated: SimulatedLatencies,
  multiple: number,
): readonly Compared[] {
  return KINDS.flatMap((kind) =>
    QUANTILES.filter((quantile) => isKnown(measured, kind, quantile)).map((quantile): Compared => {
      const all = simulated.get(kind) ?? [];
      return {
        ...{ what: quantile <= 0.5 ? 'median' : 'high quantile', multiple, noise: 0 },
        name: `${kind}: p${quantile * 100}, ms`,
        measured: quantileMs(measured[kind], quantile),
        simulated: all[Math.floor(quantile * all.length)] ?? 0,
      };
    }),
  );
}

function isKnown(measured: Stage['latencies'], kind: Kind, quantile: number): boolean {
  return quantile <= 0.5 || (measured[kind]?.answered ?? 0) * (1 - quantile) >= BEYOND_MIN;
}

function noiseOf(pieces: readonly Usage[], name: string): number {
  const rates = pieces.map((piece) => ratesOf(piece)[name] ?? 0);
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  if (mean === 0 || rates.length < 2) return 0;
  const variance = rates.reduce((sum, rate) => sum + (rate - mean) ** 2, 0) / (rates.length - 1);
  return (2 * Math.sqrt(variance / rates.length)) / mean;
}

/** The counter of a part's processor time. */
function counterOf(name: string): string {
  return `processor.${name.replace(/: cores$/, '')}`;
}

function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(3);
}

function difference(measured: number, simulated: number): string {
  return measured === 0 ? '' : percent(simulated / measured - 1);
}

function percent(part: number): string {
  return `${(part * 100).toFixed(0)} %`;
}
