import { PlatformError } from '@platform/errors';
import type { AgentRequest, SigningFamily, VenueApprovals } from '../../trading-accounts/index.js';

const refuse = async (): Promise<never> => {
  throw new PlatformError('feature_not_available');
};

/** The venue has no agents, so no process may have one approved. */
export const noAgents: SigningFamily<AgentRequest, AgentRequest, string> = {
  venue: 'polymarket',
  name: 'approve_agent',
  askers: [],
  parse: refuse,
  sign: refuse,
};

/** Nothing is approved at the venue besides trades. */
export const noApprovals: VenueApprovals = {
  approveAgent: refuse,
  agentsOf: async () => [],
  approveFee: refuse,
  isFeeApproved: async () => false,
};
