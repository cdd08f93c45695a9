/** A refusal in the venue's own words, thrown by handlers. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: number,
    readonly body: object,
  ) {
    super(JSON.stringify(body));
  }
}

/** Gamma finds nothing by that. */
export function notFound(what: string): Refusal {
  return new Refusal(404, { type: 'not found error', error: `${what} not found` });
}

/** Gamma does not take a parameter. */
export function invalid(error: string): Refusal {
  return new Refusal(422, { type: 'validation error', error });
}

/** The CLOB says what is wrong in one line. */
export function clobError(status: number, error: string): Refusal {
  return new Refusal(status, { error });
}
