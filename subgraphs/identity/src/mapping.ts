import type { Account as AccountMessage, ApiKey as ApiKeyMessage } from '@platform/protos/identity';
import type { Account } from './schema/account.js';
import type { ApiKey } from './schema/api-key.js';

/** Returns an account in its GraphQL form. */
export function toAccount(message: AccountMessage): Account {
  return {
    id: message.id,
    ...(message.email === undefined ? {} : { email: message.email }),
    loginType: message.loginType,
    plan: { name: message.planName },
    limits: { requestsPerMinute: message.requestsPerMinute },
    usage: { requestsToday: message.requestsToday, resetsAt: new Date(message.usageResetsAtMs) },
    createdAt: new Date(message.createdAtMs),
  };
}

/** Returns a key in its GraphQL form. */
export function toApiKey({ createdAtMs, lastUsedAtMs, ...same }: ApiKeyMessage): ApiKey {
  return {
    ...same,
    createdAt: new Date(createdAtMs),
    ...(lastUsedAtMs === undefined ? {} : { lastUsedAt: new Date(lastUsedAtMs) }),
  };
}
