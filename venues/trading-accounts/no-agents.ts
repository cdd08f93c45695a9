import { PlatformError } from '@platform/errors';
import type { SigningFamily } from './signing.js';
import type { AgentRequest, VenueApprovals } from './venue.js';

const refuse = async (): Promise<never> => {
  throw new PlatformError('feature_not_available');
};

/** Returns the family of a venue without agents: no process may have one approved. */
export function noAgents(venue: string): SigningFamily<AgentRequest, AgentRequest, string> {
  return { venue, name: 'approve_agent', askers: [], parse: refuse, sign: refuse };
}

/** Of a venue at which nothing is approved besides trades. */
export const noApprovals: VenueApprovals = {
  approveAgent: refuse,
  agentsOf: async () => [],
  approveFee: refuse,
  isFeeApproved: async () => false,
};
