/**
 * Why a read failed. `waiting`: it waited in the queue too long; `late` and `unreachable`: no answer came; `refused`: an answer with an
 * error status; `malformed`: an answer that isn't what the venue documents.
 */
export type ReadFailure = 'waiting' | 'late' | 'unreachable' | 'refused' | 'malformed';

/** A read of the venue that failed after all attempts. */
export class VenueReadError extends Error {
  override readonly name = 'VenueReadError';

  constructor(
    readonly failure: ReadFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
