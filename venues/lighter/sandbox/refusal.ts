/** A refused request, in the venue's own words. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status = 400;

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }

  /** The body of the answer. */
  get body(): string {
    return JSON.stringify({ code: this.code, message: this.message });
  }
}

/**
 * The venue's codes: those of its troubleshooting page and of its users' reports. Where none is known, a request is refused as one with a wrong
 * parameter is.
 */
const CODES = {
  invalidParam: 20_001,
  accountNotFound: 21_100,
  apiKeyNotFound: 21_109,
} as const;

/** Returns the refusal of a parameter. */
export function invalidParam(name: string): Refusal {
  return new Refusal(CODES.invalidParam, `invalid param: ${name}`);
}

/** Returns the refusal of an account that is not there. */
export function accountNotFound(): Refusal {
  return new Refusal(CODES.accountNotFound, 'account not found');
}

/** Returns the refusal of a key that is not registered. */
export function apiKeyNotFound(): Refusal {
  return new Refusal(CODES.apiKeyNotFound, 'api key not found');
}
