// Why: docs/decisions/wallet/signing-and-venues.md
import type { Address } from 'viem';

/** The kinds of nonces that venues demand, each with the source that such a venue gets. */
export interface NonceSources {
  /** The venue takes any unused nonce above a window of the signer's largest ones: a nonce that was never sent costs nothing. */
  readonly 'unused-above-window': UnusedNonceSource;
  /** The venue takes the nonce behind the last one alone: one that was never sent holds up all later ones. */
  readonly consecutive: ConsecutiveNonceSource;
  /** What is signed has no nonce and may have no end: whether it took effect is looked up. */
  readonly none: undefined;
}

/** A kind of nonces. */
export type NonceKind = keyof NonceSources;

/** Opens the nonces of a venue's signers, by kind; a venue without nonces opens none. */
export type NonceStores = { readonly [Kind in Exclude<NonceKind, 'none'>]: (venue: string) => NonceSources[Kind] };

/** Nonces that need only be new. */
export interface UnusedNonceSource {
  /** Returns a nonce that no other call of any process gets for the signer: now in milliseconds, or one more than the last. */
  draw(signer: Address): Promise<number>;
}

/**
 * Nonces without a gap. One operation at a time has the signer's next nonce, and the following one is given out when it is known what
 * became of it. Safe in several processes at once, and each method may be called again after a death; an operation itself is worked on by
 * one process at a time. `signer` is the venue's name of the key whose nonces are counted.
 */
export interface ConsecutiveNonceSource {
  /**
   * Returns the nonce that the operation is to be signed with: the same one while its claim is open, which may have been sent already. Throws
   * `NonceError`: `unknown_signer`, `claim_open` while another operation has the nonce, `used` for an operation that has used one (to be sent
   * again it takes another name).
   */
  claim(signer: string, operation: string): Promise<number>;
  /**
   * Keeps with an operation's claim what it is to be looked up by, before that leaves the process: a claim without it has given nothing out.
   * Replaces what was kept. Throws `NonceError`: `not_claimed`.
   */
  keep(signer: string, operation: string, text: string): Promise<void>;
  /** Says that the venue has consumed the operation's nonce, whatever it answered. Throws `NonceError`: `not_claimed`. */
  used(signer: string, operation: string): Promise<void>;
  /**
   * Says that the venue has not consumed the operation's nonce and that nothing will send it any more: the next claim gets it. Does nothing
   * where it is not claimed. Throws `NonceError`: `used`.
   */
  giveBack(signer: string, operation: string): Promise<void>;
  /** Returns the operation that has the signer's next nonce, whose fate must be known before another gets one; undefined for none. */
  openClaim(signer: string): Promise<NonceClaim | undefined>;
  /**
   * Takes over the venue's own next nonce, at the start and when others have used the key. Throws `NonceError`: `claim_open`, and `behind`
   * for a nonce that was given out already, as a venue that lags answers. Throws `RangeError` for what is no whole number from 0 on.
   */
  adopt(signer: string, next: number): Promise<void>;
}

/** An operation's claim to its signer's next nonce. */
export interface NonceClaim {
  readonly operation: string;
  readonly nonce: number;
  /** What the operation is looked up by; absent: nothing was given out under it yet. */
  readonly kept?: string;
}

const REASONS = {
  unknown_signer: 'the next one is to be adopted from the venue first',
  claim_open: 'an operation has the next one, and what became of it is to be looked up first',
  used: 'the operation has used one',
  not_claimed: 'the operation has claimed none',
  behind: 'the next one of the venue was given out already',
} as const;

/** A consecutive nonce that can't be given out, given back or used now; `ConsecutiveNonceSource` says when, by the reason. */
export class NonceError extends Error {
  override readonly name = 'NonceError';

  constructor(
    readonly reason: keyof typeof REASONS,
    signer: string,
  ) {
    super(`nonces of ${signer}: ${REASONS[reason]}`);
  }
}
