import { traders } from '@platform/test/deployments';
import { Caller, Customer, type Platform, restingMarket, until } from '@platform/test/platform';
import { ask, untilFinished } from '../../backtest/api.js';
import { freqtradeWork, newestWindow } from '../../backtest/work.js';
import type { Effort } from '../../effort.js';
import { seedFinishedBacktests } from '../../read/records.js';
import { POPULATION } from '../mix.js';
import type { Streams } from './streams.js';

const REGISTERED_AT_ONCE = 10;
const FUNDED_USD = 1_000;
const TRADED_USD = '500';
const BACKTESTED_DAYS = 30;
const SETTLED_MS_MAX = 900_000;

type FrameworkName = 'freqtrade' | 'nautilus';

/** The accounts of the measurement, twice as many as 1× has. */
export interface Accounts {
  readonly customers: readonly Customer[];
  /** Those of the customers that trade. */
  readonly traders: readonly Customer[];
  /** One account has the bots of 1×. */
  readonly owners: readonly Caller[];
  /** The account whose finished backtests are read, and their ids. */
  readonly reader: Caller;
  readonly backtestIds: readonly string[];
  readonly market: Awaited<ReturnType<typeof restingMarket>>;
  readonly window: ReturnType<typeof newestWindow>;
}

/** Registers accounts, pays them in, sets the traders up at the venue, and runs a first backtest. */
export async function prepareAccounts(platform: Platform, amount: Effort['amount']): Promise<Accounts> {
  const customers = await registerCustomers(platform, 2 * amount(POPULATION.customers, 1));
  await Customer.fund(platform, customers, FUNDED_USD);
  const trading = customers.slice(0, 2 * POPULATION.traders);
  for (const trader of trading) await trader.setUp(TRADED_USD);
  const owners = [await Caller.register(platform, 'scale-owner-1@example.com')];
  owners.push(await Caller.register(platform, 'scale-owner-2@example.com'));
  const reader = await Caller.register(platform, 'scale-reader@example.com');
  const { venues } = await platform.descriptor();
  const window = newestWindow(Date.now(), BACKTESTED_DAYS);
  // Refused until the history is there, and the framework is installed.
  const first = await until(
    'a first backtest',
    () => ask(reader, freqtradeWork, window),
    () => true,
    {
      timeoutMs: SETTLED_MS_MAX,
    },
  );
  await untilFinished(reader, first);
  const backtestIds = await seedFinishedBacktests(platform, reader);
  const market = await restingMarket(venues.hyperliquid.url);
  return { customers, traders: trading, owners, reader, backtestIds, market, window };
}

async function registerCustomers(platform: Platform, count: number): Promise<Customer[]> {
  const customers: Customer[] = [];
  while (customers.length < count) {
    const length = Math.min(REGISTERED_AT_ONCE, count - customers.length);
    const names = Array.from({ length }, (_, index) => `scale-${customers.length + index}`);
    customers.push(...(await Promise.all(names.map((name) => Customer.register(platform, name)))));
  }
  return customers;
}

/** Starts one account's bots and waits until each has looked at its market; returns how many they are. */
export async function startBots(owner: Caller, amount: Effort['amount']): Promise<number> {
  const wanted: readonly FrameworkName[] = [
    ...Array.from({ length: amount(POPULATION.freqtradeBots, 1) }, () => 'freqtrade' as const),
    ...Array.from({ length: amount(POPULATION.nautilusBots, 1) }, () => 'nautilus' as const),
  ];
  const ids: string[] = [];
  for (const [index, framework] of wanted.entries()) {
    const request = { ...traders[framework], name: `bot ${index}` };
    const { id } = await until(
      `a ${framework} deployment`,
      async () => (await owner.send('POST', '/runtime/deployments', request)).body,
      (body) => body.id !== undefined,
      { timeoutMs: SETTLED_MS_MAX },
    );
    ids.push(id);
    await owner.send('PUT', `/runtime/deployments/${id}/status`, { action: 'start' });
  }
  for (const id of ids)
    await until(
      `bot ${id} to look at its market`,
      async () => (await owner.send('GET', `/runtime/deployments/${id}`)).body,
      ({ status }) => status === 'running',
      { timeoutMs: SETTLED_MS_MAX },
    );
  return ids.length;
}

/** Opens the streams of 1×, each of another customer. */
export async function openStreams(
  platform: Platform,
  streams: Streams,
  customers: readonly Customer[],
  amount: Effort['amount'],
): Promise<void> {
  const { streams_url: url } = await platform.descriptor();
  for (let index = 0; index < amount(POPULATION.streams, 1); index += 1) {
    const customer = customers[index % customers.length];
    if (customer !== undefined) await streams.follow(url, customer);
  }
}
