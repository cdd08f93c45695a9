// Why: docs/decisions/execution/agents-and-bot-limits.md
import { TokenMinter } from '@platform/keys/tokens';
import { systemClock } from '@platform/kit/clock';
import { prepareProcess, runProcess } from '@platform/lifecycle';
import { walletService } from '@platform/protos/wallet';
import { createGrpcClient, readGrpcTls } from '@platform/rpc/grpc';
import { proxiedVenues } from '@platform/venues/venue-proxy';
import { followAssignment, readAssignment } from './assignment-file.js';
import { settings } from './settings.js';
import { WalletAgents } from './wallet-agents.js';

/** The proxy of an account's live bots at a venue, in its own process: the proxy and the bots outlive the runtime service. */

const { environment, logger } = prepareProcess('venue-proxy', settings);

await runProcess(logger, async () => {
  const { VENUE: venue, ASSIGNMENT_FILE: file, ACCOUNT_ID: accountId, AGENT_NAME: agentName } = environment;
  const wallet = createGrpcClient(walletService.definition, environment.WALLET_GRPC_ADDRESS, readGrpcTls(environment));
  const minter = await TokenMinter.open('venue-proxy', environment.WORKLOAD_KEY_FILE, systemClock);
  const { url, follow, parts } = await proxiedVenues[venue].start(environment, {
    listen: environment.HTTP_LISTEN,
    assignment: await readAssignment(file),
    authority: new WalletAgents({ wallet, minter, venue, accountId, agentName }),
    clock: systemClock,
    logger,
  });
  const following = followAssignment(
    file,
    async (assignment) => {
      const next = await follow(assignment);
      // Ends the process in the same way as a signal to stop.
      if (next === 'done') process.kill(process.pid, 'SIGTERM');
      return next;
    },
    { clock: systemClock, logger },
  );
  logger.info({ url }, 'listening');
  return [following, ...parts, { close: async () => wallet.close() }];
});
