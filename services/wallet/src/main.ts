import { systemClock, systemRandom } from '@platform/clock';
import { createGrpcClient, readGrpcTls, startGrpcServer } from '@platform/grpc';
import { prepareProcess, runProcess } from '@platform/lifecycle';
import { connectMongo, storeUnavailableAs } from '@platform/mongo';
import { identityService } from '@platform/protos/identity';
import { walletService } from '@platform/protos/wallet';
import { TokenMinter, TokenVerifier } from '@platform/tokens';
import { openDomain } from './domain.js';
import { readinessChecks } from './readiness.js';
import { walletAccess, walletHandlers } from './server.js';
import { settings } from './settings.js';
import { openHyperliquid } from './venues/hyperliquid/open.js';
import { IdentityLogins } from './withdrawals/account-logins.js';
import { exposeQueues } from './workers/depths.js';
import { startWorkers } from './workers/workers.js';

const { environment, logger } = prepareProcess('wallet', settings);
const { isOn: withdrawalOtp, isValid } = environment.FEATURE_WITHDRAWAL_OTP;
if (!isValid) logger.warn('FEATURE_WITHDRAWAL_OTP is neither true nor false: withdrawals need no proof and are off');

await runProcess(logger, async () => {
  const connection = await connectMongo(environment.MONGODB_URI, 'wallet');
  const tls = readGrpcTls(environment);
  const identity = createGrpcClient(identityService.definition, environment.IDENTITY_GRPC_ADDRESS, tls);
  const minter = await TokenMinter.open('wallet', environment.WORKLOAD_KEY_FILE, systemClock);
  const hyperliquid = openHyperliquid(environment, systemClock);
  const domain = await openDomain({
    connection,
    masterKey: environment.WALLET_MASTER_KEY,
    relayerKey: environment.RELAYER_PRIVATE_KEY,
    cursorSecret: environment.CURSOR_SECRET,
    arbitrumRpcUrl: environment.ARBITRUM_RPC_URL,
    polygonRpcUrl: environment.POLYGON_RPC_URL,
    hyperliquid,
    builderAddress: environment.HYPERLIQUID_BUILDER_ADDRESS,
    depositsFromBlock: environment.ARBITRUM_DEPOSITS_FROM_BLOCK,
    logins: new IdentityLogins(identity, minter),
    setupReconciliationMs: environment.SETUP_RECONCILIATION_SECONDS * 1_000,
    clock: systemClock,
    random: systemRandom,
    logger,
  });
  const server = await startGrpcServer({
    listen: environment.GRPC_LISTEN,
    tls,
    service: {
      ...walletService,
      access: walletAccess,
      handlers: walletHandlers({ ...domain, withdrawalOtp, clock: systemClock }),
    },
    verifier: new TokenVerifier('wallet', environment.TRUSTED_KEYS_FILE, systemClock),
    checks: readinessChecks({ ...domain, connection }),
    translateError: storeUnavailableAs('wallet_repository_unavailable'),
    logger,
  });
  const workers = startWorkers(domain, systemClock, logger);
  server.markReady();
  exposeQueues(connection, systemClock);
  return [
    server,
    ...workers,
    hyperliquid,
    { close: async () => identity.close() },
    { close: () => connection.close() },
  ];
});
