import { PlatformError, parse } from '@platform/errors';
import type { Caller } from '@platform/keys/tokens';
import type { IdentityServiceDefinition } from '@platform/protos/identity';
import { type AccessTable, type Handlers, requireUser } from '@platform/rpc/grpc';
import type { Accounts } from './accounts/accounts.js';
import type { ApiKeys } from './credentials/api-keys.js';
import { type Authenticator, isWalletLogin } from './credentials/authenticator.js';
import type { Sessions } from './credentials/sessions.js';
import type { MagicLinks } from './magic-links/magic-links.js';
import { toAccount, toApiKey, toAuthenticateResponse } from './messages.js';
import type { Registration } from './registration/registration.js';
import {
  admitUnauthenticatedRequest,
  authenticateRequest,
  parseCreateApiKey,
  renameApiKeyRequest,
  reportUsageRequest,
  sendMagicLinkRequest,
  sendRegistrationCodeRequest,
  sendWithdrawalCodeRequest,
  useMagicLinkRequest,
  useSignInLinkRequest,
  verifyRegistrationCodeRequest,
} from './requests.js';
import type { SignInLinks } from './sign-in-links/sign-in-links.js';
import type { AddressLimits } from './usage/address-limits.js';
import type { Allowances } from './usage/allowances.js';
import type { WithdrawalNotices } from './withdrawals/notices.js';

/** Who may call which procedure. */
export const identityAccess: AccessTable<IdentityServiceDefinition> = {
  SendRegistrationCode: { users: 'anonymous' },
  VerifyRegistrationCode: { users: 'anonymous' },
  OpenSession: { users: 'anonymous' },
  CreateSignInLink: { users: 'session' },
  UseSignInLink: { users: 'anonymous' },
  EndSession: { users: 'session' },
  SendMagicLink: { users: 'anonymous' },
  UseMagicLink: { users: 'anonymous' },
  Authenticate: { users: 'none', workloads: ['gateway'] },
  AdmitUnauthenticated: { users: 'none', workloads: ['gateway'] },
  ReportUsage: { users: 'none', workloads: ['gateway'] },
  GetAccount: { users: 'read' },
  ListApiKeys: { users: 'session' },
  CreateApiKey: { users: 'session' },
  RenameApiKey: { users: 'session' },
  RevokeApiKey: { users: 'session' },
  GetAccountLogin: { users: 'none', workloads: ['wallet'] },
  SendWithdrawalCode: { users: 'none', workloads: ['wallet'] },
  SendLoginChangeNotice: { users: 'none', workloads: ['wallet'] },
};

