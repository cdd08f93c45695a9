/**
 * Numbers as the venue writes them: decimal text without exponent, whole numbers with one decimal (`64900.0`), otherwise
 * without trailing zeros. Prices lie on the venue's grid: at most five significant figures and `6 - szDecimals`
 * decimals, whole numbers always allowed.
 */

const PERPETUAL_PRICE_DECIMALS = 6;
const SIGNIFICANT_FIGURES = 5;

/** Formats `value` as the venue does, with at most `decimals` decimals. */
export function decimalText(value: number, decimals = 10): string {
  const text = value.toFixed(decimals);
  if (!text.includes('.')) return `${text}.0`;
  const trimmed = text.replace(/0+$/, '');
  const whole = trimmed.endsWith('.') ? `${trimmed}0` : trimmed;
  return whole === '-0.0' ? '0.0' : whole;
}

/** Returns how many decimals a price near `price` may have. */
export function priceDecimals(price: number, sizeDecimals: number): number {
  const bySignificance = SIGNIFICANT_FIGURES - 1 - Math.floor(Math.log10(price));
  return Math.max(0, Math.min(bySignificance, PERPETUAL_PRICE_DECIMALS - sizeDecimals));
}

/** Returns the nearest price on the venue's grid: monotone, so that a candle's extremes stay extremes when rounded. */
export function roundPrice(price: number, sizeDecimals: number): number {
  return Number(price.toFixed(priceDecimals(price, sizeDecimals)));
}

/** Returns the distance between two prices of the grid near `price`. */
export function tickSize(price: number, sizeDecimals: number): number {
  return Number(`1e-${priceDecimals(price, sizeDecimals)}`);
}
