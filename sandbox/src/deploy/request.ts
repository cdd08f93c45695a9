import { basename, extname } from 'node:path';
import { z } from 'zod';
import { frameworkOf, parseArguments, readJson, readText, UsageError } from '../command/arguments.js';

/** The usage of the command. */
export const USAGE = `usage: npm run deploy -- strategy.py --pairs BTC/USDC:USDC,ETH/USDC:USDC
       npm run deploy -- strategy.py --pairs BTC-PERP.HYPERLIQUID --config config.json --alive-until 2027-01-31T12:00:00Z
  --pairs a,b                      the markets to trade; else those that the config names
  --framework freqtrade|nautilus   else the one that writes pairs so: BTC/USDC:USDC freqtrade, BTC-PERP.HYPERLIQUID nautilus
  --venue hyperliquid              where the pairs are traded; hyperliquid unless it is given
  --config config.json             the framework's own config
  --name text                      what to call the deployment; the file's name unless it is given
  --alive-until time               when its time is over, ISO 8601 with a zone; never unless it is given
  --on-expiry stop|block_entries   what happens then; it stops unless it is given
  --url http://localhost:8080      the platform; else PLATFORM_URL, else the one that runs on DATA_DIR
It trades with simulated money. It goes on when the command has ended, until it is stopped.
The API key is read from PLATFORM_API_KEY: an argument would be seen by every user of the machine.`;

const OPTIONS = {
  pairs: { type: 'string' },
  framework: { type: 'string' },
  venue: { type: 'string', default: 'hyperliquid' },
  config: { type: 'string' },
  name: { type: 'string' },
  'alive-until': { type: 'string' },
  'on-expiry': { type: 'string' },
  url: { type: 'string' },
  help: { type: 'boolean' },
} as const;

const configSchema = z.looseObject({
  exchange: z.looseObject({ pair_whitelist: z.array(z.string()).exactOptional() }).exactOptional(),
  instrument_ids: z.array(z.string()).exactOptional(),
});
type Config = z.output<typeof configSchema>;

/** The parsed arguments of the command. */
export interface Wanted {
  /** The body of `POST /runtime/deployments`. */
  readonly body: object;
  readonly url: string | undefined;
}

/** Reads the arguments and the files that they name; returns undefined where only help is wanted. Throws `UsageError`. */
export async function readRequest(args: readonly string[]): Promise<Wanted | undefined> {
  const { values, positionals } = parseArguments(args, OPTIONS, USAGE);
  if (values.help) return undefined;
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new UsageError(`name one strategy file\n${USAGE}`);
  const given = values.config === undefined ? {} : await readConfig(values.config);
  const symbols = values.pairs?.split(',') ?? given.exchange?.pair_whitelist ?? given.instrument_ids;
  if (symbols === undefined || symbols.length === 0)
    throw new UsageError(`name the markets: by --pairs, or in the config\n${USAGE}`);
  const framework = values.framework ?? frameworkOf(symbols);
  const body = {
    framework,
    venue: values.venue,
    mode: 'paper',
    name: values.name ?? basename(path, extname(path)),
    code: await readText(path),
    config: withMarkets(given, framework, symbols),
    ...(values['alive-until'] === undefined ? {} : { alive_until: values['alive-until'] }),
    ...(values['on-expiry'] === undefined ? {} : { on_expiry: values['on-expiry'] }),
  };
  return { body, url: values.url };
}

async function readConfig(path: string): Promise<Config> {
  const config = configSchema.safeParse(await readJson(path));
  if (config.success) return config.data;
  const [issue] = config.error.issues;
  throw new UsageError(`${path}: ${issue?.path.join('.') || 'the config'}: ${issue?.message}`);
}

/** A deployment's markets stand in its config, where the framework looks for them. */
function withMarkets(config: Config, framework: string, symbols: readonly string[]): object {
  if (framework !== 'freqtrade') return { ...config, instrument_ids: symbols };
  return { ...config, exchange: { ...config.exchange, pair_whitelist: symbols } };
}
