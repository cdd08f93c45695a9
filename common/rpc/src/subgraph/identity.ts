/**
 * Returns the id of a market among those of all venues, and of objects that exist once per market. A normalising cache keeps an object
 * under its type and `id`.
 */
export function marketId({ venue, symbol }: { readonly venue: string; readonly symbol: string }): string {
  return `${venue}/${symbol}`;
}
