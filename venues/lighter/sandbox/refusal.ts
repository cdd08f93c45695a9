/** A refused request, in the venue's own words. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly code: number,
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }

  /** The body of the answer. */
  get body(): string {
    return JSON.stringify({ code: this.code, message: this.message });
  }
}

/**
 * The venue's codes: those of its troubleshooting page, of its page of errors, and of its users' reports. Where none is known, a request is
 * refused as one with a wrong parameter is.
 */
export const CODES = {
  invalidParam: 20_001,
  tooManyRequests: 23_000,
  accountNotFound: 21_100,
  invalidNonce: 21_104,
  unregisteredKey: 21_108,
  apiKeyNotFound: 21_109,
  invalidSignature: 21_120,
  transactionNotFound: 21_500,
  belowInitialMargin: 21_508,
  invalidMarketIndex: 21_602,
  invalidMarginMode: 21_613,
  noPosition: 21_614,
  invalidMarginFraction: 21_626,
  invalidOrderIndex: 21_700,
  invalidOrderAmount: 21_706,
  invalidTriggerPrice: 21_729,
  tooFarFromMark: 21_734,
  notEnoughMargin: 21_739,
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

/** Returns the refusal of a nonce that does not follow the last one; it stays unused. */
export function refusedNonce(): Refusal {
  return new Refusal(CODES.invalidNonce, 'invalid nonce');
}

/** Returns the refusal of a transaction whose key is not registered. */
export function unregisteredKey(): Refusal {
  return new Refusal(CODES.unregisteredKey, 'invalid PublicKey, please run changePubKey');
}

/** Returns the refusal of a signature: of the key's or of the owner's. */
export function invalidSignature(): Refusal {
  return new Refusal(CODES.invalidSignature, 'invalid signature');
}

/** Returns the refusal of a transaction that is not there. */
export function transactionNotFound(): Refusal {
  return new Refusal(CODES.transactionNotFound, 'transaction not found');
}

/** Returns the refusal of an order whose price was likely a slip. */
export function tooFarFromMark(): Refusal {
  return new Refusal(CODES.tooFarFromMark, 'limit order price is too far from the mark price');
}

/** Returns the refusal of an account that has sent too much within a minute. */
export function tooManyRequests(): Refusal {
  return new Refusal(CODES.tooManyRequests, 'Too Many Requests!', 429);
}
