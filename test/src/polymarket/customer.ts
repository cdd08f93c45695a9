import { randomUUID } from 'node:crypto';
import type { Address } from 'viem';
import { z } from 'zod';
import { Customer } from '../money/customer.js';
import type { Answer, Caller } from '../platform/caller.js';
import { payIn } from '../platform/chain.js';
import type { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';

const MICRO_USDC = 1_000_000;
const listed = z.object({
  data: z.array(
    z.object({
      condition_id: z.string(),
      minimum_tick_size: z.number(),
      tokens: z.array(z.object({ token_id: z.string(), price: z.number() })),
    }),
  ),
});

/** A market that trades far from the ends, on ticks of a cent. */
export interface TradedMarket {
  readonly conditionId: string;
  /** The token of its first outcome. */
  readonly tokenId: string;
}

/** Returns a market of the sandbox venue. */
export async function tradedMarket(platform: Platform): Promise<TradedMarket> {
  const { venues } = await platform.descriptor();
  const answer = await fetch(`${venues.polymarket.clob_url}/sampling-markets`);
  const { data } = listed.parse(await answer.json());
  for (const { condition_id: conditionId, minimum_tick_size: tick, tokens } of data) {
    const [first] = tokens;
    if (tick === 0.01 && first !== undefined && first.price > 0.3 && first.price < 0.7)
      return { conditionId, tokenId: first.token_id };
  }
  throw new Error('the venue has no such market');
}

/** An account whose wallet trades at Polymarket, by REST alone. */
export class PolymarketCustomer {
  private constructor(
    readonly caller: Caller,
    /** Of the managed wallet: the address of its key at the venue. */
    readonly address: Address,
  ) {}

  /** Registers accounts, pays into their wallets on Polygon, and sets them up with some of it. */
  static async open(
    platform: Platform,
    names: readonly string[],
    { paidUsd, usedUsd }: { readonly paidUsd: number; readonly usedUsd: number },
  ): Promise<PolymarketCustomer[]> {
    const customers: PolymarketCustomer[] = [];
    for (const name of names) customers.push(await PolymarketCustomer.register(platform, name));
    const { polygon } = await platform.descriptor();
    const addresses = customers.map(({ address }) => address);
    await payIn(polygon, addresses, BigInt(paidUsd * MICRO_USDC));
    await Promise.all(customers.map((customer) => customer.setUp(String(usedUsd))));
    return customers;
  }

  /** Registers an account. */
  static async register(platform: Platform, name: string): Promise<PolymarketCustomer> {
    const { caller, address } = await Customer.register(platform, name);
    return new PolymarketCustomer(caller, address);
  }

  /** Asks for a setup. */
  requestSetup(amountUsd: string, key: string = randomUUID()): Promise<Answer> {
    return this.caller.send(
      'POST',
      '/wallet/venues/polymarket/setup',
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
      ({ body }) => body.venues?.polymarket.operation?.status === 'completed',
    );
  }

  /** Submits an action, as JSON text or as an object. */
  submit(action: object | string, key: string = randomUUID()): Promise<Answer> {
    const text = typeof action === 'string' ? action : JSON.stringify(action);
    const headers = { 'idempotency-key': key };
    return this.caller.send('POST', '/runtime/executions', `{"venue":"polymarket","action":${text}}`, headers);
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
  async settled(id: string): Promise<Answer['body']> {
    const { body } = await until(
      `${id} to be settled`,
      () => this.caller.send('GET', `/runtime/executions/${id}`),
      ({ status, body }) => status === 200 && !['submitting', 'reconciling'].includes(body.status),
      { pollIntervalMs: 1_000 },
    );
    return body;
  }
}
