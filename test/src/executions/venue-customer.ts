import { randomUUID } from 'node:crypto';
import type { Network } from '@platform/kit/networks';
import type { VenueOffering } from '@platform/venues/registry';
import type { Address } from 'viem';
import { Customer } from '../money/customer.js';
import type { Answer, Caller } from '../platform/caller.js';
import { payIn } from '../platform/chain.js';
import type { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';

const MICRO_USDC = 1_000_000;

/** A venue, and the network on which its customers are paid. */
export interface CustomersVenue {
  readonly venue: VenueOffering<'setup'>;
  readonly network: Network;
}

/** An account whose wallet trades at a venue, by REST alone. */
export class VenueCustomer {
  private constructor(
    readonly caller: Caller,
    readonly venue: CustomersVenue['venue'],
    /** Of the managed wallet: the address of its key at the venue. */
    readonly address: Address,
  ) {}

  /** Registers accounts, pays into their wallets, and sets them up with some of it. */
  static async open(
    platform: Platform,
    { venue, network }: CustomersVenue,
    names: readonly string[],
    { paidUsd, usedUsd }: { readonly paidUsd: number; readonly usedUsd: number },
  ): Promise<VenueCustomer[]> {
    const customers: VenueCustomer[] = [];
    for (const name of names) customers.push(await VenueCustomer.register(platform, venue, name));
    const { [network]: chain } = await platform.descriptor();
    const addresses = customers.map(({ address }) => address);
    await payIn(chain, addresses, BigInt(paidUsd * MICRO_USDC));
    await Promise.all(customers.map((customer) => customer.setUp(String(usedUsd))));
    return customers;
  }

  /** Registers an account. */
  static async register(platform: Platform, venue: CustomersVenue['venue'], name: string): Promise<VenueCustomer> {
    const { caller, address } = await Customer.register(platform, name);
    return new VenueCustomer(caller, venue, address);
  }

  /** Asks for a setup. */
  requestSetup(amountUsd: string, key: string = randomUUID()): Promise<Answer> {
    return this.caller.send(
      'POST',
      `/wallet/venues/${this.venue}/setup`,
      { amount_usd: amountUsd },
      { 'idempotency-key': key },
    );
  }

  /** Sets the wallet up, once what was paid in can be spent. */
  async setUp(amountUsd: string): Promise<void> {
    const key = randomUUID();
    await until(
      'the setup being accepted',
      () => this.requestSetup(amountUsd, key),
      ({ status }) => status < 300,
    );
    await until(
      'the setup',
      () => this.caller.send('GET', '/wallet'),
      ({ body }) => body.venues?.[this.venue].operation?.status === 'completed',
    );
  }

  /** Submits an action, as JSON text or as an object. */
  submit(action: object | string, key: string = randomUUID()): Promise<Answer> {
    const text = typeof action === 'string' ? action : JSON.stringify(action);
    const headers = { 'idempotency-key': key };
    return this.caller.send('POST', '/runtime/executions', `{"venue":"${this.venue}","action":${text}}`, headers);
  }

  /** Submits an action until it has a record, as a client does whose connection broke; returns the record's id. */
  async submitUntilRecorded(action: object, key: string): Promise<string> {
    const { status, body } = await until(
      'the execution',
      () => this.submit(action, key),
      ({ status, body }) => status < 300 || (status < 500 && body?.error?.code !== 'rate_limited'),
      { pollIntervalMs: 200 },
    );
    const id = status < 300 ? body.id : body.error.details?.execution_id;
    if (typeof id !== 'string') throw new Error(`${status} ${JSON.stringify(body)}`);
    return id;
  }

  /** Returns a record, once its outcome is known or waits for an operator. */
  async settled(id: string, timeoutMs?: number): Promise<Answer['body']> {
    const { body } = await until(
      `${id} to be settled`,
      () => this.caller.send('GET', `/runtime/executions/${id}`),
      ({ status, body }) => status === 200 && !['submitting', 'reconciling'].includes(body.status),
      { pollIntervalMs: 1_000, ...(timeoutMs !== undefined && { timeoutMs }) },
    );
    return body;
  }
}
