// Why: docs/decisions/execution/agents-and-bot-limits.md
import { TokenMinter } from '@platform/keys/tokens';
import { systemClock } from '@platform/kit/clock';
import { prepareProcess, runProcess } from '@platform/lifecycle';
import { walletService } from '@platform/protos/wallet';
import { createGrpcClient, readGrpcTls } from '@platform/rpc/grpc';
import { Appointments } from './appointment.js';
import { followOrders, readOrders } from './orders-file.js';
import { startVenueProxy } from './server.js';
import { settings } from './settings.js';

/** The proxy of an account's live bots at a venue, a process of its own: it and the bots outlive the runtime service. */

const { environment, logger } = prepareProcess('venue-proxy', settings);

await runProcess(logger, async () => {
  const wallet = createGrpcClient(walletService.definition, environment.WALLET_GRPC_ADDRESS, readGrpcTls(environment));
  const options = {
    wallet,
    minter: await TokenMinter.open('venue-proxy', environment.WORKLOAD_KEY_FILE, systemClock),
    accountId: environment.ACCOUNT_ID,
    agentName: environment.AGENT_NAME,
    clock: systemClock,
  };
  const { url, follow, parts } = await startVenueProxy({
    listen: environment.HTTP_LISTEN,
    venueUrl: environment.HYPERLIQUID_API_URL,
    venueWeightPerMinute: environment.HYPERLIQUID_WEIGHT_PER_MINUTE,
    venueWebSocketUrl: environment.HYPERLIQUID_WS_URL,
    orders: await readOrders(environment.ORDERS_FILE),
    appointments: (venue) => new Appointments(options, venue),
    clock: systemClock,
    logger,
  });
  const following = followOrders(
    environment.ORDERS_FILE,
    async (orders) => {
      const next = await follow(orders);
      // It ends as it does when it is told to.
      if (next === 'done') process.kill(process.pid, 'SIGTERM');
      return next;
    },
    { clock: systemClock, logger },
  );
  logger.info({ url }, 'listening');
  return [following, ...parts, { close: async () => wallet.close() }];
});
