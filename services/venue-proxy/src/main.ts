// Why: docs/decisions/execution/agents-and-bot-limits.md
import { startRepeated } from '@platform/flows';
import { TokenMinter } from '@platform/keys/tokens';
import { systemClock, systemRandom } from '@platform/kit/clock';
import { tryLock } from '@platform/kit/provisioning';
import { prepareProcess, runProcess } from '@platform/lifecycle';
import { walletService } from '@platform/protos/wallet';
import { createGrpcClient, readGrpcTls } from '@platform/rpc/grpc';
import { proxiedVenues } from '@platform/venues/venue-proxy';
import { followAssignment, readAssignment } from './assignment-file.js';
import { settings } from './settings.js';
import { WalletAgents } from './wallet-agents.js';

/** The proxy of an account's live bots at a venue, in its own process: the proxy and the bots outlive the runtime service. */

/** How often the proxy is asked whether the venue is to be compared with the journal. */
const COMPARE_INTERVAL_MS = 1_000;

const { environment, logger } = prepareProcess('venue-proxy', settings);

await runProcess(logger, async () => {
  const { VENUE: venue, ACCOUNT_ID: accountId, AGENT_NAME: agentName } = environment;
  const files = { assignment: environment.ASSIGNMENT_FILE, share: environment.SHARE_FILE };
  const wallet = createGrpcClient(walletService.definition, environment.WALLET_GRPC_ADDRESS, readGrpcTls(environment));
  const minter = await TokenMinter.open('venue-proxy', environment.WORKLOAD_KEY_FILE, systemClock);
  const authority = new WalletAgents({ wallet, minter, venue, accountId, agentName });
  const lock = environment.LOCK_FILE === undefined ? undefined : await tryLock(environment.LOCK_FILE);
  const parting = [
    { close: async () => wallet.close() },
    { close: async () => (lock?.held ? lock.release() : undefined) },
  ];
  const assignment = await readAssignment(files);
  if (lock?.held === false || assignment.bots.length === 0) {
    // Another one serves the account; or none is to be served any more, and its agent is all that is left.
    if (lock?.held !== false) await authority.end(assignment.grant);
    process.kill(process.pid, 'SIGTERM');
    return parting;
  }
  const { url, follow, compare, parts } = await proxiedVenues[venue].start(environment, {
    listen: environment.HTTP_LISTEN,
    assignment,
    journalFile: environment.JOURNAL_FILE,
    authority,
    clock: systemClock,
    random: systemRandom,
    logger,
  });
  const following = followAssignment(
    files,
    async (assignment) => {
      const next = await follow(assignment);
      // Ends the process in the same way as a signal to stop.
      if (next === 'done') process.kill(process.pid, 'SIGTERM');
      return next;
    },
    { clock: systemClock, logger },
  );
  const run = async () => {
    await compare();
    return 'again' as const;
  };
  const comparing = startRepeated(
    { name: 'reconciliation', intervalMs: COMPARE_INTERVAL_MS, run },
    systemClock,
    logger,
  );
  logger.info({ url }, 'listening');
  // A comparison under way ends with the connection to the venue.
  return [{ close: async () => comparing.stop() }, following, ...parts, comparing, ...parting];
});
