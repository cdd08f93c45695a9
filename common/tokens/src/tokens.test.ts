import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/clock';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { readSigningKey, TokenMinter, TokenVerifier, type UserCaller, type Workload } from './index.js';

const user: UserCaller = {
  kind: 'user',
  workload: 'gateway',
  accountId: 'acc_1',
  credentialId: 'key_1',
  credentialType: 'api_key',
  permissions: ['trade'],
};
let directory: string;
let trustedKeysFile: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tokens-'));
  trustedKeysFile = join(directory, 'trusted.json');
  const keys = await Promise.all(
    ['gateway', 'runtime'].map(async (workload) => ({ workload, ...(await makeKey(workload)) })),
  );
  await writeFile(trustedKeysFile, JSON.stringify({ keys }));
});

/** Writes a private key file and gives the public half. */
async function makeKey(workload: string) {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const kid = `${workload}-1`;
  await writeFile(join(directory, `${workload}.json`), JSON.stringify({ ...(await exportJWK(privateKey)), kid }));
  return { ...(await exportJWK(publicKey)), kid };
}

async function minter(workload: Workload, clock: ManualClock) {
  return new TokenMinter(workload, await readSigningKey(join(directory, `${workload}.json`)), clock);
}

describe('internal tokens', () => {
  test('a token names its caller to its audience', async () => {
    const clock = new ManualClock(1_700_000_000_000);
    const token = await (await minter('gateway', clock)).mint(user, 'runtime');
    await expect(new TokenVerifier('runtime', trustedKeysFile, clock).verify(token)).resolves.toEqual(user);
  });

  test('another audience refuses it', async () => {
    const clock = new ManualClock(1_700_000_000_000);
    const token = await (await minter('gateway', clock)).mint(user, 'runtime');
    await expect(new TokenVerifier('wallet', trustedKeysFile, clock).verify(token)).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });

  test('it is refused after a minute, also where it was accepted before', async () => {
    const clock = new ManualClock(1_700_000_000_000);
    const verifier = new TokenVerifier('runtime', trustedKeysFile, clock);
    const token = await (await minter('gateway', clock)).mint(user, 'runtime');
    await verifier.verify(token);
    clock.advance(61_000);
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('a workload other than the gateway can not speak for a user', async () => {
    const clock = new ManualClock(1_700_000_000_000);
    await expect((await minter('runtime', clock)).mint(user, 'wallet')).rejects.toThrow('can not mint');
    const { kid, privateKey } = await readSigningKey(join(directory, 'runtime.json'));
    const forged = await new SignJWT({ ...user })
      .setProtectedHeader({ alg: 'EdDSA', kid })
      .setIssuer('runtime')
      .setAudience('wallet')
      .setIssuedAt(1_700_000_000)
      .setExpirationTime(1_700_000_060)
      .sign(privateKey);
    await expect(new TokenVerifier('wallet', trustedKeysFile, clock).verify(forged)).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });

  test.each(['', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.'])('%j is refused', async (token) => {
    const verifier = new TokenVerifier('runtime', trustedKeysFile, new ManualClock(0));
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
