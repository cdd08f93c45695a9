import { short } from '../../../parts/format.js';
import type { ComparedQuery } from './generated/documents.js';

/** A backtest among those that are compared. */
export type Run = NonNullable<ComparedQuery['backtest']>;

/** A setting that not all have alike, with its value in each. */
export interface Difference {
  readonly name: string;
  readonly values: readonly string[];
}

const NONE = '—';

/** What a backtest is called in a narrow column. */
export function nameOf({ name, id }: Run): string {
  return name === null ? short(id, 5) : `${name} (${id.slice(-4)})`;
}

/** The settings that differ, those of the config by their keys. */
export function differencesOf(runs: readonly Run[]): Difference[] {
  const all = runs.map(settingsOf);
  const names = new Set(all.flatMap((settings) => Object.keys(settings)));
  return [...names]
    .map((name) => ({ name, values: all.map((settings) => settings[name] ?? NONE) }))
    .filter(({ values }) => new Set(values).size > 1);
}

function settingsOf(run: Run): Readonly<Record<string, string>> {
  const config = Object.entries(configOf(run)).map(([key, value]) => [`config.${key}`, JSON.stringify(value)] as const);
  return {
    framework: run.framework.name,
    image: run.framework.imageDigest ?? NONE,
    venue: run.venue,
    markets: run.symbols.join(', '),
    from: run.range.from,
    to: run.range.to,
    'strategy, SHA-256': run.codeSha256 ?? NONE,
    class: run.strategy.strategyClass ?? NONE,
    seed: run.seed === null ? NONE : String(run.seed),
    release: run.release ?? NONE,
    ...Object.fromEntries(config),
  };
}

function configOf({ strategy }: Run): object {
  try {
    const value: unknown = JSON.parse(strategy.configJson);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
