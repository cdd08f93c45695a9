import { type Faults, type SandboxWorld, type StartSandboxVenue, unsteady } from '../../simulation/index.js';
import { PUBLISHED_WEIGHT_PER_MINUTE } from './limits/weights.js';
import { type HyperliquidOptions, startHyperliquid } from './server.js';
import { troubledOrders } from './troubles/troubled-orders.js';
import { CONNECTION_LIMITS } from './websocket/limits.js';

/** Longer than the real venue's reads lag when it is not under load. */
const READ_LAG_MS = 2_000;
/** Payouts that are late for the sandbox; the real ones take minutes. */
const PAYOUT_DELAY_MS = 15_000;
/** One of this many actions is answered without a verdict. */
const UNSAID_EVERY = 20;

/** Returns the venue of a sandbox world; see docs/sandbox.md. */
export function hyperliquidWorld(
  world: SandboxWorld,
  faults: Faults,
): Pick<HyperliquidOptions, 'faults' | 'troubles' | 'readLagMs' | 'payoutDelayMs' | 'connectionLimits'> {
  if (world === 'kind') return { faults };
  return {
    faults: { ...unsteady(faults, UNSAID_EVERY), replays: () => false },
    troubles: troubledOrders(),
    readLagMs: READ_LAG_MS,
    payoutDelayMs: PAYOUT_DELAY_MS,
    connectionLimits: CONNECTION_LIMITS,
  };
}

/** Starts the venue as the sandbox process does. */
export const hyperliquidInSandbox: StartSandboxVenue = (options) => {
  const { host, port, seed, recordingsDirectory, stateDirectory, chains, readLagMs, clock, logger } = options;
  const { weightPerMinute, exceptions } = options.allowances(PUBLISHED_WEIGHT_PER_MINUTE);
  return startHyperliquid({
    ...{ host, port, seed, recordingsDirectory, stateDirectory, arbitrum: chains.arbitrum, clock, logger },
    ...{ weightPerMinute, allowances: exceptions },
    ...hyperliquidWorld(options.world, options.faults),
    ...(readLagMs !== undefined && { readLagMs }),
  });
};
