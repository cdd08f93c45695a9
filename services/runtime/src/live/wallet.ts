import { PlatformError } from '@platform/errors';
import type { TokenMinter } from '@platform/keys/tokens';
import { formatUsd, type MicroUsdc } from '@platform/kit/money';
import type { WalletServiceDefinition } from '@platform/protos/wallet';
import type { CallOptions, GrpcClient } from '@platform/rpc/grpc';
import { z } from 'zod';
import { AGENT_NAME, type GrantedDeployment } from './agent-grants.js';
import type { ProxiedPlace } from './venue-proxies.js';

const AUDIENCE = 'wallet';
const TIMEOUT_MS = 10_000;

const setupSchema = z.object({
  id: z.string(),
  status: z.enum(['processing', 'completed', 'failed', 'reconciliation_required']),
  step: z.string(),
});

/** The setup of a venue with a deployment's capital, as the wallet has it. */
export type CapitalSetup = z.output<typeof setupSchema>;

const standingSchema = z
  .object({
    address: z.string(),
    equityUsd: z.string().transform(Number),
    positions: z.array(
      z.object({ symbol: z.string(), side: z.enum(['long', 'short']), sizeUsd: z.string().transform(Number) }),
    ),
    agent: z.enum(['none', 'attached', 'lost']),
    agentIssuedAtMs: z.int().optional(),
  })
  .transform(({ agentIssuedAtMs, ...rest }) => ({ ...rest, agentIssuedAtMs: agentIssuedAtMs ?? null }));

/** What an account has at a venue now, and how its agent stands there. */
export type VenueStanding = z.output<typeof standingSchema>;

/** What live deployments ask of the wallet. */
export interface LiveWallet {
  /**
   * Returns the deployment's one setup, which begins with the first call. Throws `venue_setup_in_progress` (another one),
   * `insufficient_held_balance` or `service_unavailable`.
   */
  setUp(deployment: GrantedDeployment, capitalMicroUsdc: MicroUsdc): Promise<CapitalSetup>;
  /** Has the wallet know that a deployment uses its account no more; safe to repeat. Throws `service_unavailable`. */
  release(deployment: GrantedDeployment): Promise<void>;
  /** Throws `wallet_upstream_unavailable` where the venue can't be read, and `service_unavailable`. */
  standing(place: ProxiedPlace): Promise<VenueStanding>;
}

/** The wallet service. */
export class GrpcLiveWallet implements LiveWallet {
  constructor(
    private readonly client: GrpcClient<WalletServiceDefinition>,
    private readonly minter: TokenMinter,
    private readonly nextRequestId: () => string,
  ) {}

  async setUp({ accountId, venue, deploymentId }: GrantedDeployment, capital: MicroUsdc): Promise<CapitalSetup> {
    const request = { accountId, venue, deploymentId, amountUsd: formatUsd(capital) };
    const call = await this.#call(accountId, `deployment ${deploymentId}`);
    return setupSchema.parse((await this.client.setUpDeployment(request, call)).setup);
  }

  async release({ accountId, deploymentId }: GrantedDeployment): Promise<void> {
    const call = await this.#call(accountId, `deployment ${deploymentId}`);
    await this.client.releaseDeployment({ accountId, deploymentId }, call);
  }

  async standing({ accountId, venue }: ProxiedPlace): Promise<VenueStanding> {
    const call = await this.#call(accountId, `live bots at ${venue}`);
    return standingSchema.parse(await this.client.getVenueStanding({ accountId, venue, agentName: AGENT_NAME }, call));
  }

  async #call(accountId: string, cause: string): Promise<CallOptions> {
    const caller = { kind: 'workload', workload: 'runtime', accountId, cause } as const;
    return {
      token: await this.minter.mint(caller, AUDIENCE),
      requestId: this.nextRequestId(),
      timeoutMs: TIMEOUT_MS,
    };
  }
}

/** The refusals of a setup that a start passes on. */
export function isFundingRefusal(error: unknown): error is PlatformError {
  return (
    error instanceof PlatformError && ['venue_setup_in_progress', 'insufficient_held_balance'].includes(error.code)
  );
}
