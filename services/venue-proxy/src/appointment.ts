import type { Clock } from '@platform/clock';
import type { GrpcClient } from '@platform/grpc';
import type { WalletServiceDefinition } from '@platform/protos/wallet';
import type { TokenMinter } from '@platform/tokens';
import { type Address, bytesToHex } from 'viem';
import { z } from 'zod';
import { address, type Mandate } from './mandate.js';
import { type AgentSigner, agentSigner } from './signing.js';
import type { Venue } from './venue.js';

const AUDIENCE = 'wallet';
const VENUE = 'hyperliquid';

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
  /** The fee that the bot's orders pay; null: none. */
  readonly builder: Mandate['builder'];
  readonly clock: Clock;
}

const done = z.object({ status: z.literal('ok') });
/** Tenths of a basis point. */
const maximumFee = z.number();

/**
 * Has the wallet service issue an agent for the account and the venue accept it. Its key stays in this process's memory: a
 * restart asks for another one of the same name, which ends the former. The fee that the bot's orders pay is approved too, once.
 * Throws when the venue does not accept either.
 */
export async function appointAgent(request: AppointmentRequest, venue: Venue): Promise<Appointment> {
  const { wallet, minter, accountId, agentName, builder, clock } = request;
  const cause = `venue proxy ${agentName}`;
  const caller = { kind: 'workload', workload: 'venue-proxy', accountId, cause } as const;
  const call = { token: await minter.mint(caller, AUDIENCE), requestId: agentName };
  const issued = await wallet.issueAgent({ accountId, venue: VENUE, agentName }, call);
  await approve(venue, 'agent', issued.approvalJson);
  const account = address.parse(issued.address);
  if (builder !== null && !(await isFeeApproved(venue, account, builder))) {
    const fee = await wallet.signFeeApproval({ accountId, venue: VENUE }, call);
    const isMandated =
      address.parse(fee.builderAddress) === builder.address &&
      fee.maximumFeeTenthsOfBasisPoint >= builder.feeTenthsOfBasisPoint;
    if (!isMandated) throw new Error(`the mandate names another builder or a higher fee than the platform takes`);
    await approve(venue, 'fee', fee.approvalJson);
  }
  return { account, agent: agentSigner(bytesToHex(issued.agentPrivateKey), clock) };
}

async function isFeeApproved(venue: Venue, user: Address, builder: NonNullable<Mandate['builder']>): Promise<boolean> {
  const approved = maximumFee.parse(await venue.ask({ type: 'maxBuilderFee', user, builder: builder.address }));
  return approved >= builder.feeTenthsOfBasisPoint;
}

async function approve(venue: Venue, what: string, approvalJson: string): Promise<void> {
  const { status, body } = await venue.exchange(approvalJson);
  if (status !== 200 || !done.safeParse(JSON.parse(body)).success)
    throw new Error(`the venue did not accept the ${what}: ${status} ${body}`);
}
