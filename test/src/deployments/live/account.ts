import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deploymentRequest } from '../../end-to-end/strategies.js';
import { Customer } from '../../money/customer.js';
import type { Answer } from '../../platform/caller.js';
import type { Platform } from '../../platform/platform.js';
import { withStore } from '../../platform/store.js';
import { askVenue, endAgentsIn } from '../../platform/venue.js';
import { until } from '../../platform/wait.js';
import { Deployments } from '../deployments.js';
import { holder } from '../strategies.js';

/** What each live deployment of the tests may use. */
export const CAPITAL_USD = 60;

/** Buys once, and holds. */
const HOLDER = holder(`
    order_types = {"entry": "market", "exit": "market", "stoploss": "market", "stoploss_on_exchange": False}
`);

/** A request for a live deployment that buys once, for 40 USD. */
export function liveRequest(name: string, config: object = {}): Record<string, unknown> {
  return deploymentRequest(name, {
    mode: 'live',
    code: HOLDER,
    config: {
      ...{ stake_amount: 40, max_open_trades: 1, available_capital: CAPITAL_USD },
      ...{ exchange: { pair_whitelist: ['ETH/USDC:USDC'] }, ...config },
    },
  });
}

/** The code of a refusal. */
export function codeOf({ body }: Answer): string | undefined {
  return body.error?.code;
}

/** Where proxies have their folders; absent: beside the platform. */
export type ProxyFolders = () => readonly string[];

/** An account whose deployments trade with real money. */
export class LiveAccount {
  private constructor(
    private readonly platform: Platform,
    readonly customer: Customer,
    readonly deployments: Deployments,
    private readonly proxyFolders: ProxyFolders,
  ) {}

  /** Registers one on a platform that has live deployments. */
  static async open(platform: Platform, name: string, proxyFolders?: ProxyFolders): Promise<LiveAccount> {
    return LiveAccount.of(platform, await Customer.register(platform, name), proxyFolders);
  }

  /** That of a customer. */
  static async of(platform: Platform, customer: Customer, proxyFolders?: ProxyFolders): Promise<LiveAccount> {
    const beside = () => [join(platform.dataDirectory, 'proxies')];
    return new LiveAccount(platform, customer, await Deployments.of(customer.caller), proxyFolders ?? beside);
  }

  /** Asks for a deployment. */
  create(body: object): Promise<Answer> {
    return this.customer.caller.send('POST', '/runtime/deployments', body);
  }

  /** Creates one and returns its id; a machine without time for the check of its strategy is asked again. */
  async created(name: string, config: object = {}): Promise<string> {
    const answer = await until(
      'a creation',
      () => this.create(liveRequest(name, config)),
      ({ status }) => status === 201,
    );
    return answer.body.id;
  }

  /** Creates one and returns its id, however often the service dies meanwhile. */
  async createdOnce(name: string, config: object = {}): Promise<string> {
    const key = { 'idempotency-key': randomUUID() };
    const answer = await until(
      'a creation',
      () => this.customer.caller.send('POST', '/runtime/deployments', liveRequest(name, config), key),
      ({ status }) => status === 201 || status === 200,
    );
    return answer.body.id;
  }

  /** Asks for a start. */
  start(id: string): Promise<Answer> {
    return this.deployments.act(id, { action: 'start' });
  }

  /** Starts one as soon as its setup is through; returns the answer. */
  startedAfterSetup(id: string): Promise<Answer> {
    return until(
      'a start',
      () => this.start(id),
      (answer) =>
        answer.status === 200 || !['venue_setup_in_progress', 'service_unavailable'].includes(codeOf(answer) ?? ''),
    );
  }

  /** Reads what the account has, from the venue itself. */
  async atVenue(type: string): Promise<Awaited<ReturnType<typeof askVenue>>> {
    const { venues } = await this.platform.descriptor();
    return askVenue(venues.hyperliquid.url, { type, user: this.customer.address });
  }

  /** The addresses of the account's agents at the venue. */
  async agents(): Promise<string[]> {
    return (await this.atVenue('extraAgents')).map(({ address }: { address: string }) => address);
  }

  /** What the wallet shows of the account at the venue. */
  async allocated(): Promise<Answer['body']> {
    return (await this.customer.wallet(({ balance }) => balance.allocated.length === 1)).body.balance.allocated[0];
  }

  /** Waits until an order of the account is filled. */
  async untilFilled(): Promise<void> {
    await until(
      'a fill',
      () => this.atVenue('userFills'),
      (fills) => fills?.length > 0,
    );
  }

  /** What the account has of each: its setups, agents at the venue, proxies, orders that opened something, and what it holds. */
  async effects(): Promise<string> {
    const { accountId } = this.customer.caller;
    const setups = await withStore(this.platform, 'wallet', (store) =>
      store.collection('setups').countDocuments({ accountId }),
    );
    const [agents, fills, proxies] = await Promise.all([this.agents(), this.atVenue('userFills'), this.#proxies()]);
    const entries = fills.filter(({ dir }: { dir: string }) => dir.startsWith('Open'));
    const orders = new Set(entries.map(({ oid }: { oid: number }) => oid)).size;
    const { held_usd: held } = (await this.customer.wallet()).body.balance;
    return `${setups} setup, ${agents.length} agent, ${proxies} proxy, ${orders} entry, held ${held}`;
  }

  /** How many folders of proxies the account has, each with one assignment. */
  async #proxies(): Promise<number> {
    const all = this.proxyFolders().map(async (folder) =>
      (await readdir(folder).catch(() => [])).map((name) => readFile(join(folder, name, 'place.json'), 'utf8')),
    );
    const places = await Promise.all((await Promise.all(all)).flat());
    return places.filter((place) => place.includes(this.customer.caller.accountId)).length;
  }

  /** Has the venue end the account's agents, as it does of its own accord. */
  endAgents(): void {
    endAgentsIn(join(this.platform.dataDirectory, 'venues', 'hyperliquid'), this.customer.address);
  }
}
