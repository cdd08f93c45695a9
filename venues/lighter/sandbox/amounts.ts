const USDC_DECIMALS = 6;

/** Returns an integer of units of the last decimal as the decimal number that the venue writes. */
export function decimalOf(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Returns an amount of USDC. */
export function usdcOf(microUsdc: bigint): string {
  return decimalOf(microUsdc, USDC_DECIMALS);
}
