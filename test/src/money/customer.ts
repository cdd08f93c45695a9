import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Address, isAddress } from 'viem';
import { type Answer, Caller, readCode } from '../platform/caller.js';
import { payIn } from '../platform/chain.js';
import type { Platform } from '../platform/platform.js';
import { withStore } from '../platform/store.js';
import { askVenue } from '../platform/venue.js';
import { until } from '../platform/wait.js';

const MICRO_USDC = 1_000_000n;
/** In the harsh world reads of the venue are up to 2 s late. */
const READ_LAG_MS = 2_100;
/** How long an account waits for its next code. */
const CODE_COOLDOWN_MS = 60_000;

/** The authorization of a withdrawal, beside its amount. */
export interface Withdrawal {
  /** The Idempotency-Key. */
  readonly key: string;
  readonly body: object;
}

/** An account that moves its money only through REST. */
export class Customer {
  private constructor(
    private readonly platform: Platform,
    readonly caller: Caller,
    /** Of the managed wallet. */
    readonly address: Address,
  ) {}

  /** Registers an account and reads its wallet. */
  static async register(platform: Platform, name: string): Promise<Customer> {
    return Customer.of(platform, await Caller.register(platform, `${name}@example.com`));
  }

  /** The customer who has an account already. */
  static async of(platform: Platform, caller: Caller): Promise<Customer> {
    const { body } = await until(
      'the wallet',
      () => caller.send('GET', '/wallet'),
      ({ status }) => status === 200,
    );
    if (!isAddress(body.address)) throw new Error(`no address: ${body.address}`);
    return new Customer(platform, caller, body.address);
  }

  /** Pays in, for several at once, and waits until it can be spent. */
  static async fund(platform: Platform, customers: readonly Customer[], amountUsd: number): Promise<void> {
    const { arbitrum } = await platform.descriptor();
    await payIn(
      arbitrum,
      customers.map(({ address }) => address),
      BigInt(amountUsd) * MICRO_USDC,
    );
    await Promise.all(customers.map((customer) => customer.confirmedDeposit()));
  }

  /** The list of deposits, once its newest is confirmed. */
  confirmedDeposit(): Promise<Answer> {
    return until(
      'the deposit',
      () => this.caller.send('GET', '/wallet/deposits'),
      ({ body }) => body?.deposits?.[0]?.status === 'confirmed',
    );
  }

  /** Moves held funds to hyperliquid; returns the wallet once that is completed and the venue's reads have caught up. */
  async setUp(amountUsd: string): Promise<Answer> {
    await this.#persist('/wallet/venues/hyperliquid/setup', { amount_usd: amountUsd }, randomUUID());
    await this.wallet(({ venues }) => venues.hyperliquid.operation?.status === 'completed');
    await wait(READ_LAG_MS);
    return this.wallet();
  }

  /** Returns the wallet, once it can be read and is as expected. */
  wallet(hoped: (body: Answer['body']) => boolean = () => true): Promise<Answer> {
    return until(
      'the wallet',
      () => this.caller.send('GET', '/wallet'),
      ({ status, body }) => status === 200 && hoped(body),
    );
  }

  /** Submits a native action; returns its record once its outcome is known, also where the venue has rejected it. */
  async execute(action: object): Promise<Answer['body']> {
    const headers = { 'idempotency-key': randomUUID() };
    const { body } = await until(
      '/runtime/executions',
      () => this.caller.send('POST', '/runtime/executions', { venue: 'hyperliquid', action }, headers),
      ({ status, body }) => status < 300 || body?.error?.code === 'exchange_rejected',
    );
    return this.execution(body.id ?? body.error.details.execution_id);
  }

  /** The record of a native action, once its outcome is known. */
  async execution(id: string): Promise<Answer['body']> {
    const settled = await until(
      'the execution',
      () => this.caller.send('GET', `/runtime/executions/${id}`),
      ({ status, body }) => status === 200 && !['submitting', 'reconciling'].includes(body.status),
    );
    return settled.body;
  }

  /** Returns the open orders at the venue, once its reads have caught up. */
  async openOrders(): Promise<{ oid: number; coin: string }[]> {
    await wait(READ_LAG_MS);
    const { venues } = await this.platform.descriptor();
    return askVenue(venues.hyperliquid.url, { type: 'openOrders', user: this.address });
  }

  /** Requests a code and reads it, as if a minute had passed since the previous one. */
  async authorize(amountUsd: string, destination: Address, source = 'arbitrum'): Promise<Withdrawal> {
    const key = randomUUID();
    await withStore(this.platform, 'wallet', (store) =>
      store
        .collection('withdrawal_code_messages')
        .updateMany(
          { 'sent.accountId': this.caller.accountId },
          { $set: { 'sent.$[].at': new Date(Date.now() - CODE_COOLDOWN_MS) } },
        ),
    );
    const { arbitrum, mailbox_dir: mailbox } = await this.platform.descriptor();
    const asset = { chain: 'arbitrum', asset_address: arbitrum.usdc_address };
    const intent = { source, amount_usd: amountUsd, destination_wallet: destination, ...asset };
    const challenge = await this.#persist('/wallet/withdraw/otp', intent, key);
    const code = await readCode(mailbox, this.caller.email);
    const authorization = { type: 'email_otp', challenge_id: challenge.body.challenge_id, code };
    return { key, body: { ...intent, authorization } };
  }

  /** Sends an authorized withdrawal once. */
  requestWithdrawal({ key, body }: Withdrawal): Promise<Answer> {
    return this.caller.send('POST', '/wallet/withdraw', body, { 'idempotency-key': key });
  }

  /** Sends an authorized withdrawal until it is accepted; returns its id. */
  async withdraw({ key, body }: Withdrawal): Promise<string> {
    return (await this.#persist('/wallet/withdraw', body, key)).body.id;
  }

  /** Returns a withdrawal, once it is as expected. */
  withdrawal(id: string, ...statuses: string[]): Promise<Answer> {
    return until(
      `a withdrawal to be ${statuses}`,
      () => this.caller.send('GET', `/wallet/withdrawals/${id}`),
      ({ body }) => statuses.includes(body?.status),
    );
  }

  /** Returns the lines of the statement: kind, amount, fee and what the wallets' balance changed by, oldest first. */
  async statement(): Promise<string[]> {
    const { baseUrl, apiKey } = this.caller;
    const answer = await fetch(`${baseUrl}/wallet/ledger.csv`, { headers: { 'x-api-key': apiKey } });
    const [head = '', ...rows] = (await answer.text()).trim().split('\r\n');
    const names = head.split(',');
    const columns = ['kind', 'amount_usd', 'fee_usd', 'held_change_usd'].map((name) => names.indexOf(name));
    return rows.map((row) => columns.map((column) => row.split(',')[column]).join(' ')).toReversed();
  }

  /** Repeats one idempotent request until it is accepted, as a client does whose connection broke. */
  #persist(path: string, body: object, key: string): Promise<Answer> {
    return until(
      path,
      () => this.caller.send('POST', path, body, { 'idempotency-key': key }),
      ({ status }) => status < 300,
    );
  }
}
