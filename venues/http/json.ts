/** The form of numbers that may be beyond 2^53 - 1: sixteen digits, or an exponent. */
const PERHAPS_LARGE = /\d{16}|\d[eE]/;

/** Reads JSON without rounding: an integer beyond 2^53 - 1 becomes its text. */
export function parseLosslessly(text: string): unknown {
  // Checking every value takes ten times as long, and few answers hold such a number.
  return PERHAPS_LARGE.test(text) ? JSON.parse(text, keepLarge) : JSON.parse(text);
}

/** Reads JSON in the same way; undefined for what is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return parseLosslessly(text);
  } catch {
    return undefined;
  }
}

function keepLarge(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  const isLarge = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isLarge ? (context?.source ?? String(value)) : value;
}
