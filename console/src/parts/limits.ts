import { count, instant, usd } from './format.js';

/** What a mandate limits, as the graph gives it; null and left out alike mean no limit. */
export interface Limits {
  readonly venues?: readonly string[] | null;
  readonly symbols?: readonly string[] | null;
  readonly maxOrderUsd?: string | null;
  readonly maxDailyUsd?: string | null;
  readonly maxLeverage?: number | null;
  readonly reduceOnly?: boolean;
  readonly expiresAt?: string | null;
}

type Written<Value> = (value: Value) => string;

/** Each limit of a mandate in words; empty without a mandate. */
export function limitsOf(mandate: Limits | null | undefined): string[] {
  if (mandate === null || mandate === undefined) return [];
  const { venues, symbols, maxOrderUsd, maxDailyUsd, maxLeverage, reduceOnly, expiresAt } = mandate;
  return [
    ...limit(venues, (names) => `only at ${names.join(', ')}`),
    ...limit(symbols, (names) => `only ${names.join(', ')}`),
    ...limit(maxOrderUsd, (amount) => `${usd(amount)} USD an order`),
    ...limit(maxDailyUsd, (amount) => `${usd(amount)} USD a day (UTC)`),
    ...limit(maxLeverage, (times) => `leverage ${count(times)}×`),
    ...(reduceOnly === true ? ['only reduces and cancels'] : []),
    ...limit(expiresAt, (at) => `ends ${instant(at)} UTC`),
  ];
}

function limit<Value>(value: Value | null | undefined, written: Written<Value>): string[] {
  return value === null || value === undefined ? [] : [written(value)];
}
