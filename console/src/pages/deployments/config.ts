/** A framework's config, as JSON. */
export type Config = Readonly<Record<string, unknown>>;

const INDENT = 2;

/** Reads a config from text; undefined where it is no JSON object. */
export function parseConfig(text: string): Config | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Writes JSON over several lines; text that is no JSON stays as it is. */
export function pretty(text: string): string {
  const config = parseConfig(text);
  return config === undefined ? text : written(config);
}

/** Writes a config over several lines. */
export function written(config: Config): string {
  return JSON.stringify(config, null, INDENT);
}

/** The markets that a config names, as its framework does. */
export function marketsOf(framework: string, config: Config): readonly string[] {
  const exchange = config['exchange'];
  const named =
    framework === 'nautilus' ? config['instrument_ids'] : isObject(exchange) ? exchange['pair_whitelist'] : undefined;
  return Array.isArray(named) ? named.filter((name) => typeof name === 'string') : [];
}

/** A config with other markets: a backtest is given them beside its config, a deployment within it. */
export function withMarkets(framework: string, config: Config, markets: readonly string[]): Config {
  if (framework === 'nautilus') return { ...config, instrument_ids: [...markets] };
  const exchange = isObject(config['exchange']) ? config['exchange'] : {};
  return { ...config, exchange: { ...exchange, pair_whitelist: [...markets] } };
}

/** A config with the capital of a live deployment, which is all that it may use; without one where that is undefined. */
export function withCapital(config: Config, capitalUsd: number | undefined): Config {
  const { available_capital: _former, ...others } = config;
  return capitalUsd === undefined ? others : { ...others, available_capital: capitalUsd };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
