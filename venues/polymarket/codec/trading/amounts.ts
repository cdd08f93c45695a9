/** Amounts of orders, rounded by a market's tick size as the official client rounds them, in integers of 10^-6. */

/** The decimals of pUSD and of shares. */
const DECIMALS = 6;
/** One pUSD, one share, or the price of a share that pays for certain. */
const ONE = 10n ** BigInt(DECIMALS);
/** Further decimals that the client rounds up to before it cuts. */
const GUARD_DECIMALS = 4;
/** The decimals of a size, at every tick. */
const SIZE_DECIMALS = 2;

/** The tick sizes that the venue gives markets. */
export const tickSizes = ['0.1', '0.01', '0.005', '0.0025', '0.001', '0.0001'] as const;
export type TickSize = (typeof tickSizes)[number];

/** The decimals of prices; those of amounts are `SIZE_DECIMALS` more (`ROUNDING_CONFIG` of the official client). */
const PRICE_DECIMALS: Readonly<Record<TickSize, number>> = {
  '0.1': 1,
  '0.01': 2,
  '0.005': 3,
  '0.0025': 4,
  '0.001': 3,
  '0.0001': 4,
};

export type Side = 'BUY' | 'SELL';

/** What the maker gives and takes, in units of 10^-6: pUSD against shares where it buys, shares against pUSD where it sells. */
export interface OrderAmounts {
  readonly makerAmount: bigint;
  readonly takerAmount: bigint;
}

/** A limit order by its size: shares at a price, in units of 10^-6. */
export interface LimitSizing {
  readonly kind: 'limit';
  readonly size: bigint;
  readonly price: bigint;
}

/** A market order: pUSD to spend or shares to sell, at a price that is the worst, in units of 10^-6. */
export interface MarketSizing {
  readonly kind: 'market';
  readonly amount: bigint;
  readonly price: bigint;
}

/** An order with the amounts that the contract sees. */
export interface ExactSizing extends OrderAmounts {
  readonly kind: 'exact';
}

/** How much an order trades. */
export type Sizing = LimitSizing | MarketSizing | ExactSizing;

/** Returns a decimal text with at most six decimals in units of 10^-6. */
export function unitsOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
}

/** Returns the highest price that a market takes; the lowest one is its tick. */
export function highestPrice(tickSize: TickSize): bigint {
  return ONE - unitsOf(tickSize);
}

/** Returns the amounts of an order in a market, as the official client makes them. */
export function amountsOf(sizing: Sizing, side: Side, tickSize: TickSize): OrderAmounts {
  switch (sizing.kind) {
    case 'limit':
      return limitAmounts(sizing, side, tickSize);
    case 'market':
      return marketAmounts(sizing, side, tickSize);
    case 'exact':
      return { makerAmount: sizing.makerAmount, takerAmount: sizing.takerAmount };
  }
}

function limitAmounts({ size, price }: LimitSizing, side: Side, tickSize: TickSize): OrderAmounts {
  const shares = cut(size, SIZE_DECIMALS);
  // Exact: two decimals times at most four.
  const value = (shares * rounded(price, PRICE_DECIMALS[tickSize])) / ONE;
  return side === 'BUY' ? { makerAmount: value, takerAmount: shares } : { makerAmount: shares, takerAmount: value };
}

function marketAmounts({ amount, price }: MarketSizing, side: Side, tickSize: TickSize): OrderAmounts {
  const worst = cut(price, PRICE_DECIMALS[tickSize]);
  const makerAmount = cut(amount, SIZE_DECIMALS);
  if (side === 'SELL') return { makerAmount, takerAmount: (makerAmount * worst) / ONE };
  return { makerAmount, takerAmount: sharesFor(makerAmount, worst, PRICE_DECIMALS[tickSize] + SIZE_DECIMALS) };
}

/** Returns the shares for an amount at a price: rounded up four decimals further, then cut; none at the price zero. */
function sharesFor(amount: bigint, price: bigint, decimals: number): bigint {
  if (price === 0n) return 0n;
  const scaled = amount * 10n ** BigInt(decimals + GUARD_DECIMALS);
  const up = (scaled + price - 1n) / price;
  return (up / 10n ** BigInt(GUARD_DECIMALS)) * unitOf(decimals);
}

/** The first unit that a number with some decimals counts in. */
function unitOf(decimals: number): bigint {
  return 10n ** BigInt(DECIMALS - decimals);
}

function cut(value: bigint, decimals: number): bigint {
  return value - (value % unitOf(decimals));
}

/** Half is rounded up. */
function rounded(value: bigint, decimals: number): bigint {
  return cut(value + unitOf(decimals) / 2n, decimals);
}
