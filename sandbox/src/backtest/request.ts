import { basename } from 'node:path';
import { frameworkOf, parseArguments, readJson, readText, UsageError } from '../command/arguments.js';

/** The usage of the command. */
export const USAGE = `usage: npm run backtest -- strategy.py --pairs BTC/USDC:USDC,ETH/USDC:USDC --from 2026-01-01 --to 2026-02-01
       npm run backtest -- strategy.py --pairs BTC-PERP.HYPERLIQUID --config config.json --from 2026-01-01 --to 2026-02-01
  --framework freqtrade|nautilus   else the one that writes pairs so: BTC/USDC:USDC freqtrade, BTC-PERP.HYPERLIQUID nautilus
  --venue hyperliquid              where the pairs are traded; hyperliquid unless it is given
  --config config.json             the framework's own config
  --class Name                     the class to run, where the file holds several
  --name text                      what to call the backtest
  --url http://localhost:8080      the platform; else PLATFORM_URL, else the one that runs on DATA_DIR
The API key is read from PLATFORM_API_KEY: an argument would be seen by every user of the machine.`;

const OPTIONS = {
  pairs: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  framework: { type: 'string' },
  venue: { type: 'string', default: 'hyperliquid' },
  config: { type: 'string' },
  class: { type: 'string' },
  name: { type: 'string' },
  url: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** The parsed arguments of the command. */
export interface Wanted {
  /** The body of `POST /runtime/backtests`. */
  readonly body: object;
  /** The strategy file's name. */
  readonly strategy: string;
  readonly url: string | undefined;
}

/** Reads the arguments and the files that they name; returns undefined where only help is wanted. Throws `UsageError`. */
export async function readRequest(args: readonly string[]): Promise<Wanted | undefined> {
  const { values, positionals } = parseArguments(args, OPTIONS, USAGE);
  if (values.help) return undefined;
  const [path, ...more] = positionals;
  const { pairs, from, to } = values;
  if (path === undefined || more.length > 0) throw new UsageError(`name one strategy file\n${USAGE}`);
  if (pairs === undefined || from === undefined || to === undefined)
    throw new UsageError(`--pairs, --from and --to are needed\n${USAGE}`);
  const symbols = pairs.split(',');
  const body = {
    framework: values.framework ?? frameworkOf(symbols),
    venue: values.venue,
    symbols,
    code: await readText(path),
    config: values.config === undefined ? {} : await readJson(values.config),
    range: { from, to },
    ...(values.class === undefined ? {} : { strategy_class: values.class }),
    ...(values.name === undefined ? {} : { name: values.name }),
  };
  return { body, strategy: basename(path), url: values.url };
}
