import { mkdtemp, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { AgentGrant } from './grant.js';
import { TokenMinter, TokenVerifier, type UserCaller, type Workload } from './index.js';
import { readSigningKey } from './keys.js';

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

/** Replaces a key file as an operator does: a reader sees the old file or the new one. */
async function replace(file: string, text: string): Promise<void> {
  await writeFile(`${file}.partial`, text);
  await rename(`${file}.partial`, file);
}

/** Writes a private key file and returns the public half. */
async function makeKey(workload: string, { kid = `${workload}-1`, file = `${workload}.json` } = {}) {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  await replace(join(directory, file), JSON.stringify({ ...(await exportJWK(privateKey)), kid }));
  return { ...(await exportJWK(publicKey)), kid };
}

function minter(workload: Workload, clock: ManualClock) {
  return TokenMinter.open(workload, join(directory, `${workload}.json`), clock);
}

describe('internal tokens', () => {
  test('a token names its caller to its audience', async () => {
    const clock = new ManualClock(1_700_000_000_000);
    const token = await (await minter('gateway', clock)).mint(user, 'runtime');
    await expect(new TokenVerifier('runtime', trustedKeysFile, clock).verify(token)).resolves.toEqual(user);
  });

  test('a token carries the mandate of its key, and one that is no mandate is refused', async () => {
    const clock = new ManualClock(1_700_000_000_000);
    const verifier = new TokenVerifier('runtime', trustedKeysFile, clock);
    const signer = await minter('gateway', clock);
    const limited = {
      ...user,
      mandate: { symbols: ['BTC/USDC:USDC'], maxOrderUsd: '500.00', reduceOnly: true },
    } as const;
    await expect(verifier.verify(await signer.mint(limited, 'runtime'))).resolves.toEqual(limited);
    const malformed = { ...user, mandate: { maxOrderUsd: '-1' } };
    await expect(verifier.verify(await signer.mint(malformed, 'runtime'))).rejects.toMatchObject({
      code: 'unauthorized',
    });
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

  test.each([
    ['valid for an hour', { iat: 0, exp: 3_600 }, false],
    ['valid a second too long', { iat: 0, exp: 61 }, false],
    ['issued long ago', { iat: -600, exp: 30 }, false],
    ['issued in the future', { iat: 30, exp: 60 }, false],
    ['valid before it was issued', { iat: 30, exp: 20 }, false],
    ['issued at no time', { iat: '0' as never, exp: 60 }, false],
    ['of a clock that is a little ahead', { iat: 4, exp: 64 }, true],
    ['of a clock that is a little behind', { iat: -50, exp: 10 }, true],
  ])('a token that is %s is as good as its times', async (_case, { iat, exp }, isTaken) => {
    const nowSeconds = 1_700_000_000;
    const { kid, privateKey } = await readSigningKey(join(directory, 'gateway.json'));
    const { workload: _issuer, ...claims } = user;
    const at = (seconds: number) => (typeof seconds === 'number' ? nowSeconds + seconds : seconds);
    const token = await new SignJWT({ ...claims, iat: at(iat), exp: at(exp) })
      .setProtectedHeader({ alg: 'EdDSA', kid })
      .setIssuer('gateway')
      .setAudience('runtime')
      .sign(privateKey);
    const verifying = new TokenVerifier('runtime', trustedKeysFile, new ManualClock(nowSeconds * 1_000)).verify(token);
    if (isTaken) await expect(verifying).resolves.toEqual(user);
    else await expect(verifying).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test.each(['', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.'])('%j is refused', async (token) => {
    const verifier = new TokenVerifier('runtime', trustedKeysFile, new ManualClock(0));
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'unauthorized' });
  });
});

describe('a key', () => {
  const file = 'rotated.json';
  const trust = async (...keys: object[]) => {
    const path = join(directory, 'rotated-trusted.json');
    await replace(path, JSON.stringify({ keys: keys.map((key) => ({ ...key, workload: 'gateway' })) }));
    return path;
  };

  let minted = 0;
  /** A token that was not minted before. */
  const mintAnew = (gateway: TokenMinter) => gateway.mint({ ...user, credentialId: `key_${minted++}` }, 'runtime');

  /** Retries until the result is as expected: files are followed in the background. */
  async function until<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
    for (let attempt = 0; attempt < 3_000; attempt += 1) {
      const answer = await ask();
      if (isWanted(answer)) return answer;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error('the file was not followed');
  }

  test('is replaced while everything runs, and the old one trusted until it is taken away', async () => {
    const clock = new ManualClock(1_700_000_000_000);
    const old = await makeKey('gateway', { kid: 'old', file });
    const verifier = new TokenVerifier('runtime', await trust(old), clock);
    const gateway = await TokenMinter.open('gateway', join(directory, file), clock);
    const before = await gateway.mint(user, 'runtime');
    await verifier.verify(before);

    const next = await makeKey('gateway', { kid: 'next', file });
    await trust(old, next);
    clock.advance(25_000);
    const after = await until(
      () => mintAnew(gateway),
      (token) => decodeProtectedHeader(token).kid === 'next',
    );
    for (const token of [before, after])
      await expect(verifier.verify(token)).resolves.toMatchObject({ accountId: 'acc_1' });

    await trust(next);
    clock.advance(5_000);
    const outcome = () => verifier.verify(before).then(String, (error) => error.code);
    await until(outcome, (code) => code === 'unauthorized');
    await expect(verifier.verify(after)).resolves.toMatchObject({ accountId: 'acc_1' });
  });

  test.each([
    ['after two minutes in which nothing was signed', 120_000],
    ['after a clock that was set back', -86_400_000],
  ])('that was replaced signs the first calls %s', async (_when, byMs) => {
    const clock = new ManualClock(1_700_000_000_000);
    await makeKey('gateway', { kid: 'old', file });
    const gateway = await TokenMinter.open('gateway', join(directory, file), clock);
    const next = await makeKey('gateway', { kid: 'next', file });
    const verifier = new TokenVerifier('runtime', await trust(next), clock);
    clock.set(byMs);
    for (const token of await Promise.all([mintAnew(gateway), mintAnew(gateway)]))
      await expect(verifier.verify(token)).resolves.toMatchObject({ accountId: 'acc_1' });
  });

  test('that was taken away while tokens were verified by it is trusted for none of them', async () => {
    const clock = new ManualClock(1_700_000_000_000);
    const old = await makeKey('gateway', { kid: 'old', file });
    const verifier = new TokenVerifier('runtime', await trust(old), clock);
    const gateway = await TokenMinter.open('gateway', join(directory, file), clock);
    const tokens = await Promise.all(Array.from({ length: 300 }, () => mintAnew(gateway)));
    await verifier.verify(await mintAnew(gateway));

    await trust(await makeKey('gateway', { kid: 'next', file }));
    clock.advance(5_000);
    const verifying = [];
    for (const token of tokens) {
      verifying.push(verifier.verify(token).catch(() => 'refused'));
      // The file is read meanwhile.
      await setImmediate();
    }
    expect(await Promise.all(verifying)).toContain('refused');
    for (const token of tokens) await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('that is new is known at once, and one that nobody knows costs at most a look a second', async () => {
    const clock = new ManualClock(1_700_000_000_000);
    const old = await makeKey('gateway', { kid: 'old', file });
    const verifier = new TokenVerifier('runtime', await trust(old), clock);
    const mint = async () => (await TokenMinter.open('gateway', join(directory, file), clock)).mint(user, 'runtime');
    await verifier.verify(await mint());
    const next = await makeKey('gateway', { kid: 'next', file });
    const token = await mint();
    clock.advance(1_000);
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'unauthorized' });
    await trust(old, next);
    clock.advance(999);
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'unauthorized' });
    clock.advance(1);
    await expect(verifier.verify(token)).resolves.toEqual(user);
  });

  test('stays in use while its file can not be read', async () => {
    const clock = new ManualClock(1_700_000_000_000);
    const key = await makeKey('gateway', { kid: 'old', file });
    const verifier = new TokenVerifier('runtime', await trust(key), clock);
    const gateway = await TokenMinter.open('gateway', join(directory, file), clock);
    await writeFile(join(directory, file), '{');
    clock.advance(30_000);
    await expect(verifier.verify(await gateway.mint(user, 'runtime'))).resolves.toEqual(user);
  });
});

describe('a grant', () => {
  const clock = new ManualClock(1_700_000_000_000);
  const grant: AgentGrant = {
    id: 'agr_1',
    purpose: 'issue_agent',
    deploymentId: 'dep_1',
    accountId: 'acc_1',
    venue: 'hyperliquid',
    agentName: 'bots',
  };
  const verifier = () => new TokenVerifier('wallet', trustedKeysFile, clock);
  const refused = { code: 'insufficient_permissions' };

  test('says what the runtime service granted, for two minutes', async () => {
    const token = await (await minter('runtime', clock)).mintGrant(grant);
    await expect(verifier().verifyGrant(token)).resolves.toEqual(grant);
    clock.advance(119_000);
    await expect(verifier().verifyGrant(token)).resolves.toEqual(grant);
    clock.advance(2_000);
    await expect(verifier().verifyGrant(token)).rejects.toMatchObject(refused);
  });

  test('is given by nobody else', async () => {
    await expect((await minter('gateway', clock)).mintGrant(grant)).rejects.toThrow('can not grant');
    const { kid, privateKey } = await readSigningKey(join(directory, 'gateway.json'));
    const nowSeconds = clock.nowMs() / 1_000;
    const forged = await new SignJWT({ ...grant })
      .setProtectedHeader({ alg: 'EdDSA', kid })
      .setIssuer('gateway')
      .setAudience('agent-grant')
      .setIssuedAt(nowSeconds)
      .setExpirationTime(nowSeconds + 60)
      .sign(privateKey);
    await expect(verifier().verifyGrant(forged)).rejects.toMatchObject(refused);
  });

  test('is no token, and a token is no grant', async () => {
    const runtime = await minter('runtime', clock);
    await expect(verifier().verify(await runtime.mintGrant(grant))).rejects.toMatchObject({ code: 'unauthorized' });
    const caller = { kind: 'workload', workload: 'runtime', cause: 'test' } as const;
    await expect(verifier().verifyGrant(await runtime.mint(caller, 'wallet'))).rejects.toMatchObject(refused);
    await expect(verifier().verifyGrant('')).rejects.toMatchObject(refused);
  });
});
