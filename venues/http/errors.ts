/**
 * Why a read came to nothing. `waiting`: its turn did not come in time; `late` and `unreachable`: no answer came;
 * `refused`: an answer with a status that says no; `malformed`: an answer that isn't what the venue documents.
 */
export type ReadFailure = 'waiting' | 'late' | 'unreachable' | 'refused' | 'malformed';

/** A read of the venue that came to nothing, after all attempts. */
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
