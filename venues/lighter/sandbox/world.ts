import type { StartSandboxVenue } from '../../simulation/index.js';
import { brokenServers, harshFaults } from './harsh.js';
import { PREMIUM_WEIGHT_PER_MINUTE } from './limits.js';
import { startLighter } from './server.js';
import { BEHAVIOURS } from './websocket/behaviour.js';

/** Credits that are late for the sandbox; the real ones take 15 to 20 minutes. */
const CREDIT_DELAY_MS = 15_000;
/** Fast withdrawals that are late for the sandbox; the real ones take minutes. */
const PAYOUT_DELAY_MS = 15_000;
/** Longer than the real venue's reads lag when it is not under load. */
const READ_LAG_MS = 2_000;

/** Starts the venue as the sandbox process does; see docs/sandbox.md. */
export const lighterInSandbox: StartSandboxVenue = ({ world, ...options }) => {
  const { host, port, seed, stateDirectory, chains, readLagMs, clock, logger } = options;
  const { weightPerMinute, exceptions: allowances } = options.allowances(PREMIUM_WEIGHT_PER_MINUTE);
  const isHarsh = world === 'harsh';
  const delays = isHarsh
    ? { creditDelayMs: CREDIT_DELAY_MS, payoutDelayMs: PAYOUT_DELAY_MS, readLagMs: READ_LAG_MS }
    : {};
  return startLighter({
    ...{ host, port, seed, weightPerMinute, allowances, clock, logger },
    accounts: { stateDirectory, arbitrum: chains.arbitrum, ...delays, ...(readLagMs !== undefined && { readLagMs }) },
    behaviour: BEHAVIOURS[world],
    faults: isHarsh ? harshFaults(options.faults) : options.faults,
    ...(isHarsh && { troubles: brokenServers() }),
  });
};
