import type { Clock, Random } from '@platform/kit/clock';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

const ALGORITHM = 'ES256';
const TTL_SECONDS = 3_600;
const KEY_ID_BYTES = 8;
/** The signing key, and the one before it, whose tokens may still be in use. */
const PUBLISHED_KEYS = 2;

interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly published: JWK;
}

/** The subject of a token. */
export interface Login {
  readonly wallet: string;
  readonly email?: string | undefined;
}

/** Stands in for a provider of embedded wallets: it trusts every caller, and its tokens say that they are a sandbox's. */
export class IdentityProvider {
  #keys: readonly SigningKey[] = [];

  private constructor(
    private readonly options: { readonly issuer: string; readonly audience: string },
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** Makes a provider with a new key: tokens of an earlier start are void. */
  static async create(
    options: { readonly issuer: string; readonly audience: string },
    clock: Clock,
    random: Random,
  ): Promise<IdentityProvider> {
    const provider = new IdentityProvider(options, clock, random);
    await provider.rotate();
    return provider;
  }

  /** The public keys. */
  jwks(): { keys: readonly JWK[] } {
    return { keys: this.#keys.map(({ published }) => published) };
  }

  /** Signs with a new key from now on. */
  async rotate(): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair(ALGORITHM);
    const kid = `sandbox-${this.random.bytes(KEY_ID_BYTES).toString('hex')}`;
    const published = { ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: 'sig' };
    this.#keys = [{ kid, privateKey, published }, ...this.#keys].slice(0, PUBLISHED_KEYS);
  }

  /** Returns a token for the owner of a login wallet, valid for an hour. */
  async mint({ wallet, email }: Login): Promise<string> {
    const [key] = this.#keys;
    if (key === undefined) throw new Error('no key');
    const issuedAt = Math.floor(this.clock.nowMs() / 1_000);
    return new SignJWT({
      wallet_address: wallet,
      ...(email === undefined ? {} : { email, email_verified: true }),
      sandbox: true,
    })
      .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: 'JWT' })
      .setIssuer(this.options.issuer)
      .setAudience(this.options.audience)
      .setSubject(`sandbox:${wallet.toLowerCase()}`)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + TTL_SECONDS)
      .sign(key.privateKey);
  }
}
