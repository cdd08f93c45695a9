// Why: docs/decisions/venues/lighter-setup.md
import type { Address } from 'viem';
import { type Priority, RecentReads } from '../../http/index.js';
import type { OpenOrder, Position } from '../../trading-accounts/index.js';
import type { LighterTrading } from '../client/index.js';
import type { HeldAccount, HeldMarket, ListedOrder } from '../codec/index.js';
import { headersOf, type SigningParts } from './signing.js';
import { ofVenue, unavailable } from './upstream.js';

const USD_DECIMALS = 6;

/** What the venue shows of wallets' accounts. */
export class LighterInfo {
  readonly #recent: RecentReads<HeldAccount | undefined>;

  constructor(
    private readonly client: LighterTrading,
    private readonly signing: SigningParts,
  ) {
    const read = (owner: Address) => this.#read(owner, 'read');
    this.#recent = new RecentReads(read, () => client.mustWait(), signing.clock);
  }

  /** Returns the account of a wallet that has a key there; undefined where there is none. */
  account(owner: Address): Promise<HeldAccount | undefined> {
    return this.#recent.of(owner);
  }

  /** A wallet without a key has nothing that the platform could trade with: the allowance is not spent on it. */
  async #read(owner: Address, priority: Priority): Promise<HeldAccount | undefined> {
    if (await this.signing.keys.has(owner)) return ofVenue(this.client.accounts.ofOwner(owner, priority));
    await this.client.checkReachable().catch((error: unknown) => {
      throw unavailable(error);
    });
    return undefined;
  }

  /** Reads a wallet's account again, whatever was read: one of its actions is signed. */
  forget(owner: Address): void {
    this.#recent.forget(owner);
  }

  /** Returns the positions of a wallet's account; none where there is none. */
  async positions(owner: Address): Promise<readonly Position[]> {
    const account = await this.account(owner);
    return account === undefined ? [] : positionsOf(account);
  }

  /** Returns equity and positions of one reading. */
  async standing(owner: Address): Promise<{ equityMicroUsdc: bigint; positions: readonly Position[] }> {
    const account = await this.#read(owner, 'money');
    if (account === undefined) return { equityMicroUsdc: 0n, positions: [] };
    return { equityMicroUsdc: account.equityMicroUsdc, positions: positionsOf(account) };
  }

  /** Returns the orders of a wallet's account that rest or wait: those of each market in which the account shows some. */
  async openOrders(owner: Address): Promise<readonly OpenOrder[]> {
    const account = await this.account(owner);
    if (account === undefined) return [];
    const { accountIndex } = account;
    const markets = marketsOf(account).filter(({ orderCount }) => orderCount > 0);
    const found: OpenOrder[] = [];
    for (const { marketIndex, symbol } of markets) {
      const sign = () => headersOf(this.signing, owner, accountIndex);
      const { orders, malformedCount } = await ofVenue(this.client.openOrders({ accountIndex, marketIndex }, sign));
      if (malformedCount > 0) throw unavailable('an order can not be read');
      found.push(...orders.map((order) => openOrderOf(order, symbol)));
    }
    return found;
  }
}

/** Some of the markets are not all of them. */
function marketsOf({ markets, malformedCount }: HeldAccount): readonly HeldMarket[] {
  if (malformedCount > 0) throw unavailable('a market of the account can not be read');
  return markets;
}

function positionsOf(account: HeldAccount): readonly Position[] {
  return marketsOf(account)
    .filter(({ size }) => Number(size) !== 0)
    .map((market) => ({
      symbol: market.symbol,
      side: market.isShort ? 'short' : 'long',
      size: market.size,
      sizeUsd: usdOf(market.valueUsd),
      entryPrice: market.entryPrice,
      unrealizedPnlUsd: usdOf(market.unrealizedPnlUsd),
      marginUsedUsd: market.isIsolated ? usdOf(market.allocatedMarginUsd) : marginOf(market),
      liquidationPrice: market.liquidationPrice,
      marginMode: market.isIsolated ? 'isolated' : 'cross',
      leverage: market.leverage,
    }));
}

/** What a position in cross margin needs: the fraction of its value that the account has set, truncated. */
function marginOf({ valueUsd, marginFraction }: HeldMarket): string {
  const micro = BigInt(usdOf(valueUsd).replace('.', ''));
  // The venue writes hundredths of a percent.
  const needed = (micro * BigInt(Math.round(marginFraction * 100))) / 10_000n;
  const digits = String(needed).padStart(USD_DECIMALS + 1, '0');
  return `${digits.slice(0, -USD_DECIMALS)}.${digits.slice(-USD_DECIMALS)}`;
}

/** Returns a decimal text with six decimals, truncated. */
function usdOf(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.');
  return `${whole}.${fraction.slice(0, USD_DECIMALS).padEnd(USD_DECIMALS, '0')}`;
}

function openOrderOf(order: ListedOrder, symbol: string): OpenOrder {
  const { id, clientOrderId, side, type, limitPrice, triggerPrice, size, originalSize, isReduceOnly, createdMs } =
    order;
  const rest = { limitPrice, triggerPrice, size, originalSize, reduceOnly: isReduceOnly, createdAtMs: createdMs };
  return { id, clientOrderId, symbol, side, type, ...rest };
}
