import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Address, createPublicClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { Customer } from '../money/customer.js';
import { readCode, send } from '../platform/caller.js';
import { usdcOf } from '../platform/chain.js';
import type { Platform } from '../platform/platform.js';
import { askVenue, restingMarket, restingOrder } from '../platform/venue.js';
import { FORGED_SECRET, type Identity } from './mutations.js';
import { Versions } from './versions.js';

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
    return new World(platform, versions, victim, thief, [thief.address, loot], ids);
  }

  /** The texts of both accounts, in the same order. */
  get identities(): { readonly victim: Identity; readonly thief: Identity } {
    const textsOf = ({ caller, address }: Customer, walletId: string) => ({
      texts: [caller.accountId, walletId, address, address.toLowerCase(), caller.email],
    });
    return { victim: textsOf(this.victim, this.ids.victim), thief: textsOf(this.thief, this.ids.thief) };
  }

  /** Returns what has happened outside so far. */
  async outside(): Promise<Outside> {
    const { arbitrum, venues, mailbox_dir: mailbox } = await this.platform.descriptor();
    const { url } = venues.hyperliquid;
    const chain = createPublicClient({ transport: http(arbitrum.rpc_url) });
    const user = this.victim.address;
    const loot = await Promise.all(this.lootAddresses.map((address) => usdcOf(arbitrum, address)));
    return {
      loot: String(loot),
      victimUsdc: String(await usdcOf(arbitrum, user)),
      victimOrders: JSON.stringify(await askVenue(url, { type: 'openOrders', user })),
      victimAgents: JSON.stringify(await askVenue(url, { type: 'extraAgents', user })),
      relayed: await chain.getTransactionCount({ address: await this.#relayer() }),
      messages: (await readdir(mailbox)).length,
    };
  }

  /** Returns what the thief's own credentials, and secrets of his making, open; only foreign accounts. */
  async foreignAccounts(): Promise<string[]> {
    const { apiKey, sessionToken, accountId } = this.thief.caller;
    const headers = [
      { 'x-api-key': apiKey },
      { authorization: `Bearer ${sessionToken}` },
      { 'x-api-key': FORGED_SECRET },
    ];
    const seen = await Promise.all(
      headers.map((credential) => send(this.thief.caller.baseUrl, 'GET', '/account', { headers: credential })),
    );
    return seen.flatMap(({ status, body }) =>
      status === 200 && body.account.id !== accountId ? [String(body.account.id)] : [],
    );
  }

  /** Returns the addresses that either account is shown as its own and that are not. */
  async foreignAddresses(): Promise<string[]> {
    const shown = await Promise.all(
      [this.victim, this.thief].map(async ({ caller, address }) => {
        const { status, body } = await caller.send('GET', '/wallet');
        return status === 200 && body.address !== address ? [String(body.address)] : [];
      }),
    );
    return shown.flat();
  }

  /** Returns the account that the thief's mailbox signs in to, where that is the victim's. */
  async foreignSignIn(): Promise<string[]> {
    const { baseUrl, email } = this.thief.caller;
    await this.versions.client.db('identity').collection('registration_codes').deleteMany({});
    const { mailbox_dir: mailbox } = await this.platform.descriptor();
    await send(baseUrl, 'POST', '/account/register', { body: { email } });
    const body = { email, otp: await readCode(mailbox, email) };
    const { body: answer } = await send(baseUrl, 'POST', '/account/verify', { body });
    return answer?.user?.id === this.victim.caller.accountId ? [answer.user.id] : [];
  }

  async #relayer(): Promise<Address> {
    const text = await readFile(join(this.platform.dataDirectory, 'keys', 'relayer.key'), 'utf8');
    return privateKeyToAddress(text.trim() as Address);
  }
}
