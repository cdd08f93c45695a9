import { short } from '../../../parts/format.js';
import { FREQTRADE_DEFAULTS } from '../editor/request.js';
import type { ComparedQuery } from './generated/documents.js';

/** A backtest among those that are compared. */
export type Run = NonNullable<ComparedQuery['backtest']>;

/** A setting that not all have alike, with its value in each. */
export interface Difference {
  readonly name: string;
  readonly values: readonly string[];
}

const NONE = '—';

/** What a backtest is called in a narrow column: with the second that it was requested in, since many have one name. */
export function nameOf({ name, id, createdAt }: Run): string {
  const requested = createdAt === null ? id.slice(-4) : `${createdAt.slice(5, 19).replace('T', ' ')} UTC`;
  return name === null && createdAt === null ? short(id, 5) : `${name ?? 'Backtest'} (${requested})`;
}

/** The settings that differ, those of the config by their keys. */
export function differencesOf(runs: readonly Run[]): Difference[] {
  const all = runs.map(settingsOf);
  const names = new Set(all.flatMap((settings) => Object.keys(settings)));
  return [...names]
    .map((name) => ({ name, values: all.map((settings, at) => settings[name] ?? absent(name, runs[at])) }))
    .filter(({ values }) => new Set(values).size > 1);
}

/** What counts where a config does not have a key, as far as the platform sets it. */
function absent(name: string, run: Run | undefined): string {
  const value = run?.framework.name === 'freqtrade' ? FREQTRADE_DEFAULTS[name.replace(/^config\./, '')] : undefined;
  return value === undefined ? NONE : `${value} (the default)`;
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
    'strategy, SHA-256': run.codeSha256 === null ? NONE : short(run.codeSha256, 6),
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
