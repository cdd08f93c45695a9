import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent } from 'undici';
import { type Address, createPublicClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { Customer } from '../money/customer.js';
import { readCode, send } from '../platform/caller.js';
import { usdcOf } from '../platform/chain.js';
import type { Platform } from '../platform/platform.js';
import { askVenue, restingMarket, restingOrder } from '../platform/venue.js';
import { until } from '../platform/wait.js';
import { FORGED_ADDRESS, FORGED_EMAIL, FORGED_SECRET } from './forged.js';
import type { Identity } from './mutations.js';
import { Versions } from './versions.js';

/** Each kind of read has an address of its own, and so an allowance of its own at the venue. */
const [ordersReader, agentsReader] = [
  new Agent({ localAddress: '127.0.0.4' }),
  new Agent({ localAddress: '127.0.0.5' }),
];

/** What is outside of the platform, where nothing may happen through the thief. */
interface Outside {
  /** USDC at every address that is the thief's. */
  readonly loot: string;
  readonly victimUsdc: string;
  readonly victimOrders: string;
  readonly victimAgents: string;
  /** Transactions that the relayer has sent. */
  readonly relayed: number;
  /** Messages that the platform has sent. */
  readonly messages: number;
}

/** A platform with the money, orders and sessions of a victim, and an account of the thief. */
export class World {
  #seen: Outside | undefined;

  private constructor(
    private readonly platform: Platform,
    readonly versions: Versions,
    private readonly victim: Customer,
    private readonly thief: Customer,
    private readonly lootAddresses: readonly Address[],
    private readonly ids: { readonly victim: string; readonly thief: string },
  ) {}

  /** Prepares both accounts, watched from the beginning, until everything has settled. */
  static async open(platform: Platform): Promise<World> {
    const versions = await Versions.watch(await platform.mongodbUri());
    const [victim, thief] = [await Customer.register(platform, 'victim'), await Customer.register(platform, 'thief')];
    await Customer.fund(platform, [victim, thief], 100);
    const [own, loot] = [privateKeyToAddress(generatePrivateKey()), privateKeyToAddress(generatePrivateKey())];
    const venue = (await platform.descriptor()).venues.hyperliquid.url;
    for (const [customer, destination] of [
      [victim, own],
      [thief, loot],
    ] as const) {
      await customer.setUp('60');
      await customer.execute(restingOrder(await restingMarket(venue)));
      const id = await customer.withdraw(await customer.authorize('10', destination));
      await customer.withdrawal(id, 'confirmed');
      await customer.authorize('5', destination);
    }
    const store = versions.client.db('wallet').collection<{ _id: string; accountId: string }>('wallets');
    const walletOf = async ({ caller }: Customer) => (await store.findOne({ accountId: caller.accountId }))?._id ?? '';
    const ids = { victim: await walletOf(victim), thief: await walletOf(thief) };
    return new World(platform, versions, victim, thief, [thief.address, loot, FORGED_ADDRESS], ids);
  }

  get accountIds(): { readonly victim: string; readonly thief: string } {
    return { victim: this.victim.caller.accountId, thief: this.thief.caller.accountId };
  }

  /** The texts of both accounts, in the same order. */
  get identities(): { readonly victim: Identity; readonly thief: Identity } {
    const textsOf = ({ caller, address }: Customer, walletId: string) => ({
      texts: [caller.accountId, walletId, address, address.toLowerCase(), caller.email],
    });
    return { victim: textsOf(this.victim, this.ids.victim), thief: textsOf(this.thief, this.ids.thief) };
  }

  /** Returns what has happened outside since the last call. */
  async changes(): Promise<string[]> {
    const after = await this.#outside();
    const before = new Map<string, unknown>(Object.entries(this.#seen ?? after));
    this.#seen = after;
    return Object.entries(after).flatMap(([what, value]) =>
      before.get(what) === value ? [] : [`${what}: ${before.get(what)} → ${value}`],
    );
  }

  async #outside(): Promise<Outside> {
    const { arbitrum, venues, mailbox_dir: mailbox } = await this.platform.descriptor();
    const { url } = venues.hyperliquid;
    const chain = createPublicClient({ transport: http(arbitrum.rpc_url) });
    const user = this.victim.address;
    const loot = await Promise.all(this.lootAddresses.map((address) => usdcOf(arbitrum, address)));
    return {
      loot: String(loot),
      victimUsdc: String(await usdcOf(arbitrum, user)),
      victimOrders: await patiently(url, { type: 'openOrders', user }, ordersReader),
      victimAgents: await patiently(url, { type: 'extraAgents', user }, agentsReader),
      relayed: await chain.getTransactionCount({ address: await this.#relayer() }),
      messages: (await readdir(mailbox)).length,
    };
  }

  /** Returns the account that each credential of the thief opens: his key, his session, and a secret of his making as either. */
  async opened(): Promise<unknown[]> {
    const { apiKey, sessionToken, graphqlUrl } = this.thief.caller;
    const credentials = [
      { 'x-api-key': apiKey },
      { authorization: `Bearer ${sessionToken}` },
      { 'x-api-key': FORGED_SECRET },
      { authorization: `Bearer ${FORGED_SECRET}` },
    ];
    const body = { query: '{ account { id } }' };
    const seen = await Promise.all(credentials.map((headers) => send(graphqlUrl, 'POST', '', { headers, body })));
    return seen.map(({ body: answer }) => answer?.data?.account?.id);
  }

  /** Returns which accounts of others the thief's credentials open. */
  async foreignAccounts(): Promise<string[]> {
    const { accountId } = this.thief.caller;
    return (await this.opened()).flatMap((id, credential) =>
      typeof id === 'string' && id !== accountId ? [`credential ${credential} opens ${id}`] : [],
    );
  }

  /** Returns which foreign addresses either account is shown as its own. */
  async foreignAddresses(): Promise<string[]> {
    const shown = await Promise.all(
      [this.victim, this.thief].map(async ({ caller, address }) => {
        const { status, body } = await caller.send('GET', '/wallet');
        return status === 200 && body.address !== address ? [`${caller.accountId} is shown ${body.address}`] : [];
      }),
    );
    return shown.flat();
  }

  /** Returns which mailboxes of the thief sign in to the victim's account. */
  async foreignSignIns(): Promise<string[]> {
    const found: string[] = [];
    for (const email of [this.thief.caller.email, FORGED_EMAIL]) found.push(...(await this.#signIn(email)));
    return found;
  }

  async #signIn(email: string): Promise<string[]> {
    const { baseUrl } = this.thief.caller;
    const store = this.versions.client.db('identity');
    await store.collection('registration_codes').deleteMany({});
    const { mailbox_dir: mailbox } = await this.platform.descriptor();
    await send(baseUrl, 'POST', '/account/register', { body: { email } });
    const body = { email, otp: await readCode(mailbox, email) };
    const { body: answer } = await send(baseUrl, 'POST', '/account/verify', { body });
    const opened: unknown = answer?.user?.id;
    const accounts = store.collection<{ _id: string }>('accounts');
    if (typeof opened === 'string' && !Object.values(this.accountIds).includes(opened))
      await accounts.deleteOne({ _id: opened });
    return opened === this.victim.caller.accountId ? [`${email} signs in to ${opened}`] : [];
  }

  async #relayer(): Promise<Address> {
    const text = await readFile(join(this.platform.dataDirectory, 'keys', 'relayer.key'), 'utf8');
    return privateKeyToAddress(text.trim() as Address);
  }
}

/** Returns the venue's answer, once its limits allow one. */
async function patiently(url: string, question: object, reader: Agent): Promise<string> {
  return JSON.stringify(
    await until(
      'the venue',
      () => askVenue(url, question, reader),
      (answer) => answer !== null,
    ),
  );
}
