import type { Clock } from '@platform/clock';
import type { GrpcClient } from '@platform/grpc';
import type { WalletServiceDefinition } from '@platform/protos/wallet';
import type { TokenMinter } from '@platform/tokens';
import { type Address, bytesToHex } from 'viem';
import { z } from 'zod';
import { address } from './mandate.js';
import { type AgentSigner, agentSigner } from './signing.js';
import type { Venue } from './venue.js';

const AUDIENCE = 'wallet';

/** A trading account, and the agent that signs for it. */
export interface Appointment {
  /** The account at the venue: the address of the wallet. */
  readonly account: Address;
  readonly agent: AgentSigner;
}

/** For whom an agent is asked of the wallet service. */
export interface AppointmentRequest {
  readonly wallet: GrpcClient<WalletServiceDefinition>;
  readonly minter: TokenMinter;
  readonly accountId: string;
  readonly agentName: string;
  readonly clock: Clock;
}

const done = z.object({ status: z.literal('ok') });

/**
 * Has the wallet service issue an agent for the account and the venue accept it. Its key stays in this process's memory: a
 * restart asks for another one of the same name, which ends the former. Throws when the venue does not accept it.
 */
export async function appointAgent(request: AppointmentRequest, venue: Venue): Promise<Appointment> {
  const { wallet, minter, accountId, agentName, clock } = request;
  const cause = `venue proxy ${agentName}`;
  const caller = { kind: 'workload', workload: 'venue-proxy', accountId, cause } as const;
  const token = await minter.mint(caller, AUDIENCE);
  const issued = await wallet.issueHyperliquidAgent({ accountId, agentName }, { token, requestId: agentName });
  const { status, body } = await venue.post('/exchange', issued.approvalJson);
  if (status !== 200 || !done.safeParse(JSON.parse(body)).success)
    throw new Error(`the venue did not accept the agent: ${status} ${body}`);
  return { account: address.parse(issued.address), agent: agentSigner(bytesToHex(issued.agentPrivateKey), clock) };
}
