import { randomUUID } from 'node:crypto';
import { ExchangeClient, HttpTransport } from '@nktkas/hyperliquid';
import { type Address, createWalletClient, erc20Abi, getAddress, http, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { type Answer, Caller } from './caller.js';
import { payIn } from './chain.js';
import type { Descriptor } from './descriptor.js';
import { operate } from './operator.js';
import type { Platform } from './platform.js';
import { askVenue, type Resting, restingMarket, restingOrder } from './venue.js';
import { until } from './wait.js';

const BRIDGE: Address = '0x2df1c51e09aecf9cacb7bc98cb1742757f163df7';
/** A reconciliation takes half a minute, and dozens may run at once. */
const SETTLED_POLL_INTERVAL_MS = 1_000;
const BANK_MICRO_USDC = 100_000_000_000n;

/** Accounts that have money at the venue without any setup: the faucet's own account there sends it. */
export class Traders {
  private constructor(
    private readonly platform: Platform,
    private readonly descriptor: Descriptor,
    readonly market: Resting,
  ) {}

  /** Pays in at the venue the money that traders will get. */
  static async open(platform: Platform): Promise<Traders> {
    const descriptor = await platform.descriptor();
    const traders = new Traders(platform, descriptor, await restingMarket(descriptor.venues.hyperliquid.url));
    await traders.#fillBank();
    return traders;
  }

  /** Makes a new account with money at the venue. */
  async trader(name: string, amount = '1000'): Promise<Trader> {
    const caller = await Caller.register(this.platform, `${name}@example.com`);
    const { body } = await caller.query('{ wallet { address } }');
    const address: Address = body.data.wallet.address;
    await this.#bank().usdSend({ destination: address, amount });
    return new Trader(this, caller, address);
  }

  /** Makes another wallet for a trader's account, as an operator does, with money on the chain and at the venue; returns its address. */
  async secondWallet(trader: Trader): Promise<Address> {
    const { output } = await operate(this.platform, 'wallet', 'add', trader.caller.accountId);
    const address = getAddress(/0x\w{40}/.exec(output)?.[0] ?? output);
    await payIn(this.descriptor.arbitrum, [trader.address, address], 100_000_000n);
    await this.#bank().usdSend({ destination: address, amount: '1000' });
    return address;
  }

  /** Reads the venue. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail where it is not there.
  async info(request: object): Promise<any> {
    return askVenue(this.descriptor.venues.hyperliquid.url, request);
  }

  #bank() {
    const wallet = privateKeyToAccount(this.descriptor.arbitrum.faucet_private_key as Address);
    const transport = new HttpTransport({ apiUrl: this.descriptor.venues.hyperliquid.url });
    return new ExchangeClient({ transport, wallet, signatureChainId: '0xa4b1' });
  }

  async #fillBank(): Promise<void> {
    const { rpc_url: rpcUrl, faucet_private_key: key, usdc_address: usdc } = this.descriptor.arbitrum;
    const account = privateKeyToAccount(key as Address);
    const client = createWalletClient({ account, transport: http(rpcUrl) }).extend(publicActions);
    const call = { chain: null, address: usdc as Address, abi: erc20Abi, functionName: 'transfer' } as const;
    await client.writeContract({ ...call, args: [BRIDGE, BANK_MICRO_USDC] });
    for (;;) {
      const state = await this.info({ type: 'clearinghouseState', user: account.address });
      if (Number(state.withdrawable) >= Number(BANK_MICRO_USDC) / 1e6) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** An account that trades. */
export class Trader {
  constructor(
    private readonly traders: Traders,
    readonly caller: Caller,
    readonly address: Address,
  ) {}

  /** Submits an action under a key, a new one unless it is given. */
  submit(
    action: object,
    { key = randomUUID(), ...body }: { key?: string; account_address?: string } = {},
  ): Promise<Answer> {
    const request = { venue: 'hyperliquid', action, ...body };
    return this.caller.send('POST', '/runtime/executions', request, { 'idempotency-key': key });
  }

  /** Retries an action under its key until it is accepted, past late answers of a slow machine. */
  submitUntilTaken(action: object, key: string): Promise<Answer> {
    return until(
      'the execution',
      () => this.submit(action, { key }),
      ({ status }) => status < 300,
    );
  }

  /** Places a resting order. */
  order(overrides: object = {}): object {
    return restingOrder(this.traders.market, overrides);
  }

  /** Returns the record, once it is settled. */
  async settled(id: string): Promise<Answer['body']> {
    const { body } = await until(
      `${id} to be settled`,
      () => this.caller.send('GET', `/runtime/executions/${id}`),
      ({ status, body }) => status === 200 && !['submitting', 'reconciling'].includes(body.status),
      { pollIntervalMs: SETTLED_POLL_INTERVAL_MS },
    );
    return body;
  }

  /** Returns the open orders at the venue. */
  openOrders(): Promise<{ oid: number; cloid: string; limitPx: string }[]> {
    return this.traders.info({ type: 'openOrders', user: this.address });
  }
}
