import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Secret } from '@platform/kit/config';
import { isHex } from 'viem';
import { isTokenSignedBy, readAuthToken } from '../transactions/index.js';
import type { LighterSigner } from './index.js';
import { answering, withProgram } from './signer.fixture.js';
import { officialLibrary, signerOf } from './testing/index.js';

const KEY_OF_NOBODY = `0x${'9'.repeat(80)}`;

let library: string;
let signer: LighterSigner;

beforeAll(async () => {
  library = await officialLibrary();
  signer = signerOf({ library });
});

afterAll(() => signer.close());

describe('a token for reading', () => {
  const token = { accountIndex: 12n, apiKeyIndex: 4, expiresS: 1_821_800_000n };

  test('says whose it is and when it ends, by the signature of the key', async () => {
    const { privateKey, publicKey } = await signer.generateKey();
    const read = readAuthToken(await signer.token({ token, privateKey }));
    expect(read).toMatchObject({ accountIndex: 12, apiKeyIndex: 4, expiresS: 1_821_800_000 });
    expect(read !== undefined && isHex(publicKey) && isTokenSignedBy(read, publicKey)).toBe(true);
  });

  test.each([
    ['without an end', { expiresS: 0n }, /expiresS/],
    ['of a key of the venue', { apiKeyIndex: 3 }, /apiKeyIndex/],
    ['of no account', { accountIndex: 0n }, /accountIndex/],
  ])('%s is not signed', async (_what, changed, field) => {
    const asked = signer.token({ token: { ...token, ...changed }, privateKey: new Secret(KEY_OF_NOBODY) });
    await expect(asked).rejects.toMatchObject({ failure: 'invalid', message: expect.stringMatching(field) });
  });

  test('that says something else is not given out', async () => {
    const other = `1821800001:12:4:${'a'.repeat(160)}`;
    const program = answering(`say({ kind: 'token', id: question.id, token: '${other}' });`);
    await withProgram(program, async (file) => {
      const untrue = signerOf({ program: file, library });
      const asked = untrue.token({ token, privateKey: new Secret(KEY_OF_NOBODY) });
      await expect(asked).rejects.toMatchObject({ failure: 'untrue' });
      await untrue.close();
    });
  });
});
