/** The address of a market's page. */
export function addressOf({ venue, symbol }: { readonly venue: string; readonly symbol: string }): string {
  return `/app/markets/${encodeURIComponent(venue)}/${encodeURIComponent(symbol)}`;
}
