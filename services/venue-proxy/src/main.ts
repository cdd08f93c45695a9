import { systemClock } from '@platform/clock';
import { createGrpcClient, readGrpcTls } from '@platform/grpc';
import { prepareProcess, runProcess } from '@platform/lifecycle';
import { walletService } from '@platform/protos/wallet';
import { TokenMinter } from '@platform/tokens';
import { appointAgent } from './appointment.js';
import { startVenueProxy } from './server.js';
import { settings } from './settings.js';

/** The proxy of one live bot, a process of its own: it and the bot outlive the runtime service. */

const { environment, logger } = prepareProcess('venue-proxy', settings);

await runProcess(logger, async () => {
  const wallet = createGrpcClient(walletService.definition, environment.WALLET_GRPC_ADDRESS, readGrpcTls(environment));
  const appointment = {
    wallet,
    minter: await TokenMinter.open('venue-proxy', environment.WORKLOAD_KEY_FILE, systemClock),
    accountId: environment.ACCOUNT_ID,
    agentName: environment.AGENT_NAME,
    builder: environment.BOT_MANDATE.builder,
    clock: systemClock,
  };
  const { url, parts } = await startVenueProxy({
    listen: environment.HTTP_LISTEN,
    venueUrl: environment.HYPERLIQUID_API_URL,
    venueWeightPerMinute: environment.HYPERLIQUID_WEIGHT_PER_MINUTE,
    venueWebSocketUrl: environment.HYPERLIQUID_WS_URL,
    mandate: environment.BOT_MANDATE,
    appoint: (venue) => appointAgent(appointment, venue),
    clock: systemClock,
    logger,
  });
  wallet.close();
  logger.info({ url }, 'listening');
  return parts;
});
