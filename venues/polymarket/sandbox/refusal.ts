/** A refusal in the venue's own words, thrown by handlers. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: number,
    readonly body: object,
    readonly headers: Readonly<Record<string, string | number>> = {},
  ) {
    super(JSON.stringify(body));
  }
}

/** Returns Gamma's refusal of something that does not exist. */
export function notFound(what: string): Refusal {
  return new Refusal(404, { type: 'not found error', error: `${what} not found` });
}

/** Returns Gamma's refusal of an invalid parameter. */
export function invalid(error: string): Refusal {
  return new Refusal(422, { type: 'validation error', error });
}

/** Returns the CLOB's refusal, one line of text. */
export function clobError(status: number, error: string): Refusal {
  return new Refusal(status, { error });
}
