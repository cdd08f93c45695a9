import type { BacktestCheckName, CreateBacktestInput } from './generated/documents.js';

/** What a backtest is asked with, all but its strategy file. */
export interface Settings {
  readonly framework: string;
  readonly venue: string;
  /** The framework's aliases. */
  readonly symbols: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly name: string;
  /** The class to run; empty where the file has one only. */
  readonly strategyClass: string;
  readonly checks: readonly BacktestCheckName[];
  readonly config: Readonly<Record<string, unknown>>;
}

const CHECKS: readonly BacktestCheckName[] = ['lookahead', 'recursive'];

/** What the platform sets where a config of freqtrade's says nothing (`frameworks/freqtrade`, `config.py`). */
export const FREQTRADE_DEFAULTS: Readonly<Record<string, number>> = { dry_run_wallet: 1_000, stake_amount: 100 };

/** The settings as JSON, in the form of the platform's own request. */
export function settingsJson(settings: Settings): string {
  const { from, to, config, name, strategyClass, ...others } = settings;
  const named = {
    ...(name === '' ? {} : { name }),
    ...(strategyClass === '' ? {} : { strategyClass }),
  };
  return JSON.stringify({ ...others, ...named, range: { from, to }, config }, null, 2);
}

/** Settings that a text says, or why it says none. */
export type Parsed = { readonly settings: Settings } | { readonly wrong: string };

/** Reads settings from JSON. */
export function parseSettings(text: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) };
  }
  if (!isObject(value)) return { wrong: 'It must be a JSON object.' };
  const { framework, venue, symbols, range, config = {}, name = '', strategyClass = '', checks = [] } = value;
  if (typeof framework !== 'string' || typeof venue !== 'string') return { wrong: 'framework and venue are names.' };
  if (typeof name !== 'string' || typeof strategyClass !== 'string')
    return { wrong: 'name and strategyClass are text.' };
  if (!isTexts(symbols)) return { wrong: 'symbols is a list of names.' };
  if (!isObject(range) || typeof range['from'] !== 'string' || typeof range['to'] !== 'string')
    return { wrong: 'range has from and to.' };
  if (!isObject(config)) return { wrong: 'config is an object.' };
  if (!isTexts(checks)) return { wrong: `checks are ${CHECKS.join(' and ')}.` };
  const named = CHECKS.filter((check) => checks.includes(check));
  if (named.length !== checks.length) return { wrong: `checks are ${CHECKS.join(' and ')}, each once.` };
  const { from, to } = { from: range['from'], to: range['to'] };
  return { settings: { framework, venue, symbols, from, to, name, strategyClass, checks: named, config } };
}

/** The request of the graph. */
export function inputOf(settings: Settings, code: string, idempotencyKey: string): CreateBacktestInput {
  const { framework, venue, symbols, from, to, name, strategyClass, checks, config } = settings;
  return {
    framework,
    venue,
    symbols: [...symbols],
    code,
    configJson: JSON.stringify(config),
    range: { from, to },
    ...(name === '' ? {} : { name }),
    ...(strategyClass === '' ? {} : { strategyClass }),
    ...(checks.length === 0 ? {} : { checks: [...checks] }),
    idempotencyKey,
  };
}

/** The settings with other markets. nautilus takes them in its config too. */
export function withSymbols(settings: Settings, symbols: readonly string[]): Settings {
  const config = settings.framework === 'nautilus' ? { ...settings.config, instrument_ids: symbols } : settings.config;
  return { ...settings, symbols, config };
}

/** The settings with another value of a key of the config; none where the value is empty. */
export function withConfig(settings: Settings, key: string, value: unknown): Settings {
  const { [key]: _former, ...others } = settings.config;
  return { ...settings, config: value === undefined ? others : { ...others, [key]: value } };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
