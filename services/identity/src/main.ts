import { build, createContext } from '@platform/identity-subgraph';
import { systemClock, systemRandom } from '@platform/kit/clock';
import { prepareProcess, runProcess } from '@platform/lifecycle';
import { identityService } from '@platform/protos/identity';
import { startService } from '@platform/rpc/service';
import { connectMongo, pingMongo, safeMongodbUri, storeUnavailableAs, upgradeBy } from '@platform/store/mongo';
import { openObjectStore } from '@platform/store/objects';
import { createDomain } from './domain.js';
import { Mailer } from './email/mailer.js';
import { migrations } from './migrations/index.js';
import { identityAccess, identityHandlers } from './server.js';
import { identityProviderOf, settings } from './settings.js';
import { startSweeper } from './workers/sweeper.js';

const { environment, logger } = prepareProcess('identity', settings);

await runProcess(logger, async () => {
  const store = await connectMongo(safeMongodbUri(environment), 'identity', {
    migrations,
    upgrade: upgradeBy(environment, (line) => logger.info({ line }, 'migration')),
  });
  const domain = await createDomain({
    store,
    objects: await openObjectStore(environment),
    clock: systemClock,
    random: systemRandom,
    hashSecret: environment.IDENTITY_HASH_SECRET,
    formerHashSecrets: environment.IDENTITY_FORMER_HASH_SECRETS,
    logger,
    mailer: new Mailer(environment.SMTP_URL, environment.EMAIL_FROM, logger, environment.ALLOW_PROVIDERS_WITHOUT_TLS),
    identityProvider: identityProviderOf(environment),
    publicUrl: environment.PUBLIC_URL,
    wrongCodesPerHour: environment.REGISTRATION_WRONG_CODES_PER_HOUR,
    requestsPerMinute: {
      credential: environment.RATE_LIMIT_PER_MINUTE,
      unauthenticated: environment.RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE,
      registration: environment.RATE_LIMIT_REGISTRATION_PER_MINUTE,
    },
  });
  const server = await startService({
    name: 'identity',
    environment,
    service: { ...identityService, access: identityAccess, handlers: identityHandlers(domain) },
    subgraph: { build, createContext },
    checks: {
      database: () => pingMongo(store),
      email: async () => {
        if (!environment.EMAIL_PROVIDER_CONFIGURED) throw new Error('no production e-mail provider is configured');
      },
    },
    translateError: storeUnavailableAs('service_unavailable'),
    logger,
  });
  server.markReady();
  const sweeper = startSweeper(domain.sweepables, systemClock, logger);
  return [server, sweeper, { close: () => store.close() }];
});
