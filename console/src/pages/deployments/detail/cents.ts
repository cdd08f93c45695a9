import { type Amount, numberOf } from '../../../parts/format.js';

/** An amount of USD to the cent: bots and venues reckon with more digits than anybody reads. */
export function cents(amount: Amount): number | undefined {
  const value = numberOf(amount);
  return value === undefined ? undefined : Math.round(value * 100) / 100;
}
