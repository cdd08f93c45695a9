/**
 * Names a market among those of all venues, and what there is one of for each. A normalising cache keeps an object under its type
 * and `id`.
 */
export function marketId({ venue, symbol }: { readonly venue: string; readonly symbol: string }): string {
  return `${venue}/${symbol}`;
}
