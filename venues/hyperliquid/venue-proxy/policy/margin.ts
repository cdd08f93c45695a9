/** A bot's present or possible holding in one coin. */
export interface Holding {
  readonly coin: string;
  readonly valueMicroUsdc: bigint;
}

/** The leverage of each coin. */
export type Leverages = Readonly<Record<string, number>>;

/** Returns the margin of holdings: their value divided by the leverage of their coin, rounded up; an unknown leverage counts as 1. */
export function marginOf(holdings: readonly Holding[], leverages: Leverages, maximumLeverage: number): bigint {
  const values = new Map<string, bigint>();
  for (const { coin, valueMicroUsdc } of holdings) values.set(coin, (values.get(coin) ?? 0n) + valueMicroUsdc);
  return [...values].reduce((sum, [coin, value]) => {
    const leverage = BigInt(Math.min(leverages[coin] ?? 1, maximumLeverage));
    return sum + (value + leverage - 1n) / leverage;
  }, 0n);
}
