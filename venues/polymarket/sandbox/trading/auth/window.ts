/** How far a request's time may be from the venue's. The venue publishes no figure. */
const WINDOW_S = 300;

/** Returns whether a time in seconds is near enough to now. */
export function isRecent(timestamp: string, nowMs: number): boolean {
  return Math.abs(Number(timestamp) - nowMs / 1_000) <= WINDOW_S;
}
