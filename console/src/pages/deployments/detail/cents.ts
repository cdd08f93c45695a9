/** An amount of USD to the cent: bots reckon with more digits than anybody reads. */
export function cents(usd: number | null): number | null {
  return usd === null ? null : Math.round(usd * 100) / 100;
}
