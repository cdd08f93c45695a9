import type { Measured, Usage } from '../measured.js';
import { KINDS, type Kind, REACHES } from '../mix.js';

/** What counters of processor time begin with. */
const PROCESSOR = 'processor.';

/** Something per second, or per operation, by counter. */
export type Rates = Readonly<Record<string, number>>;

/** What the load takes, from the figures of 1× alone. */
export interface Demands {
  /** Per second, whatever the load: the platform without anybody. */
  readonly idle: Rates;
  /** Per second at 1×: bots and streams, and what no kind of operation accounts for. */
  readonly standing: Rates;
  /** Per operation of each kind. */
  readonly perOperation: ReadonlyMap<Kind, Rates>;
  /** Operations per second at 1×. */
  readonly perSecond: ReadonlyMap<Kind, number>;
  /** Of what operations take together at 1×, the part that was seen with each kind alone. */
  readonly seenAlone: Rates;
}

/**
 * Attributes what was spent at 1×. Each kind alone says how it is divided among the kinds; together they must be what was measured at 1×,
 * where processes are warmer, and do for several operations at once what one alone has done for itself.
 */
export function demandsOf({ idle, population, alone, single }: Measured): Demands {
  const together = ratesOf(single.usage);
  const populated = ratesOf(population);
  // Nobody takes no more than somebody: what was more was work left over from before.
  const resting = mapRates(ratesOf(idle), (name, rate) =>
    Math.min(rate, populated[name] ?? rate, together[name] ?? rate),
  );
  const perSecond = new Map(
    KINDS.map((kind) => [kind, (single.latencies[kind]?.arrivals ?? 0) / single.offeredSeconds] as const),
  );
  const beside = (kind: Kind) => {
    const found = alone[kind];
    if (found === undefined) return {};
    const { usage, operations } = found;
    return mapRates(usage.counts, (name, spent) => {
      if (!reaches(kind, name)) return 0;
      const others = (populated[name] ?? 0) * usage.seconds;
      return Math.max(0, spent - others) / operations;
    });
  };
  const seen = new Map(KINDS.map((kind) => [kind, beside(kind)] as const));
  const expected = mapRates(together, (name) =>
    KINDS.reduce((sum, kind) => sum + (perSecond.get(kind) ?? 0) * (seen.get(kind)?.[name] ?? 0), 0),
  );
  const wanted = mapRates(together, (name, rate) => rate - (populated[name] ?? 0));
  const factor = (name: string) => {
    const [all = 0, ours = 0] = [wanted[name], expected[name]];
    return all > 0 && ours > 0 ? all / ours : 0;
  };
  const standing = mapRates(together, (name) => {
    const others = (populated[name] ?? 0) - (resting[name] ?? 0);
    return (expected[name] ?? 0) > 0 && (wanted[name] ?? 0) > 0 ? others : Math.max(0, others + (wanted[name] ?? 0));
  });
  return {
    idle: resting,
    standing,
    perOperation: new Map(
      KINDS.map((kind) => [kind, mapRates(seen.get(kind) ?? {}, (name, rate) => rate * factor(name))]),
    ),
    perSecond,
    seenAlone: mapRates(wanted, (name, rate) => (rate > 0 ? (expected[name] ?? 0) / rate : 0)),
  };
}

function reaches(kind: Kind, counter: string): boolean {
  return !counter.startsWith(PROCESSOR) || REACHES[kind].includes(counter.slice(PROCESSOR.length));
}

/** Returns what is spent per second at a multiple of the load. */
export function ratesAt(multiple: number, demands: Demands): Rates {
  return mapRates(demands.standing, (name) => (demands.idle[name] ?? 0) + multiple * loadAtOne(name, demands));
}

/** Returns what the load alone spends per second at 1×. */
export function loadAtOne(name: string, { standing, perOperation, perSecond }: Demands): number {
  const operations = KINDS.map((kind) => (perSecond.get(kind) ?? 0) * (perOperation.get(kind)?.[name] ?? 0));
  return operations.reduce((sum, each) => sum + each, standing[name] ?? 0);
}

/** Returns what was spent per second. */
export function ratesOf({ counts, seconds }: Usage): Rates {
  return mapRates(counts, (_name, count) => count / seconds);
}

function mapRates(rates: Rates, of: (name: string, rate: number) => number): Rates {
  return Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, of(name, rate)]));
}
