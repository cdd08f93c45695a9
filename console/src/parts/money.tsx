import { type Amount, instant, numberOf, signedPercent, signedUsd, usd } from './format.js';

/** An amount of USD. One that is not known says so: it is never shown as zero. */
export function Money({ amount, unknown = 'unknown' }: { readonly amount: Amount; readonly unknown?: string }) {
  if (numberOf(amount) === undefined) return <span class="unknown">{unknown}</span>;
  return (
    <span class="number">
      {usd(amount)} <span class="unit">USD</span>
    </span>
  );
}

/** Profit or loss: with its sign, so that no colour is needed to read it. */
export function Profit(props: { readonly amount: Amount; readonly unit?: 'USD' | 'percent' | 'stake' }) {
  const { amount, unit = 'USD' } = props;
  const value = numberOf(amount);
  if (value === undefined) return <span class="unknown">unknown</span>;
  const text = unit === 'percent' ? signedPercent(value) : signedUsd(value);
  // What rounds to nothing has neither sign nor colour.
  const tone = text.startsWith('-') ? 'loss' : text.startsWith('+') ? 'gain' : '';
  return <span class={`number ${tone}`}>{text}</span>;
}

/** An instant in UTC. */
export function Time({ at, none = '—' }: { readonly at: string | null | undefined; readonly none?: string }) {
  if (at === null || at === undefined) return <span class="unknown">{none}</span>;
  return (
    <time dateTime={at} title={`${at} (UTC)`} class="number">
      {instant(at)}
    </time>
  );
}
