import type { Mandate } from '@platform/keys/mandates';
import type { IdentityServiceDefinition, Mandate as MandateMessage } from '@platform/protos/identity';
import type { ResponseOf, Sendable } from '@platform/rpc/grpc';
import type { Account } from './accounts/account.js';
import type { ApiKey } from './credentials/api-keys.js';
import type { Principal } from './credentials/authenticator.js';
import type { Usage } from './usage/allowances.js';

type Response<Name extends keyof IdentityServiceDefinition> = Sendable<ResponseOf<IdentityServiceDefinition, Name>>;

const PLAN_NAME = 'standard';

/** Returns a principal and its allowance in the form that the gateway reads. */
export function toAuthenticateResponse({ allowance, ...principal }: Principal): Response<'Authenticate'> {
  return {
    accountId: principal.accountId,
    credentialId: principal.credentialId,
    credentialType: principal.credentialType,
    permissions: [...principal.permissions],
    mandate: toMandate(principal.mandate),
    allowance: allowance.requests,
    allowanceResetsAtMs: allowance.resetsAtMs,
    requestsPerMinute: allowance.requestsPerMinute,
    grantId: allowance.grantId ?? '',
    requestsLeft: allowance.requestsLeft,
  };
}

/** Returns an account with its limits and usage, and the mandate of the calling key. */
export function toAccount(
  account: Account,
  usage: { requestsToday: number; resetsAtMs: number },
  requestsPerMinute: number,
  mandate: Mandate | undefined,
): Response<'GetAccount'>['account'] {
  return {
    id: account._id,
    email: account.email,
    loginType: account.loginType,
    planName: PLAN_NAME,
    requestsPerMinute,
    requestsToday: usage.requestsToday,
    usageResetsAtMs: usage.resetsAtMs,
    createdAtMs: account.createdAt.getTime(),
    mandate: toMandate(mandate),
  };
}

/** Returns a key without its secret; a key that was never used has no usage. */
export function toApiKey(key: ApiKey, usage: Usage | undefined): Response<'ListApiKeys'>['keys'][number] {
  return {
    id: key._id,
    name: key.name,
    legacyName: key.legacyName,
    prefix: key.prefix,
    permissions: [...key.permissions],
    mandate: toMandate(key.mandate),
    createdAtMs: key.createdAt.getTime(),
    lastUsedAtMs: usage?.lastUsedAt?.getTime(),
    requestsToday: usage?.requestsToday ?? 0,
  };
}

/** Returns a mandate in the form that the gateway and its owner read; undefined where there is none. */
function toMandate(mandate: Mandate | undefined): MandateMessage | undefined {
  if (mandate === undefined) return undefined;
  const { venues, symbols, reduceOnly, ...same } = mandate;
  return { ...same, venues: [...(venues ?? [])], symbols: [...(symbols ?? [])], reduceOnly: reduceOnly === true };
}
