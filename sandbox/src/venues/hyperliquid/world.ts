import { type Faults, unsteady } from '../../faults/faults.js';
import type { SandboxWorld } from '../../settings.js';
import type { HyperliquidOptions } from './index.js';
import { CONNECTION_LIMITS } from './websocket/limits.js';

/** Longer than the real venue's reads lag when it is not under load. */
const READ_LAG_MS = 2_000;
/** Of so many actions one is answered with what says nothing of it. */
const UNSAID_EVERY = 20;

/** What a world makes of the venue; see docs/sandbox.md. */
export function hyperliquidWorld(
  world: SandboxWorld,
  faults: Faults,
): Pick<HyperliquidOptions, 'faults' | 'readLagMs' | 'connectionLimits'> {
  if (world === 'kind') return { faults };
  return {
    faults: unsteady(faults, UNSAID_EVERY),
    readLagMs: READ_LAG_MS,
    connectionLimits: CONNECTION_LIMITS,
  };
}
