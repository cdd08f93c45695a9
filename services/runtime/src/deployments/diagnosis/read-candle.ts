import { parseJsonObject } from '@platform/kit/json';
import { tableKinds } from '@platform/venues/live-data';
import type { DeploymentRecord, DeploymentStrategy } from '../record.js';

/** As a strategy of freqtrade says it, one line within its class. */
const TIMEFRAME = /^[ \t]+timeframe\b(?:[ \t]*:[^=\n]+)?[ \t]*=[ \t]*["'](\w+)["']/gm;

/**
 * Returns how long a candle is that a strategy decides by, as far as its config, which comes first, and its text tell; undefined for other
 * frameworks, where the text tells of several, and for lengths that the platform has no candles of.
 */
export function readCandle(
  { framework }: Pick<DeploymentRecord, 'framework'>,
  { code, configJson }: Pick<DeploymentStrategy, 'code' | 'configJson'>,
): number | undefined {
  if (framework.id !== 'freqtrade') return undefined;
  const named = new Set([...code.matchAll(TIMEFRAME)].map(([, timeframe]) => timeframe));
  const { timeframe = named.size === 1 ? [...named][0] : undefined } = parseJsonObject(configJson);
  return Object.values(tableKinds).find((kind) => kind.timeframe !== undefined && kind.timeframe === timeframe)
    ?.intervalMs;
}
