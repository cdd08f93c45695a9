const DECIMALS = 8;
const UNIT = 10n ** BigInt(DECIMALS);

/** Returns a decimal text of the venue, with or without a sign, in units of 10^-8. */
export function sizeOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
  return text.startsWith('-') ? -size : size;
}

/** Returns a size as decimal text without trailing zeros. */
export function sizeText(size: bigint): string {
  const positive = size < 0n ? -size : size;
  const fraction = (positive % UNIT).toString().padStart(DECIMALS, '0').replace(/0+$/, '');
  return `${size < 0n ? '-' : ''}${positive / UNIT}${fraction === '' ? '' : `.${fraction}`}`;
}
