import type { Withdrawal as WithdrawalMessage } from '@platform/protos/wallet';
import { type Connection, createdRequest, toConnection } from '@platform/rpc/subgraph';
import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { WalletContext } from '../context.js';
import { toWithdrawal } from '../mapping.js';
import { Wallet } from '../schema/wallet.js';
import {
  AuthorizeWithdrawalInput,
  AuthorizeWithdrawalPayload,
  CreateWithdrawalInput,
  CreateWithdrawalPayload,
  RecoverWithdrawalInput,
  RecoverWithdrawalPayload,
  SendWithdrawalCodeInput,
  SendWithdrawalCodePayload,
  Withdrawal,
  WithdrawalConnection,
  WithdrawalPolicy,
  WithdrawalSource,
  WithdrawalsArguments,
} from '../schema/withdrawal.js';

/** Leaves time for the mail provider. */
const SEND_TIMEOUT_MS = 15_000;

/** The caller's withdrawals. */
@Resolver(() => Wallet)
export class WithdrawalResolver {
  @Query(() => Withdrawal, { nullable: true, description: "One of the caller's withdrawals." })
  async withdrawal(
    @Arg('id', () => ID, { description: 'Its id.' }) id: string,
    @Ctx() { client, call }: WalletContext,
  ): Promise<Withdrawal> {
    return required((await client.getWithdrawal({ id }, call)).withdrawal);
  }

  @FieldResolver(() => WithdrawalConnection, {
    description: 'Withdrawals from it, newest first; at most 100 per page.',
  })
  async withdrawals(
    @Args(() => WithdrawalsArguments) page: WithdrawalsArguments,
    @Ctx() { client, call }: WalletContext,
  ): Promise<Connection<Withdrawal>> {
    const request = { status: page.status, ...createdRequest(page) };
    const { withdrawals, cursors, nextCursor } = await client.listWithdrawals(request, call);
    return toConnection({ nodes: withdrawals.map(toWithdrawal), cursors, nextCursor }, page);
  }

  @FieldResolver(() => [WithdrawalSource], {
    nullable: true,
    description: 'The balances that can be withdrawn from, planned ones included.',
  })
  async withdrawalSources(@Ctx() { client, call }: WalletContext): Promise<WithdrawalSource[]> {
    return (await client.listWithdrawalSources({}, call)).sources;
  }

  @FieldResolver(() => WithdrawalPolicy, {
    nullable: true,
    description: 'How its owner proves a withdrawal; null, with an error, while authorization is off.',
  })
  async withdrawalPolicy(@Ctx() { client, call }: WalletContext): Promise<WithdrawalPolicy> {
    const { policy } = await client.getWithdrawalPolicy({}, call);
    if (policy === null) throw new Error('the wallet service returned no policy');
    return policy;
  }

  @Mutation(() => SendWithdrawalCodePayload, {
    nullable: true,
    description:
      'Sends a code that authorizes one withdrawal. A repeated request sends a new code; only the newest is valid.',
  })
  async sendWithdrawalCode(
    @Arg('input', () => SendWithdrawalCodeInput, { description: 'The withdrawal.' }) input: SendWithdrawalCodeInput,
    @Ctx() { client, call }: WalletContext,
  ): Promise<SendWithdrawalCodePayload> {
    const sent = await client.sendWithdrawalCode(input, { ...call, timeoutMs: SEND_TIMEOUT_MS });
    const { challengeId, maskedEmail, expiresAtMs, resendAvailableAtMs } = sent;
    const resendAvailableAt = new Date(resendAvailableAtMs);
    return { challengeId, maskedEmail, expiresAt: new Date(expiresAtMs), resendAvailableAt };
  }

  @Mutation(() => AuthorizeWithdrawalPayload, {
    nullable: true,
    description: 'Verifies the proof of a withdrawal. Nothing moves; the withdrawal that follows sends the same proof.',
  })
  async authorizeWithdrawal(
    @Arg('input', () => AuthorizeWithdrawalInput, { description: 'The withdrawal and its proof.' })
    input: AuthorizeWithdrawalInput,
    @Ctx() { client, call }: WalletContext,
  ): Promise<AuthorizeWithdrawalPayload> {
    const { expiresAtMs, ...same } = await client.authorizeWithdrawal(input, call);
    return { ...same, expiresAt: new Date(expiresAtMs) };
  }

  @Mutation(() => RecoverWithdrawalPayload, {
    nullable: true,
    description:
      'Returns the withdrawal under a key, without a proof. A key that has none is cancelled for good: no request with it is ever accepted.',
  })
  async recoverWithdrawal(
    @Arg('input', () => RecoverWithdrawalInput, { description: 'The request.' }) input: RecoverWithdrawalInput,
    @Ctx() { client, call }: WalletContext,
  ): Promise<RecoverWithdrawalPayload> {
    const { requestId, withdrawal } = await client.recoverWithdrawal(input, call);
    return { requestId, withdrawal: withdrawal ? toWithdrawal(withdrawal) : null };
  }

  @Mutation(() => CreateWithdrawalPayload, {
    nullable: true,
    description: 'Withdraws to an address outside the platform. Repeating an accepted request returns its withdrawal.',
  })
  async createWithdrawal(
    @Arg('input', () => CreateWithdrawalInput, { description: 'The withdrawal and its proof.' })
    input: CreateWithdrawalInput,
    @Ctx() { client, call }: WalletContext,
  ): Promise<CreateWithdrawalPayload> {
    const { withdrawal, replayed } = await client.createWithdrawal(input, call);
    return { withdrawal: required(withdrawal), replayed };
  }
}

function required(withdrawal: WithdrawalMessage | null): Withdrawal {
  if (withdrawal === null) throw new Error('the wallet service returned no withdrawal');
  return toWithdrawal(withdrawal);
}
