import type { Incident } from '../../bots/observation.js';
import { countWhile } from './search.js';

/** Incidents, ascending by their beginning, each with the latest end of all up to it. */
interface Line {
  readonly incidents: readonly Incident[];
  readonly latestEndsMs: readonly number[];
}

/** Times in which a bot was not told what its venue did, found by market and time. */
export class IncidentTimes {
  readonly #lines: ReadonlyMap<string | null, Line>;

  constructor(incidents: readonly Incident[]) {
    const ascending = incidents.toSorted((a, b) => a.fromMs - b.fromMs);
    const groups = [...Map.groupBy(ascending, ({ symbol }) => symbol)];
    this.#lines = new Map(groups.map(([symbol, group]) => [symbol, toLine(group)]));
  }

  /** Returns those of a market, or of all markets, that share an instant with a time. */
  overlapping(symbol: string, fromMs: number, toMs: number): Incident[] {
    return [null, symbol].flatMap((key) => {
      const line = this.#lines.get(key);
      return line === undefined ? [] : within(line, fromMs, toMs);
    });
  }

  /** Returns their kinds, each once. */
  kinds(symbol: string, fromMs: number, toMs: number): Incident['kind'][] {
    return [...new Set(this.overlapping(symbol, fromMs, toMs).map(({ kind }) => kind))];
  }
}

function toLine(incidents: readonly Incident[]): Line {
  let latestMs = Number.NEGATIVE_INFINITY;
  const latestEndsMs = incidents.map(({ toMs }) => {
    latestMs = Math.max(latestMs, toMs);
    return latestMs;
  });
  return { incidents, latestEndsMs };
}

function within({ incidents, latestEndsMs }: Line, fromMs: number, toMs: number): Incident[] {
  const end = countWhile(incidents, (each) => each.fromMs <= toMs);
  // Before the first of them all have ended.
  const start = countWhile(latestEndsMs, (latestMs) => latestMs < fromMs);
  return incidents.slice(start, end).filter((each) => each.toMs >= fromMs);
}
