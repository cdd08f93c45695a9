import { PlatformError } from '@platform/errors';
import { CODE_TTL_MS } from '@platform/keys/one-time-codes';
import { formatUsd } from '@platform/kit/money';
import type {
  CreateWithdrawalRequest,
  SendWithdrawalCodeRequest,
  WalletServiceDefinition,
} from '@platform/protos/wallet';
import { type CallContext, type Handlers, requireUser } from '@platform/rpc/grpc';
import { tokenRow, usdcOn } from '../chains/token.js';
import { anyKey, uuidKey } from '../requests.js';
import type { WithdrawalCodes } from './challenges/codes.js';
import type { Destinations } from './destinations.js';
import { parseIntent } from './intent.js';
import type { AccountLogins, WithdrawalCall } from './logins/account-logins.js';
import { type WithdrawalRecord, withdrawalErrors } from './model.js';
import { parseEmailProof, requireAmountAlone, requireEmailMode } from './request.js';
import { statusOf } from './states.js';
import type { WithdrawalRequest, Withdrawals } from './withdrawals.js';

/** The fields that a body with only an amount implies. */
const FROM_HELD_USDC = {
  source: 'arbitrum',
  chain: 'arbitrum',
  assetAddress: tokenRow(usdcOn('arbitrum')).address,
} as const;

type WithdrawalHandlers = Pick<
  Handlers<WalletServiceDefinition>,
  'GetWithdrawalPolicy' | 'SendWithdrawalCode' | 'CreateWithdrawal' | 'GetWithdrawal' | 'ListWithdrawals'
>;

/** The domain behind the handlers of withdrawals. */
export interface WithdrawalsDomain {
  readonly destinations: Destinations;
  readonly withdrawals: Withdrawals;
  readonly codes: WithdrawalCodes;
  readonly logins: AccountLogins;
  /** `FEATURE_WITHDRAWAL_OTP`: whether withdrawals need a proof, and are possible without a login wallet. */
  readonly withdrawalOtp: boolean;
}

/** Returns the handlers of `trading.wallet.v1` for withdrawals. */
export function withdrawalHandlers(domain: WithdrawalsDomain): WithdrawalHandlers {
  const { destinations, withdrawals, codes, logins } = domain;
  return {
    GetWithdrawalPolicy: async (_request, context) => {
      requireOn();
      const { accountId } = requireUser(context.caller);
      const { mode, maskedEmail } = await logins.of(callOf(context));
      const authorizationTtlSeconds = CODE_TTL_MS / 1_000;
      return { policy: { accountId, mode, maskedEmail, destinationMode: 'user_entered', authorizationTtlSeconds } };
    },
    SendWithdrawalCode: async (fields, context) => {
      requireOn();
      const call = callOf(context);
      return withdrawals.turns.admit(call.accountId, () => sendCode(call, fields));
    },
    CreateWithdrawal: async (fields, context) => {
      const call = callOf(context);
      return withdrawals.turns.admit(call.accountId, () => create(call, fields));
    },
    GetWithdrawal: async ({ id }, { caller }) => {
      const { accountId } = requireUser(caller);
      return { withdrawal: toWithdrawalMessage(await withdrawals.get(accountId, id)) };
    },
    ListWithdrawals: async (request, { caller }) => {
      const page = await withdrawals.list(requireUser(caller).accountId, request);
      return {
        withdrawals: page.items.map(toWithdrawalMessage),
        cursors: [...page.cursors],
        nextCursor: page.nextCursor,
      };
    },
  };

  async function sendCode(call: WithdrawalCall, { source = 'arbitrum', ...fields }: SendWithdrawalCodeRequest) {
    const key = uuidKey(fields.idempotencyKey);
    const intent = await parseIntent({ source, ...fields }, destinations);
    const sent = await codes.send(call, key, intent);
    return {
      challengeId: sent.challengeId,
      maskedEmail: sent.maskedEmail,
      expiresAtMs: sent.expiresAt.getTime(),
      resendAvailableAtMs: sent.resendAvailableAt.getTime(),
    };
  }

  async function create(call: WithdrawalCall, fields: CreateWithdrawalRequest) {
    const request = domain.withdrawalOtp ? await provedRequest(call, fields) : await amountOnlyRequest(call, fields);
    if (fields.replayOnly) return replay(await withdrawals.find(request));
    const proof = domain.withdrawalOtp ? parseEmailProof(fields.authorization) : undefined;
    const { withdrawal, replayed } = await withdrawals.accept(request, proof);
    return { withdrawal: toWithdrawalMessage(withdrawal), replayed };
  }

  async function provedRequest(
    { accountId }: WithdrawalCall,
    fields: CreateWithdrawalRequest,
  ): Promise<WithdrawalRequest> {
    const key = uuidKey(fields.idempotencyKey);
    requireEmailMode(fields.authorization);
    return { accountId, key, intent: await parseIntent(fields, destinations) };
  }

  async function amountOnlyRequest(call: WithdrawalCall, fields: CreateWithdrawalRequest): Promise<WithdrawalRequest> {
    const key = anyKey(fields.idempotencyKey);
    requireAmountAlone(fields);
    const { accountId } = call;
    const destinationWallet = await logins.loginWalletOf(call);
    const meant = { ...FROM_HELD_USDC, amountUsd: fields.amountUsd, destinationWallet };
    return { accountId, key, intent: await parseIntent(meant, destinations) };
  }

  function requireOn(): void {
    if (!domain.withdrawalOtp) throw new PlatformError('not_found');
  }
}

function callOf({ caller, requestId }: CallContext): WithdrawalCall {
  return { accountId: requireUser(caller).accountId, requestId };
}

function replay(withdrawal: WithdrawalRecord | undefined) {
  if (withdrawal === undefined) throw new PlatformError('withdrawal_replay_not_found');
  return { withdrawal: toWithdrawalMessage(withdrawal), replayed: true };
}

/** Returns a withdrawal as its owner sees it. */
function toWithdrawalMessage(record: WithdrawalRecord) {
  const {
    _id: id,
    state,
    asset,
    network: chain,
    amountMicroUsdc,
    destinationWallet,
    txHash,
    createdAt,
    updatedAt,
    error,
  } = record;
  return {
    id,
    status: statusOf(state),
    amountUsd: formatUsd(amountMicroUsdc),
    asset,
    chain,
    destinationWallet,
    txHash,
    createdAtMs: createdAt.getTime(),
    updatedAtMs: updatedAt.getTime(),
    ...(error !== undefined && { error: { code: error, message: withdrawalErrors[error] } }),
  };
}
