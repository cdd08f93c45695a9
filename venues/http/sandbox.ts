/** What a sandbox venue says of itself: rows up to `recordedUntilMs` are replayed, the others are made up. */
export interface SandboxNotice {
  readonly recordedUntilMs: number;
}

/** A sandbox venue says in each answer that it is one, and up to which time the rows were recorded at the real venue. */
const SANDBOX_HEADER = 'x-sandbox';
const RECORDED_UNTIL_HEADER = 'x-sandbox-recorded-until';

/** What an answer's headers say of a sandbox; undefined: it came from the venue itself. */
export function sandboxOf(headers: Readonly<Record<string, unknown>>): SandboxNotice | undefined {
  if (headers[SANDBOX_HEADER] === undefined) return undefined;
  const recordedUntilMs = Number(headers[RECORDED_UNTIL_HEADER]);
  return { recordedUntilMs: Number.isFinite(recordedUntilMs) ? recordedUntilMs : Number.NEGATIVE_INFINITY };
}
