import { PlatformError } from '@platform/errors';
import { CODE_TTL_MS } from '@platform/keys/one-time-codes';
import { formatUsd } from '@platform/kit/money';
import type {
  AuthorizeWithdrawalRequest,
  CreateWithdrawalRequest,
  SendWithdrawalCodeRequest,
  WalletServiceDefinition,
} from '@platform/protos/wallet';
import { type CallContext, type Handlers, requireUser } from '@platform/rpc/grpc';
import { anyKey, uuidKey } from '../requests.js';
import type { WithdrawalCodes } from './challenges/codes.js';
import type { Destinations } from './destinations.js';
import { parseIntent } from './intent.js';
import type { AccountLogin, AccountLogins, WithdrawalCall } from './logins/account-logins.js';
import { arrivesOf, type WithdrawalRecord, withdrawalErrors } from './model.js';
import { parseProof, WithdrawalRequests } from './request.js';
import type { DescribedSource } from './sources/sources.js';
import { statusOf } from './states.js';
import type { Withdrawals } from './withdrawals.js';

/** How long a signature is valid: a wallet makes one in a moment. */
const SIGNATURE_TTL_SECONDS = 300;

type WithdrawalHandlers = Pick<
  Handlers<WalletServiceDefinition>,
  | 'ListWithdrawalSources'
  | 'GetWithdrawalPolicy'
  | 'SendWithdrawalCode'
  | 'AuthorizeWithdrawal'
  | 'CreateWithdrawal'
  | 'RecoverWithdrawal'
  | 'GetWithdrawal'
  | 'ListWithdrawals'
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
  const requests = new WithdrawalRequests(domain);
  return {
    ListWithdrawalSources: async (_request, { caller }) => {
      const sources = await withdrawals.describeSources(requireUser(caller).accountId);
      return { sources: sources.map(toSourceMessage) };
    },
    GetWithdrawalPolicy: async (_request, context) => {
      requireOn();
      const call = callOf(context);
      return { policy: { accountId: call.accountId, ...policyOf(await logins.of(call)) } };
    },
    SendWithdrawalCode: async (fields, context) => {
      requireOn();
      const call = callOf(context);
      return withdrawals.turns.admit(call.accountId, () => sendCode(call, fields));
    },
    AuthorizeWithdrawal: async (fields, context) => {
      requireOn();
      const call = callOf(context);
      return withdrawals.turns.admit(call.accountId, () => authorize(call, fields));
    },
    CreateWithdrawal: async (fields, context) => {
      const call = callOf(context);
      return withdrawals.turns.admit(call.accountId, () => create(call, fields));
    },
    RecoverWithdrawal: async ({ idempotencyKey }, { caller }) => {
      const { accountId } = requireUser(caller);
      const key = domain.withdrawalOtp ? uuidKey(idempotencyKey) : anyKey(idempotencyKey);
      const found = await withdrawals.turns.admit(accountId, () => withdrawals.recover(accountId, key));
      return { requestId: key, ...(found !== 'cancelled' && { withdrawal: toWithdrawalMessage(found) }) };
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
    const intent = await parseIntent(
      { source, ...fields },
      { destinations, offers: (name) => withdrawals.offers(name) },
    );
    const sent = await codes.send(call, { accountId: call.accountId, key, intent });
    return {
      challengeId: sent.challengeId,
      maskedEmail: sent.maskedEmail,
      expiresAtMs: sent.expiresAt.getTime(),
      resendAvailableAtMs: sent.resendAvailableAt.getTime(),
    };
  }

  async function authorize(call: WithdrawalCall, fields: AuthorizeWithdrawalRequest) {
    const request = await requests.proved(call, fields);
    const { _id, expiresAt } = await withdrawals.authorize(request, parseProof(fields));
    const { amountMicroUsdc, destinationWallet } = request.intent;
    const content = { amountUsd: formatUsd(amountMicroUsdc), destinationWallet };
    return { authorizationId: _id, ...content, expiresAtMs: expiresAt.getTime() };
  }

  async function create(call: WithdrawalCall, fields: CreateWithdrawalRequest) {
    const { withdrawalOtp } = domain;
    const request = withdrawalOtp ? await requests.proved(call, fields) : await requests.amountOnly(call, fields);
    if (fields.replayOnly)
      return { withdrawal: toWithdrawalMessage(await withdrawals.replay(request)), replayed: true };
    const proof = withdrawalOtp ? parseProof(fields) : undefined;
    const { withdrawal, replayed } = await withdrawals.accept(request, proof);
    return { withdrawal: toWithdrawalMessage(withdrawal), replayed };
  }

  function requireOn(): void {
    if (!domain.withdrawalOtp) throw new PlatformError('not_found');
  }
}

function callOf({ caller, requestId }: CallContext): WithdrawalCall {
  return { accountId: requireUser(caller).accountId, requestId };
}

/** Returns the part of a policy that depends on the login. */
function policyOf(login: AccountLogin) {
  const { mode } = login;
  if (mode === 'email_otp') {
    const { maskedEmail } = login;
    return { mode, maskedEmail, destinationMode: 'user_entered', authorizationTtlSeconds: CODE_TTL_MS / 1_000 };
  }
  const locked = { destinationMode: 'locked', destinationWallet: login.loginWallet };
  return { mode, ...locked, authorizationTtlSeconds: SIGNATURE_TTL_SECONDS };
}

/** Returns a source as the account's owner sees it. */
function toSourceMessage({ name, status, availableMicroUsdc, feeMicroUsdc, obstacle }: DescribedSource) {
  return {
    source: name,
    status,
    asset: 'USDC',
    chain: 'arbitrum',
    ...(availableMicroUsdc !== undefined && { availableUsd: formatUsd(availableMicroUsdc) }),
    ...(feeMicroUsdc !== undefined && { feeUsd: formatUsd(feeMicroUsdc) }),
    ...(obstacle !== undefined && { reason: obstacle }),
  };
}

/** Returns a withdrawal as its owner sees it. */
function toWithdrawalMessage(record: WithdrawalRecord) {
  const {
    _id: id,
    state,
    source,
    asset,
    network: chain,
    amountMicroUsdc,
    feeMicroUsdc,
    destinationWallet,
    txHash,
    createdAt,
    updatedAt,
    error,
  } = record;
  return {
    id,
    status: statusOf(state),
    source,
    amountUsd: formatUsd(amountMicroUsdc),
    feeUsd: formatUsd(feeMicroUsdc),
    arrivesUsd: formatUsd(arrivesOf(record)),
    asset,
    chain,
    destinationWallet,
    txHash,
    createdAtMs: createdAt.getTime(),
    updatedAtMs: updatedAt.getTime(),
    ...(error !== undefined && { error: { code: error, message: withdrawalErrors[error] } }),
  };
}
