import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { z } from 'zod';
import { AwsKmsMasterKey } from './aws-kms-master-key.js';
import { Envelopes } from './envelopes.js';
import { Keyring } from './keyring.js';
import { VaultError } from './vault.js';

/** KMS by the published shapes of its requests and answers (AWS KMS API reference: Encrypt, Decrypt, common errors). */

const KEY_ARN = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab';
const OTHER_ARN = KEY_ARN.replace('1234abcd', 'ffffabcd');
const keys = new Map([KEY_ARN, OTHER_ARN].map((arn) => [arn, randomBytes(32)]));
const context = z.record(z.string(), z.string());
const encrypted = z.strictObject({ KeyId: z.string(), Plaintext: z.base64(), EncryptionContext: context });
const decrypted = z.strictObject({ KeyId: z.string(), CiphertextBlob: z.base64(), EncryptionContext: context });
let server: Server;
let endpoint: string;
let requests: { readonly headers: IncomingMessage['headers']; readonly body: string }[];
/** What KMS answers instead, and how often. */
let trouble: { readonly status: number; readonly type: string; count: number } | undefined;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    requests.push({ headers: request.headers, body });
    const [status, answer] = answerTo(String(request.headers['x-amz-target']), body);
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  requests = [];
  trouble = undefined;
});

afterAll(() => {
  server.close();
});

function answerTo(target: string, body: string): [status: number, answer: object] {
  if (trouble !== undefined && trouble.count > 0) {
    trouble.count -= 1;
    return [trouble.status, { __type: trouble.type, message: 'as asked for' }];
  }
  return target === 'TrentService.Encrypt' ? encrypt(body) : decrypt(body);
}

function encrypt(body: string): [number, object] {
  const { KeyId, Plaintext, EncryptionContext } = encrypted.parse(JSON.parse(body));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keys.get(KeyId) ?? '', nonce);
  cipher.setAAD(Buffer.from(JSON.stringify(EncryptionContext)));
  const sealed = Buffer.concat([cipher.update(Plaintext, 'base64'), cipher.final()]);
  const CiphertextBlob = Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  return [200, { CiphertextBlob, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT', KeyId }];
}

function decrypt(body: string): [number, object] {
  const { KeyId, CiphertextBlob, EncryptionContext } = decrypted.parse(JSON.parse(body));
  const blob = Buffer.from(CiphertextBlob, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', keys.get(KeyId) ?? '', blob.subarray(0, 12));
    decipher.setAAD(Buffer.from(JSON.stringify(EncryptionContext))).setAuthTag(blob.subarray(12, 28));
    const Plaintext = Buffer.concat([decipher.update(blob.subarray(28)), decipher.final()]).toString('base64');
    return [200, { EncryptionAlgorithm: 'SYMMETRIC_DEFAULT', KeyId, Plaintext }];
  } catch {
    return [400, { __type: 'InvalidCiphertextException' }];
  }
}

const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: new Secret('canary-secret-access-key'),
  sessionToken: new Secret('a-session'),
};
const masterKey = (keyArn = KEY_ARN) => new AwsKmsMasterKey(keyArn, { endpoint, credentials });
const newDataKey = () => new Secret(systemRandom.bytes(32));
const unavailable = { code: 'wallet_upstream_unavailable', details: { reason: 'master_key_unavailable' } };

describe('a data key', () => {
  test('is wrapped and unwrapped by KMS, which gets the context, and is asked as the key’s region signs', async () => {
    const dataKey = newDataKey();
    const wrapped = await masterKey().wrap(dataKey, 'wal_1|acc_1');
    const opened = await masterKey().unwrap(wrapped, 'wal_1|acc_1');
    expect(opened.reveal().equals(dataKey.reveal())).toBe(true);
    expect(requests.map(({ headers }) => headers['x-amz-target'])).toEqual([
      'TrentService.Encrypt',
      'TrentService.Decrypt',
    ]);
    for (const { headers, body } of requests) {
      expect(headers['content-type']).toBe('application/x-amz-json-1.1');
      expect(headers.authorization).toMatch(
        /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/\d{8}\/eu-central-1\/kms\/aws4_request, SignedHeaders=.+, Signature=[0-9a-f]{64}$/,
      );
      expect(headers['x-amz-security-token']).toBe('a-session');
      expect(JSON.parse(body)).toMatchObject({ KeyId: KEY_ARN, EncryptionContext: { context: 'wal_1|acc_1' } });
      expect(JSON.stringify(headers) + body).not.toContain('canary-secret-access-key');
    }
  });

  test('opens for no other context, and by no other key', async () => {
    const wrapped = await masterKey().wrap(newDataKey(), 'wal_1|acc_1');
    const refused = { name: 'InvalidCiphertextException' };
    await expect(masterKey().unwrap(wrapped, 'wal_1|acc_2')).rejects.toMatchObject(refused);
    await expect(masterKey(OTHER_ARN).unwrap(wrapped, 'wal_1|acc_1')).rejects.toMatchObject(refused);
    expect(masterKey(OTHER_ARN).id).not.toBe(masterKey().id);
    expect(masterKey().id).toBe(masterKey().id);
  });
});

describe('a KMS that can not be asked', () => {
  test.each([
    [500, 'KMSInternalException'],
    [503, 'KeyUnavailableException'],
    [400, 'ThrottlingException'],
    [400, 'AccessDeniedException'],
    [400, 'DisabledException'],
  ])('with %d %s is unavailable, and has not said that a key is wrong', async (status, type) => {
    const envelopes = new Envelopes(new Keyring(masterKey()), systemRandom);
    const sealed = await envelopes.seal(newDataKey(), 'wal_1');
    trouble = { status, type, count: 100 };
    await expect(envelopes.use(sealed, 'wal_1', () => true)).rejects.toMatchObject(unavailable);
    await expect(masterKey().wrap(newDataKey(), 'wal_1')).rejects.toMatchObject(unavailable);
  });

  test('once is asked again', async () => {
    const wrapped = await masterKey().wrap(newDataKey(), 'wal_1');
    trouble = { status: 500, type: 'KMSInternalException', count: 1 };
    expect((await masterKey().unwrap(wrapped, 'wal_1')).reveal()).toHaveLength(32);
  });

  test('for it does not listen is unavailable', async () => {
    const silent = new AwsKmsMasterKey(KEY_ARN, { endpoint: 'http://127.0.0.1:1', credentials });
    await expect(silent.wrap(newDataKey(), 'wal_1')).rejects.toMatchObject(unavailable);
  });
});

test('an envelope whose data key KMS refuses is broken', async () => {
  const envelopes = new Envelopes(new Keyring(masterKey()), systemRandom);
  const sealed = await envelopes.seal(newDataKey(), 'wal_1');
  await expect(envelopes.use(sealed, 'wal_2', () => true)).rejects.toBeInstanceOf(VaultError);
});