/** Returns the handlers of `trading.identity.v1`: they translate between messages and the domain, and decide nothing. */
export function identityHandlers(domain: {
  accounts: Accounts;
  addressLimits: AddressLimits;
  allowances: Allowances;
  apiKeys: ApiKeys;
  authenticator: Authenticator;
  magicLinks: MagicLinks;
  registration: Registration;
  sessions: Sessions;
  signInLinks: SignInLinks;
  withdrawalNotices: WithdrawalNotices;
}): Handlers<IdentityServiceDefinition> {
  const { accounts, addressLimits, allowances, apiKeys, authenticator, magicLinks, registration, withdrawalNotices } =
    domain;
  const { sessions, signInLinks } = domain;
  return {
    SendRegistrationCode: async (request, { caller }) => {
      await addressLimits.countRegistration(caller);
      const { email } = parse(sendRegistrationCodeRequest, request);
      return registration.sendCode(email);
    },
    VerifyRegistrationCode: async (request, { caller }) => {
      await addressLimits.countRegistration(caller);
      const { email, otp } = parse(verifyRegistrationCodeRequest, request);
      const { account, sessionToken, apiKey } = await registration.verify(email, otp);
      return {
        sessionToken: sessionToken.reveal(),
        accountId: account._id,
        email,
        apiKey: apiKey.reveal(),
      };
    },
    OpenSession: async (request, { caller }) => {
      await addressLimits.countRegistration(caller);
      const { email, otp } = parse(verifyRegistrationCodeRequest, request);
      const { account, sessionToken } = await registration.signIn(email, otp);
      return { sessionToken: sessionToken.reveal(), accountId: account._id };
    },
    CreateSignInLink: async (_request, { caller }) => {
      const { secret, expiresAt } = await signInLinks.make(requireUser(caller).accountId);
      return { secret: secret.reveal(), expiresAtMs: expiresAt.getTime() };
    },
    UseSignInLink: async (request, { caller }) => {
      await addressLimits.countRegistration(caller);
      const { secret } = parse(useSignInLinkRequest, request);
      const { accountId, sessionToken, expiresAt } = await signInLinks.use(secret);
      return { sessionToken: sessionToken.reveal(), accountId, expiresAtMs: expiresAt.getTime() };
    },
    EndSession: async (_request, { caller }) => {
      const { accountId, credentialId } = requireUser(caller);
      await sessions.end(accountId, credentialId);
      return { ended: !isWalletLogin(credentialId) };
    },
    SendMagicLink: async (request, { caller }) => {
      await addressLimits.countRegistration(caller);
      const { email } = parse(sendMagicLinkRequest, request);
      await magicLinks.send(email);
      return { sent: true };
    },
    UseMagicLink: async (request, { caller }) => {
      await addressLimits.countRegistration(caller);
      const { token } = parse(useMagicLinkRequest, request);
      return magicLinks.open(token);
    },
    Authenticate: async (request) => {
      const { credential, reports } = parse(authenticateRequest, request);
      await allowances.report(reports);
      return toAuthenticateResponse(await authenticator.authenticate(credential));
    },
    AdmitUnauthenticated: async (request) => {
      const { clientAddress } = parse(admitUnauthenticatedRequest, request);
      return addressLimits.admit(clientAddress);
    },
    ReportUsage: async (request) => {
      const { usages } = parse(reportUsageRequest, request);
      await allowances.report(usages);
      return {};
    },
    GetAccount: async (_request, { caller }) => {
      const { accountId, mandate } = requireUser(caller);
      const account = await accounts.get(accountId);
      const usage = await allowances.ofAccount(account._id);
      return { account: toAccount(account, usage, allowances.requestsPerMinute, mandate) };
    },
    ListApiKeys: async (_request, { caller }) => {
      const keys = await apiKeys.list(requireUser(caller).accountId);
      const usage = await allowances.of(keys.map(({ _id }) => _id));
      return { keys: keys.map((key) => toApiKey(key, usage.get(key._id))) };
    },
    CreateApiKey: async (request, { caller }) => {
      const wanted = parseCreateApiKey(request);
      const { accountId } = requireUser(caller);
      const { key, secret } = await apiKeys.mint(accountId, wanted);
      return { apiKey: secret.reveal(), keyId: key._id, accountId };
    },
    RenameApiKey: async (request, { caller }) => {
      const { id, name } = parse(renameApiKeyRequest, request);
      const key = await apiKeys.rename(requireUser(caller).accountId, id, name);
      const usage = await allowances.of([key._id]);
      return { key: toApiKey(key, usage.get(key._id)) };
    },
    RevokeApiKey: async ({ id }, { caller }) => {
      await apiKeys.revoke(requireUser(caller).accountId, id);
      return {};
    },
    GetAccountLogin: async ({ accountId }, { caller }) => {
      requireOnBehalfOf(caller, accountId);
      return withdrawalNotices.loginOf(accountId);
    },
    SendWithdrawalCode: async (request, { caller }) => {
      const notice = parse(sendWithdrawalCodeRequest, request);
      requireOnBehalfOf(caller, notice.accountId);
      await withdrawalNotices.send(notice);
      return {};
    },
    SendLoginChangeNotice: async ({ accountId, contact }, { caller }) => {
      requireOnBehalfOf(caller, accountId);
      await withdrawalNotices.tellOfChange(contact);
      return {};
    },
  };
}

/** Throws unless the service's token names this account. */
function requireOnBehalfOf(caller: Caller, accountId: string): void {
  if (caller.kind !== 'workload' || caller.accountId !== accountId) throw new PlatformError('insufficient_permissions');
}
