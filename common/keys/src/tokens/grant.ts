import { z } from 'zod';

/** The audience of grants alone: no grant is a caller's token, and no caller's token a grant. */
export const GRANT_AUDIENCE = 'agent-grant';

/** How long a grant is valid: as long as a process may take to start. */
export const GRANT_TTL_SECONDS = 120;

/** What the grant's bearer may do: request an agent (and the approval of its orders' fee), or end it. */
const purposes = ['issue_agent', 'end_agent'] as const;

export const agentGrantSchema = z.object({
  id: z.string().min(1),
  purpose: z.enum(purposes),
  deploymentId: z.string().min(1),
  accountId: z.string().min(1),
  venue: z.string().min(1),
  agentName: z.string().min(1),
});

/**
 * A grant, which proves that a process serves a deployment. The process presents it to the wallet service, once, to receive the key of an
 * agent. The runtime service, which decides what is deployed, signs it.
 */
export interface AgentGrant {
  /** Spent once. */
  readonly id: string;
  readonly purpose: (typeof purposes)[number];
  /** The deployment that the agent is for; one agent serves all deployments of an account at a venue. */
  readonly deploymentId: string;
  readonly accountId: string;
  readonly venue: string;
  /** The agent's name at the venue. */
  readonly agentName: string;
}
