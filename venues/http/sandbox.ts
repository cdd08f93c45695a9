/** A sandbox venue's notice: rows up to `recordedUntilMs` are replayed, later ones are generated. */
export interface SandboxNotice {
  readonly recordedUntilMs: number;
}

/** A sandbox venue marks each answer with this header, with the time up to which its rows were recorded at the real venue. */
const SANDBOX_HEADER = 'x-sandbox';
const RECORDED_UNTIL_HEADER = 'x-sandbox-recorded-until';

/** Returns the sandbox notice in an answer's headers; undefined: the answer came from the venue itself. */
export function sandboxOf(headers: Readonly<Record<string, unknown>>): SandboxNotice | undefined {
  if (headers[SANDBOX_HEADER] === undefined) return undefined;
  const recordedUntilMs = Number(headers[RECORDED_UNTIL_HEADER]);
  return { recordedUntilMs: Number.isFinite(recordedUntilMs) ? recordedUntilMs : Number.NEGATIVE_INFINITY };
}
