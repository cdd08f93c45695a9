import type { MarketReference } from './market.js';

/** The most markets suggested. */
const TOLD_MAX = 5;
/** A shorter name occurs in too many others. */
const LENGTH_MIN = 3;
/** A longer text is not a market's name, and comparing it would take long. */
const LENGTH_MAX = 30;
/** A name of this many characters may have two wrong ones; a shorter name may have one. */
const LONG = 6;
/** Venues trade a thousand of a cheap token under such a name: `kPEPE`, `1000PEPE`. */
const THOUSANDS = /^(?:k(?=[A-Z])|1000)/;
/** Names that only share their letters in order come last. */
const LEAST_LIKE = 100;

/** Returns the markets whose names are nearest to a symbol's, the nearest first; none where nothing is near. */
export function similarMarkets(
  symbol: string,
  markets: readonly (MarketReference & { readonly name: string })[],
): MarketReference[] {
  const asked = baseOf(symbol);
  if (asked.length > LENGTH_MAX) return [];
  const distances = markets.map(({ venue, symbol: own, name }) => ({
    ...{ venue, symbol: own },
    distance: Math.min(distanceOf(asked, plain(name)), distanceOf(asked, plain(name.replace(THOUSANDS, '')))),
  }));
  const isFound = distances.some(({ distance }) => distance === 0);
  return distances
    .filter(({ distance }) => (isFound ? distance === 0 : distance < Number.POSITIVE_INFINITY))
    .sort((left, right) => left.distance - right.distance || (left.symbol < right.symbol ? -1 : 1))
    .slice(0, TOLD_MAX)
    .map(({ venue, symbol: own }) => ({ venue, symbol: own }));
}

/** Returns the base of a symbol: `DOGE` of `DOGE/USDC:USDC`, `DOGE-PERP` and `doge-usd`. */
function baseOf(symbol: string): string {
  return plain(symbol.replace(/[/_].*$|[-.](?:PERP|USDC?|USDT)\b.*$/i, ''));
}

function plain(name: string): string {
  return name.replace(/[^a-z0-9]/gi, '').toUpperCase();
}

/** Returns the distance of two names: zero where they are the same, infinity where they are not alike. */
function distanceOf(left: string, right: string): number {
  if (left === right) return 0;
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  if (short.length < LENGTH_MIN) return Number.POSITIVE_INFINITY;
  if (long.includes(short)) return long.length - short.length;
  const edits = editsBetween(short, long);
  if (edits <= (short.length < LONG ? 1 : 2)) return edits;
  // A ticker's letters occur in order in a name: `BTC` in `BITCOIN`.
  return short[0] === long[0] && isInOrder(short, long)
    ? LEAST_LIKE + long.length - short.length
    : Number.POSITIVE_INFINITY;
}

/** Counts the characters to add, drop or change to turn one text into the other. */
function editsBetween(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [index, character] of [...left].entries()) {
    const next = [index + 1];
    for (const [at, other] of [...right].entries())
      next.push(Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (character === other ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}

function isInOrder(short: string, long: string): boolean {
  let next = 0;
  for (const character of long) if (character === short[next]) next += 1;
  return next === short.length;
}
