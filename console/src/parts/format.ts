/** How figures are written: everywhere alike, in English, with what is unknown never written as a number. */

/** Written for what is not known. */
export const UNKNOWN = '—';

const LOCALE = 'en-US';
/** Made once for each way of writing: making one takes longer than a thousand numbers. */
const formats = new Map<string, Intl.NumberFormat>();
const DAY_SECONDS = 86_400;
const UNITS = [
  [DAY_SECONDS, 'd'],
  [3_600, 'h'],
  [60, 'm'],
  [1, 's'],
] as const;
const BYTES_PER_STEP = 1_024;
const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;
/** Prices below this have meaning in their leading digits, not in two decimals. */
const SMALL_PRICE = 1;

function written(value: number, options: Intl.NumberFormatOptions = {}): string {
  const key = JSON.stringify(options);
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(LOCALE, options);
    formats.set(key, format);
  }
  return format.format(value);
}

/** An amount of USD, as the graph gives it: a decimal string or a number. */
export type Amount = string | number | null | undefined;

/** An amount of USD with two to six decimals, for example `1,234.50`. */
export function usd(amount: Amount): string {
  const value = numberOf(amount);
  if (value === undefined) return UNKNOWN;
  return written(value, { minimumFractionDigits: 2, maximumFractionDigits: 6 });
}

/** An amount with two decimals and its sign, for profit and loss. */
export function signedUsd(amount: Amount): string {
  const value = numberOf(amount);
  if (value === undefined) return UNKNOWN;
  return written(value, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  });
}

/** Percent, given as percent. */
export function percent(value: number | null | undefined, digits = 2): string {
  return value === null || value === undefined ? UNKNOWN : `${decimal(value, digits)} %`;
}

/** Percent with its sign, given as percent. What rounds to nothing has none. */
export function signedPercent(value: number | null | undefined): string {
  if (value === null || value === undefined) return UNKNOWN;
  return `${written(value, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' })} %`;
}

/** A share from 0 to 1, as percent. */
export function share(value: number | null | undefined, digits = 1): string {
  return value === null || value === undefined ? UNKNOWN : percent(value * 100, digits);
}

/** A number with a fixed number of decimals. */
export function decimal(value: number | null | undefined, digits: number): string {
  if (value === null || value === undefined) return UNKNOWN;
  return written(value, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: 'negative',
  });
}

/** A count. */
export function count(value: number | null | undefined): string {
  return value === null || value === undefined ? UNKNOWN : written(value);
}

/** A price, with the digits that it has. */
export function price(value: number | null | undefined): string {
  if (value === null || value === undefined) return UNKNOWN;
  if (Math.abs(value) < SMALL_PRICE) return written(value, { maximumSignificantDigits: 6 });
  return written(value, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
}

/** An instant in UTC, to the minute: `2026-11-29 03:14`. */
export function instant(at: string | null | undefined): string {
  return at === null || at === undefined ? UNKNOWN : at.slice(0, 16).replace('T', ' ');
}

/** The day of an instant in UTC. */
export function day(at: string | null | undefined): string {
  return at === null || at === undefined ? UNKNOWN : at.slice(0, 10);
}

/** A duration in its two largest units: `2 d 3 h`. */
export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return UNKNOWN;
  let rest = Math.max(0, Math.round(seconds));
  const parts: string[] = [];
  for (const [size, unit] of UNITS) {
    const whole = Math.floor(rest / size);
    rest -= whole * size;
    if (whole > 0) parts.push(`${whole} ${unit}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.length === 0 ? '0 s' : parts.join(' ');
}

/** How long ago an instant is, in one unit: `3 m ago`. */
export function ago(at: string, nowMs: number): string {
  const seconds = (nowMs - Date.parse(at)) / 1_000;
  return seconds < 1 ? 'now' : `${duration(seconds).split(' ').slice(0, 2).join(' ')} ago`;
}

/** A size in bytes. */
export function bytes(size: number | null | undefined): string {
  if (size === null || size === undefined) return UNKNOWN;
  const step = size < 1 ? 0 : Math.min(Math.floor(Math.log(size) / Math.log(BYTES_PER_STEP)), BYTE_UNITS.length - 1);
  return `${decimal(size / BYTES_PER_STEP ** step, step === 0 ? 0 : 1)} ${BYTE_UNITS[step]}`;
}

/** A word of the graph as people read it: `block_entries` as `block entries`. */
export function words(value: string): string {
  return value.replaceAll('_', ' ');
}

/** An id or address, shortened in the middle. */
export function short(text: string, ends = 6): string {
  return text.length <= 2 * ends + 1 ? text : `${text.slice(0, ends)}…${text.slice(-ends)}`;
}

/** The number in an amount; undefined where it is not known. */
export function numberOf(amount: Amount): number | undefined {
  if (amount === null || amount === undefined || amount === '') return undefined;
  const value = Number(amount);
  return Number.isFinite(value) ? value : undefined;
}
