import type { AnonymousCaller, Caller, UserCaller, WorkloadCaller } from '@platform/keys/tokens';
import { createTestTokens } from '@platform/keys/tokens/testing';
import { ManualClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import { identityService } from '@platform/protos/identity';
import { createGrpcClient, startGrpcServer } from '@platform/rpc/grpc';
import { connectMongo, storeUnavailableAs } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import { testObjects } from '@platform/store/objects/testing';
import { createDomain } from '../domain.js';
import { Mailer } from '../email/mailer.js';
import type { IdentityProviderOptions } from '../logins/identity-provider.js';
import { identityAccess, identityHandlers } from '../server.js';
import { TestMailbox } from './mailbox.js';

export const anonymous: AnonymousCaller = { kind: 'anonymous', workload: 'gateway', clientAddress: '192.0.2.1' };
export const gateway: WorkloadCaller = { kind: 'workload', workload: 'gateway', cause: 'authenticate' };

/** The secret that the started service seals and hashes with. */
export const HASH_SECRET = new Secret(Buffer.alloc(32, 7));

/** Starts the whole service in this process, on its own real database and a real SMTP server. */
export async function startIdentity(
  database: string,
  identityProvider?: IdentityProviderOptions,
  wrongCodesPerHour = 1_000,
) {
  // Noon: a test may advance the clock by hours without crossing midnight.
  const clock = new ManualClock(Date.UTC(2026, 10, 21, 12));
  const logged: string[] = [];
  const logger = createLogger(
    { process: 'identity', level: 'trace' },
    { write: (line: string) => void logged.push(line) },
  );
  const store = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), database);
  await resetDatabase(store);
  const mailbox = await TestMailbox.start();
  const objects = testObjects();
  const domainWith = (hashSecret: Secret<Buffer>, formerHashSecrets: readonly Secret<Buffer>[] = []) =>
    createDomain({
      store,
      objects,
      clock,
      random: systemRandom,
      hashSecret,
      formerHashSecrets,
      logger,
      mailer: new Mailer(mailbox.url, 'no-reply@trading-platform.test', logger),
      identityProvider,
      wrongCodesPerHour,
      publicUrl: 'https://api.example.com/',
      requestsPerMinute: { credential: 600, unauthenticated: 120, registration: 1_000 },
    });
  const domain = await domainWith(HASH_SECRET);
  const tokens = await createTestTokens(clock);
  const server = await startGrpcServer({
    listen: '127.0.0.1:0',
    service: { ...identityService, access: identityAccess, handlers: identityHandlers(domain) },
    verifier: tokens.verifier('identity'),
    translateError: storeUnavailableAs('service_unavailable'),
    logger,
  });
  const client = createGrpcClient(identityService.definition, `127.0.0.1:${server.port}`);
  const as = async (caller: Caller) => ({ token: await tokens.mint(caller, 'identity'), requestId: 'r1' });

  return {
    clock,
    logged,
    store,
    objects,
    mailbox,
    domain,
    /** Builds the domain as after a restart with other secrets. */
    domainWith,
    client,
    as,
    /** Registers and verifies an address; returns the answer and the caller of its session. */
    signIn: async (email: string) => {
      await client.sendRegistrationCode({ email }, await as(anonymous));
      const otp = mailbox.newestCodeFor(email);
      const answer = await client.verifyRegistrationCode({ email, otp }, await as(anonymous));
      const session: UserCaller = {
        kind: 'user',
        workload: 'gateway',
        accountId: answer.accountId,
        credentialId: 'ses_test',
        credentialType: 'session',
        permissions: ['all'],
      };
      return { ...answer, session };
    },
    close: async () => {
      client.close();
      await server.close();
      await Promise.all([mailbox.close(), store.close(), tokens.remove()]);
    },
  };
}

export type TestIdentity = Awaited<ReturnType<typeof startIdentity>>;
