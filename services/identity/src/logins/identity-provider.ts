import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import { type LoginClaims, readLoginClaims, type WalletClaim } from './wallet-claims.js';

/** Asymmetric algorithms only: with a symmetric one, anyone who knows the public key could sign. */
const ALGORITHMS = ['ES256', 'ES384', 'RS256', 'PS256', 'EdDSA'];
/** A token with an unknown key triggers a new read of the keys, at most once in this time. */
const KEYS_COOLDOWN_MS = 1_000;
const KEYS_KEPT_MS = 10 * 60_000;
/** Less than the gateway's time-out. */
const KEYS_TIMEOUT_MS = 2_000;

/** The claims that name the user, in the tokens of every provider. */
const subjectClaims = z.object({ iss: z.string().min(1), sub: z.string().min(1).max(255) });

/** A user whom an identity provider knows: one account per issuer and subject. */
export interface WalletLogin extends LoginClaims {
  readonly issuer: string;
  readonly subject: string;
}

/** Where a provider's keys are, and the required claims of its tokens. */
export interface IdentityProviderOptions {
  readonly jwksUrl: string;
  readonly issuer: string;
  readonly audience: string;
  /** Where its tokens name the wallet. */
  readonly walletClaim: WalletClaim;
}

/** Verifies the tokens of an identity provider of embedded wallets. */
export class IdentityProvider {
  readonly #keys: JWTVerifyGetKey;

  constructor(
    private readonly options: IdentityProviderOptions,
    private readonly clock: Clock,
  ) {
    this.#keys = createRemoteJWKSet(new URL(options.jwksUrl), {
      cooldownDuration: KEYS_COOLDOWN_MS,
      cacheMaxAge: KEYS_KEPT_MS,
      timeoutDuration: KEYS_TIMEOUT_MS,
    });
  }

  /**
   * Returns the wallet login that a token names. Throws `unauthorized`, or `service_unavailable` when the provider's keys can't be read.
   */
  async verify(token: Secret): Promise<WalletLogin> {
    const { issuer, audience, walletClaim } = this.options;
    try {
      const { payload } = await jwtVerify(token.reveal(), this.#keys, {
        algorithms: ALGORITHMS,
        issuer,
        audience,
        requiredClaims: ['exp', 'sub'],
        currentDate: this.clock.now(),
      });
      const { iss, sub } = subjectClaims.parse(payload);
      return { issuer: iss, subject: sub, ...readLoginClaims(walletClaim, payload) };
    } catch (error) {
      throw new PlatformError(isUnreadable(error) ? 'service_unavailable' : 'unauthorized', { cause: error });
    }
  }
}

/** Returns whether reading the provider's keys failed, rather than the token: `jose` has no error class for that. */
function isUnreadable(error: unknown): boolean {
  if (error instanceof z.ZodError) return false;
  if (!(error instanceof errors.JOSEError)) return true;
  return ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'].includes(error.code);
}
