/** Internal tokens for tests: every workload has its own key. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@platform/kit/clock';
import { exportJWK, generateKeyPair } from 'jose';
import { type Caller, type UserCaller, workloads } from './caller.js';
import type { AgentGrant } from './grant.js';
import { ALGORITHM } from './keys.js';
import { TokenMinter } from './minter.js';
import { TokenVerifier } from './verifier.js';

/** Keys in their own folder. */
export interface TestTokens {
  /** The value of `TRUSTED_KEYS_FILE`. */
  readonly trustedKeysFile: string;
  /** Returns the value of `WORKLOAD_KEY_FILE` of one workload. */
  keyFile(workload: string): string;
  /** Returns a token that names the caller, signed by the caller's workload. */
  mint(caller: Caller, audience: string): Promise<string>;
  /** Returns a grant, signed by the runtime service. */
  grant(grant: AgentGrant): Promise<string>;
  /** Returns the audience's verifier. */
  verifier(audience: string): TokenVerifier;
  /** Removes the folder. */
  remove(): Promise<void>;
}

/** Makes a key for each workload. */
export async function createTestTokens(clock: Clock): Promise<TestTokens> {
  const directory = await mkdtemp(join(tmpdir(), 'tokens-'));
  const keyFile = (workload: string) => join(directory, `${workload}.json`);
  const trustedKeysFile = join(directory, 'trusted-keys.json');
  const keys = await Promise.all(workloads.map((workload) => writeKey(workload, keyFile(workload))));
  await writeFile(trustedKeysFile, JSON.stringify({ keys }));
  return {
    trustedKeysFile,
    keyFile,
    mint: async (caller, audience) => {
      const minter = await TokenMinter.open(caller.workload, keyFile(caller.workload), clock);
      return minter.mint(caller, audience);
    },
    grant: async (grant) => (await TokenMinter.open('runtime', keyFile('runtime'), clock)).mintGrant(grant),
    verifier: (audience) => new TokenVerifier(audience, trustedKeysFile, clock),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

/** A signed-in user, with a key that has all permissions by default. */
export function testUser(accountId: string, overrides: Partial<UserCaller> = {}): UserCaller {
  return {
    kind: 'user',
    workload: 'gateway',
    accountId,
    credentialId: `key_${accountId}`,
    credentialType: 'api_key',
    permissions: ['all'],
    ...overrides,
  };
}

async function writeKey(workload: string, file: string): Promise<object> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const kid = `${workload}-1`;
  await writeFile(file, JSON.stringify({ ...(await exportJWK(privateKey)), kid }), { mode: 0o600 });
  return { ...(await exportJWK(publicKey)), kid, workload };
}
