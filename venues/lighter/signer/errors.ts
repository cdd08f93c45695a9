/**
 * Why there is no signature:
 * - `invalid`: the request is out of the bounds of what may be signed; nothing was asked of the signer.
 * - `refused`: the library does not sign this; asking again gives the same answer.
 * - `busy`: too many requests wait already; nothing was asked of the signer.
 * - `late`: the signer had no answer in time; its process was ended.
 * - `ended`: the signer's process ended before it answered.
 * - `untrue`: the signer answered something else than it was asked; its process was ended.
 * - `unavailable`: no process could be started, too many were, or the signer is closed.
 */
export type SignerFailure = 'invalid' | 'refused' | 'busy' | 'late' | 'ended' | 'untrue' | 'unavailable';

/** A signature or a key that was not made. The message holds nothing of the key, and nothing of what the request's fields hold. */
export class LighterSignerError extends Error {
  override readonly name = 'LighterSignerError';

  constructor(
    readonly failure: SignerFailure,
    message: string,
  ) {
    super(message);
  }
}
