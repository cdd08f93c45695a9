import { hostname } from 'node:os';
import { ChangeSource, changesOf } from '@platform/changes/source';
import { TokenMinter, TokenVerifier } from '@platform/keys/tokens';
import { systemClock, systemRandom } from '@platform/kit/clock';
import { prepareProcess, runProcess } from '@platform/lifecycle';
import { identityService } from '@platform/protos/identity';
import { walletService } from '@platform/protos/wallet';
import { createGrpcClient, readGrpcTls } from '@platform/rpc/grpc';
import { startService } from '@platform/rpc/service';
import { SharedAllowances } from '@platform/store/allowances';
import { connectMongo, safeMongodbUri, storeUnavailableAs, upgradeBy } from '@platform/store/mongo';
import { openObjectStore } from '@platform/store/objects';
import { openVenues } from '@platform/venues/wallet';
import { build, createContext } from '@platform/wallet-subgraph';
import { openDomain } from './domain.js';
import { followed } from './followed.js';
import { migrations } from './migrations/index.js';
import { readinessChecks } from './readiness.js';
import { walletAccess, walletHandlers } from './server.js';
import { networkOptionsOf, settings } from './settings.js';
import { nonceStores } from './signing/nonces.js';
import { openKeyring } from './vault/open-keyring.js';
import { IdentityLogins } from './withdrawals/logins/account-logins.js';
import { exposeQueues } from './workers/queue-metrics.js';
import { startWorkers } from './workers/workers.js';

const { environment, logger } = prepareProcess('wallet', settings);
const { isOn: withdrawalOtp, isValid } = environment.FEATURE_WITHDRAWAL_OTP;
if (!isValid)
  logger.warn('FEATURE_WITHDRAWAL_OTP is neither true nor false: it is off, and withdrawals go only to login wallets');
const { FEATURE_VENUE_EXITS: venueExits } = environment;
if (!venueExits.isValid) logger.warn('FEATURE_VENUE_EXITS is neither true nor false: it is off');

await runProcess(logger, async () => {
  const connection = await connectMongo(safeMongodbUri(environment), 'wallet', {
    migrations,
    upgrade: upgradeBy(environment, (line) => logger.info({ line }, 'migration')),
  });
  const tls = readGrpcTls(environment);
  const identity = createGrpcClient(identityService.definition, environment.IDENTITY_GRPC_ADDRESS, tls);
  const minter = await TokenMinter.open('wallet', environment.WORKLOAD_KEY_FILE, systemClock);
  const nonces = nonceStores(connection, systemClock);
  const requests = { clock: systemClock, allowances: new SharedAllowances(connection, logger) };
  const grants = new TokenVerifier('wallet', environment.TRUSTED_KEYS_FILE, systemClock);
  const users = new TokenVerifier('execution', environment.TRUSTED_KEYS_FILE, systemClock);
  const domain = await openDomain({
    connection,
    objects: await openObjectStore(environment),
    keyring: openKeyring(
      environment.WALLET_MASTER_KEY,
      environment.WALLET_FORMER_MASTER_KEYS,
      environment,
      systemRandom,
    ),
    codeSecret: environment.WALLET_CODE_SECRET,
    relayerKey: environment.RELAYER_PRIVATE_KEY,
    networks: networkOptionsOf(environment),
    cursorSecret: environment.CURSOR_SECRET,
    openVenues: (parts) => openVenues(environment, { ...parts, nonces, requests }),
    logins: new IdentityLogins(identity, minter),
    verifyGrant: (token) => grants.verifyGrant(token),
    verifyUser: (token) => users.verify(token),
    venueExits: venueExits.isOn,
    setupReconciliationMs: environment.SETUP_RECONCILIATION_SECONDS * 1_000,
    clock: systemClock,
    random: systemRandom,
    logger,
    owner: `${hostname()}:${environment.GRPC_LISTEN}`,
  });
  const source = new ChangeSource(connection, followed, systemClock);
  const changes = source.start(logger);
  const server = await startService({
    name: 'wallet',
    environment,
    service: {
      ...walletService,
      access: walletAccess,
      handlers: walletHandlers({ ...domain, withdrawalOtp, clock: systemClock }),
    },
    streams: changesOf(source, systemClock),
    subgraph: { build, createContext },
    checks: readinessChecks({ ...domain, connection }),
    translateError: storeUnavailableAs('wallet_repository_unavailable'),
    logger,
  });
  const workers = await startWorkers(domain, systemClock, logger);
  server.markReady();
  exposeQueues(connection, domain.ledger.books, systemClock);
  return [
    server,
    changes,
    ...workers,
    ...Object.values(domain.openVenues),
    { close: async () => identity.close() },
    { close: () => connection.close() },
  ];
});
