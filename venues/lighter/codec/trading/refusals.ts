/**
 * The venue's codes that its API has refused a transaction: nothing was done, and the nonce is not used. Source: apidocs.lighter.xyz, data
 * structures, constants and errors, and what clients have seen, November 2026. Any other code leaves the outcome open. So does 21104,
 * "invalid nonce": this very transaction may have used it.
 */
const CODES: ReadonlySet<number> = new Set([
  // The request: a field that the venue can't read.
  20_001,
  // The account and its key.
  ...[21_100, 21_102, 21_108, 21_109, 21_110, 21_111, 21_112, 21_120, 21_133, 21_149, 21_301, 21_304],
  // The transaction.
  ...[21_501, 21_505, 21_506, 21_507, 21_508, 21_511],
  // The market.
  ...[21_600, 21_601, 21_602, 21_603, 21_604, 21_605, 21_612, 21_613, 21_614, 21_615],
  // The order.
  ...from(21_700, 21_740),
  // Too many requests.
  23_000,
]);

/** The statuses of the venue's verdicts on what was sent. */
const SPEAKING: readonly number[] = [200, 400, 429];

/** Returns whether the venue's verdicts come with a status; with any other one a proxy may speak. */
export function isSpeaking(status: number): boolean {
  return SPEAKING.includes(status);
}

/** Returns whether a code of the venue is its API's verdict that it has not taken a transaction. */
export function isRefusal(code: number): boolean {
  return CODES.has(code);
}

function from(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
