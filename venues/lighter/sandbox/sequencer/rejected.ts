import { CODES } from '../refusal.js';

/** A transaction that the sequencer rejects, after the API has accepted it. */
export class Rejected extends Error {
  override readonly name = 'Rejected';

  constructor(
    readonly code: number,
    message: string,
    /** Whether its nonce is used. */
    readonly usesNonce: boolean,
  ) {
    super(message);
  }

  /** What the venue tells of it. */
  get eventInfo(): string {
    return JSON.stringify({ ae: JSON.stringify({ code: this.code, message: this.message }) });
  }
}

/** Returns a rejection that uses the nonce, as most do. */
export function rejected(code: number, message: string): Rejected {
  return new Rejected(code, message, true);
}

/** Returns the rejection of a nonce that does not follow the last one. */
export function wrongNonce(): Rejected {
  return new Rejected(CODES.invalidNonce, 'invalid nonce', false);
}

/** Returns the rejection of a transaction that came too late. */
export function expired(): Rejected {
  return new Rejected(CODES.invalidParam, 'transaction expired', false);
}

/** Returns the rejection by an injected fault. */
export function injectedRejection(): Rejected {
  return rejected(CODES.invalidParam, 'rejected by the sequencer');
}
