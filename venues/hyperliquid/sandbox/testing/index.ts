import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '@platform/kit/clock';
import { type Hex, toHex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount, sign } from 'viem/accounts';
import type { Journal } from '../../../simulation/index.js';
import { accountActions } from '../exchange/accounts/account-actions.js';
import { creditDeposit } from '../exchange/accounts/money.js';
import type { ExchangeAnswer } from '../exchange/exchange.js';
import { orderActions } from '../exchange/orders/order-actions.js';
import { USDC } from '../exchange/units.js';
import { envelope } from '../exchange/wire.js';
import { answerInfo } from '../info/table.js';
import { openJournal } from '../store/journal.js';
import { openVenue, type Venue } from '../venue.js';

export { Bridge } from '../bridge/bridge.js';
export { BRIDGE_ADDRESS, openBridgeChain } from '../bridge/chain.js';
export { answerInfo } from '../info/table.js';

/** Shared parts of tests of the trading side: a venue on a manual clock, and users who sign as its clients do. */

const START_MS = Date.UTC(2026, 10, 21, 9, 17, 3);
const HANDLERS = { ...orderActions, ...accountActions };

/** A venue with its own state; `again` reopens the state on disk, as after a kill. */
export interface TestVenue extends Venue {
  readonly clock: ManualClock;
  readonly directory: string;
  readonly journal: Journal;
  again(): Promise<TestVenue>;
}

/** Opens a venue with a stopped clock. */
export async function openTestVenue(
  directory = mkdtempSync(join(tmpdir(), 'sandbox-hyperliquid-')),
  clock = new ManualClock(START_MS),
  readLagMs = 0,
): Promise<TestVenue> {
  const journal = openJournal(directory);
  const venue = await openVenue({
    clock,
    seed: 1,
    recordingsDirectory: undefined,
    journal,
    networks: ['Mainnet', 'Testnet'],
    readLagMs,
  });
  return { ...venue, clock, directory, journal, again: () => openTestVenue(directory, clock) };
}

/** Moves a venue's clock second by second, as its ticker would. */
export function wait({ clock, exchange }: TestVenue, seconds: number, stepSeconds = 1): void {
  for (let waited = 0; waited < seconds; waited += stepSeconds) {
    clock.advance(stepSeconds * 1_000);
    exchange.passTime();
  }
}

/** Credits an address as the bridge does. */
export function payIn({ exchange }: TestVenue, address: string, usdc: number): void {
  exchange.change((context) => creditDeposit(context, address.toLowerCase(), BigInt(usdc) * USDC, '0x00'));
}

/** A user with a key. */
export class TestUser {
  readonly key: Hex;
  readonly account: PrivateKeyAccount;
  readonly address: string;
  readonly #venue: TestVenue;
  #nonce: number;

  /** Deposits the amount, unless it is 0. */
  constructor(venue: TestVenue, depositUsdc: number) {
    this.key = generatePrivateKey();
    this.account = privateKeyToAccount(this.key);
    this.address = this.account.address.toLowerCase();
    this.#venue = venue;
    this.#nonce = venue.clock.nowMs();
    if (depositUsdc > 0) payIn(venue, this.address, depositUsdc);
  }

  /** Signs an action and sends it; `extra` is added to the request. */
  async act(action: Record<string, unknown>, extra: Record<string, unknown> = {}): Promise<ExchangeAnswer> {
    return this.#venue.exchange.act(await this.signed(action, extra));
  }

  /** Returns the request of a signed action. */
  async signed(action: Record<string, unknown>, extra: Record<string, unknown> = {}): Promise<object> {
    this.#nonce += 1;
    const nonce = Number(extra['nonce'] ?? this.#nonce);
    const isUserSigned =
      String(action['type']) in
      { usdSend: 0, withdraw3: 0, usdClassTransfer: 0, approveAgent: 0, approveBuilderFee: 0 };
    const stamp = action['type'] === 'usdSend' || action['type'] === 'withdraw3' ? { time: nonce } : { nonce };
    const complete = isUserSigned
      ? { hyperliquidChain: 'Mainnet', signatureChainId: '0xa4b1', ...stamp, ...action }
      : action;
    const unsigned = { action: complete, nonce, ...extra, signature: { r: '0x1', s: '0x1', v: 27 } };
    const parsed = envelope.parse(unsigned);
    const [hash = '0x'] = HANDLERS[parsed.action.type]?.parse(parsed.action)?.signingHashes(parsed, ['Mainnet']) ?? [];
    const { r, s, v = 27n } = await sign({ hash, privateKey: this.key });
    return { ...unsigned, signature: { r, s, v: Number(v) } };
  }

  /** Places one order and returns its outcome. */
  async order(fields: TestOrder, extra: Record<string, unknown> = {}): Promise<Record<string, unknown> | string> {
    const { asset = 1, buy = true, size, price, tif = 'Gtc', reduceOnly = false, cloid, trigger } = fields;
    const t = trigger === undefined ? { limit: { tif } } : { trigger };
    const wire = { a: asset, b: buy, p: String(price), s: String(size), r: reduceOnly, t, ...(cloid && { c: cloid }) };
    return (await this.statuses({ type: 'order', orders: [wire], grouping: 'na', ...extra }))[0] ?? {};
  }

  /** Returns the outcomes of an action on orders. */
  async statuses(action: Record<string, unknown>): Promise<(Record<string, unknown> | string)[]> {
    const answer = await this.act(action);
    if (answer.status === 'err') throw new Error(answer.response);
    return 'data' in answer.response && 'statuses' in answer.response.data
      ? (answer.response.data.statuses as (Record<string, unknown> | string)[])
      : [];
  }

  /** Sends `POST /info` for this user. */
  info<Answer>(type: string, extra: Record<string, unknown> = {}): Answer {
    return answerInfo({ type, user: this.address, ...extra }, this.#venue) as Answer;
  }
}

/** A test's order: ETH, bought, good till canceled by default. */
export interface TestOrder {
  readonly asset?: number;
  readonly buy?: boolean;
  readonly size: number | string;
  readonly price: number | string;
  readonly tif?: 'Gtc' | 'Ioc' | 'Alo';
  readonly reduceOnly?: boolean;
  readonly cloid?: string;
  readonly trigger?: { readonly isMarket: boolean; readonly triggerPx: string; readonly tpsl: 'tp' | 'sl' };
}

/** Returns a client order id. */
export function cloidOf(number: number): Hex {
  return toHex(number, { size: 16 });
}
