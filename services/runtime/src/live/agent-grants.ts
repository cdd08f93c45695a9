import type { AgentGrant, TokenMinter } from '@platform/keys/tokens';
import type { IdSource } from '@platform/kit/clock';

/**
 * The agent's name at every venue: a venue lets an account have few agents, so one serves all of an account's bots there, and
 * each approval under the name ends the agent before it.
 */
export const AGENT_NAME = 'live-bots';

/** The account and the deployment that a grant is for. */
export interface GrantedDeployment {
  readonly deploymentId: string;
  readonly accountId: string;
  readonly venue: string;
}

/**
 * Signs what a venue proxy shows to the wallet service: which deployment it serves. One is signed for each start of a proxy, and
 * one for its end; a proxy that is taken over has none for another account.
 */
export class AgentGrants {
  constructor(
    private readonly minter: TokenMinter,
    private readonly ids: IdSource,
  ) {}

  /** Signs a grant to issue the account's agent at the venue, for the first deployment that it serves or after its proxy has died. */
  issue(deployment: GrantedDeployment): Promise<string> {
    return this.#sign(deployment, 'issue_agent');
  }

  /** Signs a grant to end it, when the last deployment that it served has ended. */
  end(deployment: GrantedDeployment): Promise<string> {
    return this.#sign(deployment, 'end_agent');
  }

  #sign({ deploymentId, accountId, venue }: GrantedDeployment, purpose: AgentGrant['purpose']): Promise<string> {
    return this.minter.mintGrant({
      ...{ id: this.ids.next('agr'), purpose, agentName: AGENT_NAME },
      ...{ deploymentId, accountId, venue },
    });
  }
}
