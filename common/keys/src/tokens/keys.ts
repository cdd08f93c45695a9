import { readFile } from 'node:fs/promises';
import { type CryptoKey, importJWK, type JWK } from 'jose';
import { type Workload, workloads } from './caller.js';

/** How soon a file whose keys were replaced is noticed. */
export const KEY_RELOAD_INTERVAL_MS = 5_000;

/** How long a token is valid: a token that claims a longer time is refused. */
export const TOKEN_TTL_SECONDS = 60;

/** The algorithm of every internal token: Ed25519 (RFC 8037). */
export const ALGORITHM = 'EdDSA';

/** A workload's own signing key. */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

/** A trusted public key, and the only workload that may sign with it. */
export interface TrustedKey {
  readonly workload: Workload;
  readonly publicKey: CryptoKey;
}

/** Reads a private JWK file. Throws when it is not an Ed25519 key with a `kid`. */
export async function readSigningKey(file: string): Promise<SigningKey> {
  const jwk: JWK = JSON.parse(await readFile(file, 'utf8'));
  if (jwk.crv !== 'Ed25519' || jwk.d === undefined || jwk.kid === undefined)
    throw new Error(`${file}: not an Ed25519 private JWK`);
  return { kid: jwk.kid, privateKey: await importKey(jwk) };
}

/** Returns the public keys of all workloads by `kid`, from the text of a JWKS file. Throws where it is anything else. */
export async function parseTrustedKeys(text: string): Promise<ReadonlyMap<string, TrustedKey>> {
  const { keys }: { keys: (JWK & { workload?: string })[] } = JSON.parse(text);
  const entries = keys.map(async (jwk): Promise<[string, TrustedKey]> => {
    const workload = workloads.find((name) => name === jwk.workload);
    if (jwk.kid === undefined || workload === undefined || jwk.d !== undefined)
      throw new Error('trusted keys: not a public JWK of a workload');
    return [jwk.kid, { workload, publicKey: await importKey(jwk) }];
  });
  return new Map(await Promise.all(entries));
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, ALGORITHM);
  if (key instanceof Uint8Array) throw new Error('not an asymmetric key');
  return key;
}
