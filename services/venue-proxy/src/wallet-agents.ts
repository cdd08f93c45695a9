import type { TokenMinter } from '@platform/keys/tokens';
import type { WalletServiceDefinition } from '@platform/protos/wallet';
import type { CallOptions, GrpcClient } from '@platform/rpc/grpc';
import type { AgentAuthority } from '@platform/venues/live-bots';

const AUDIENCE = 'wallet';
/** The wallet service waits for the venue's answer, and looks an unclear one up. */
const TIMEOUT_MS = 30_000;

/** How to reach the wallet service, and for which agent. */
export interface WalletAgentsOptions {
  readonly wallet: GrpcClient<WalletServiceDefinition>;
  readonly minter: TokenMinter;
  readonly venue: string;
  readonly accountId: string;
  /** One name for all bots of the account at the venue. */
  readonly agentName: string;
}

/** The agent of an account, through the wallet service. */
export class WalletAgents implements AgentAuthority {
  constructor(private readonly options: WalletAgentsOptions) {}

  async issue(grant: string): ReturnType<AgentAuthority['issue']> {
    const { wallet, venue, accountId, agentName } = this.options;
    return wallet.issueAgent({ accountId, venue, agentName, grant }, await this.#call());
  }

  async end(grant: string): ReturnType<AgentAuthority['end']> {
    const { wallet, venue, accountId, agentName } = this.options;
    await wallet.endAgent({ accountId, venue, agentName, grant }, await this.#call());
  }

  async approveFee(grant: string): ReturnType<AgentAuthority['approveFee']> {
    const { wallet, venue, accountId } = this.options;
    return wallet.approveFee({ accountId, venue, grant }, await this.#call());
  }

  async #call(): Promise<CallOptions> {
    const { minter, accountId, agentName } = this.options;
    const cause = `venue proxy ${agentName}`;
    const caller = { kind: 'workload', workload: 'venue-proxy', accountId, cause } as const;
    return { token: await minter.mint(caller, AUDIENCE), requestId: agentName, timeoutMs: TIMEOUT_MS };
  }
}
