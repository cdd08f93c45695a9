/** Two platforms with different secrets on one database: neither signs in to an account of the other. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Seals } from '@platform/keys/seals';
import { systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import { testObjects } from '@platform/store/objects/testing';
import { createDomain } from '../domain.js';
import { emailAddress } from '../email/address.js';
import { Mailer } from '../email/mailer.js';
import { startIdentity, type TestIdentity } from '../testing/identity.js';

const EMAIL = emailAddress.parse('owner@example.com');
const hashSecret = new Secret(systemRandom.bytes(32));
const logged: string[] = [];
const silent = createLogger({ process: 'test', level: 'silent' });
/** The platform whose rows they are. */
let identity: TestIdentity;
let other: Awaited<ReturnType<typeof createDomain>>;
let owner: Awaited<ReturnType<TestIdentity['signIn']>>;

beforeAll(async () => {
  identity = await startIdentity('test_identity_another_secret');
  owner = await identity.signIn(EMAIL);
  const logger = createLogger({ process: 'identity', level: 'trace' }, { write: (line) => void logged.push(line) });
  other = await createDomain({
    store: identity.store,
    objects: testObjects(),
    clock: identity.clock,
    random: systemRandom,
    hashSecret,
    formerHashSecrets: [],
    logger,
    mailer: new Mailer(identity.mailbox.url, 'no-reply@trading-platform.test', logger),
    identityProvider: undefined,
    wrongCodesPerHour: 1_000,
    publicUrl: undefined,
    requestsPerMinute: { credential: 600, unauthenticated: 120, registration: 1_000 },
  });
});

afterAll(() => identity.close());

describe('a platform with another secret', () => {
  const credentials = () =>
    [
      { type: 'api_key', secret: new Secret(owner.apiKey), collection: 'api_keys', purpose: 'api key' },
      { type: 'session', secret: new Secret(owner.sessionToken), collection: 'sessions', purpose: 'session' },
    ] as const;

  test('finds no credential of the first, since it has other hashes', async () => {
    for (const credential of credentials())
      await expect(other.authenticator.authenticate(credential)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('refuses them by name where somebody gave them its hashes', async () => {
    for (const { type, secret, collection, purpose } of credentials()) {
      const rows = identity.store.collection<{ _id: string }>(collection);
      const secretHash = new Seals(hashSecret, silent).hash(purpose, secret);
      const row = await rows.findOneAndUpdate({ accountId: owner.accountId }, { $set: { secretHash } });
      await expect(other.authenticator.authenticate({ type, secret })).rejects.toMatchObject({ code: 'unauthorized' });
      expect(logged.at(-1)).toContain(row?._id);
      expect(logged.at(-1)).toContain('is not as the service wrote it');
    }
  });

  test('refuses an account by name, also to whom signs in with its address', async () => {
    const refusal = `account ${owner.accountId} is not as the service wrote it`;
    await expect(other.accounts.get(owner.accountId)).rejects.toThrow(refusal);
    identity.clock.advance(60_000);
    await other.registration.sendCode(EMAIL);
    const otp = new Secret(identity.mailbox.newestCodeFor(EMAIL));
    await expect(other.registration.verify(EMAIL, otp)).rejects.toThrow(refusal);
  });

  test('reads no contact of it', async () => {
    const { contact } = await identity.domain.withdrawalNotices.loginOf(owner.accountId);
    await expect(other.withdrawalNotices.tellOfChange(contact ?? '')).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});
