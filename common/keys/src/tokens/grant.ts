import { z } from 'zod';

/** The audience of grants alone: no grant is a caller's token, and no caller's token a grant. */
export const GRANT_AUDIENCE = 'agent-grant';

/** How long a grant is valid: as long as a process may take to start. */
export const GRANT_TTL_SECONDS = 120;

/** What a bearer may do: have an agent issued (and the fee of its orders approved), or have it ended. */
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
 * That a process serves a deployment: what it bears to the wallet service, once, before it is given the key of an agent. Signed by
 * the runtime service, which decides what is deployed.
 */
export interface AgentGrant {
  /** Spent once. */
  readonly id: string;
  readonly purpose: (typeof purposes)[number];
  /** The deployment that the agent is for; one agent serves all of an account's at a venue. */
  readonly deploymentId: string;
  readonly accountId: string;
  readonly venue: string;
  /** The agent's name at the venue. */
  readonly agentName: string;
}
