import type {
  Account as AccountMessage,
  ApiKey as ApiKeyMessage,
  Mandate as MandateMessage,
} from '@platform/protos/identity';
import type { Account } from './schema/account.js';
import type { ApiKey } from './schema/api-key.js';
import type { Mandate, MandateInput } from './schema/mandate.js';

/** Returns an account in its GraphQL form. */
export function toAccount(message: AccountMessage): Account {
  return {
    id: message.id,
    ...(message.email === undefined ? {} : { email: message.email }),
    loginType: message.loginType,
    plan: { name: message.planName },
    limits: { requestsPerMinute: message.requestsPerMinute },
    usage: { requestsToday: message.requestsToday, resetsAt: new Date(message.usageResetsAtMs) },
    ...mandateOf(message),
    createdAt: new Date(message.createdAtMs),
  };
}

/** Returns a key in its GraphQL form. */
export function toApiKey({ createdAtMs, lastUsedAtMs, mandate, ...same }: ApiKeyMessage): ApiKey {
  return {
    ...same,
    ...mandateOf({ mandate }),
    createdAt: new Date(createdAtMs),
    ...(lastUsedAtMs === undefined ? {} : { lastUsedAt: new Date(lastUsedAtMs) }),
  };
}

/** Returns the mandate of a key to be minted as the service takes it. */
export function toMandateMessage({ venues, symbols, expiresAt, ...same }: MandateInput): MandateMessage {
  return {
    ...same,
    venues: venues ?? [],
    symbols: symbols ?? [],
    ...(expiresAt !== undefined && { expiresAtMs: expiresAt.getTime() }),
  };
}

function mandateOf({ mandate }: { mandate?: MandateMessage | null | undefined }): { mandate?: Mandate } {
  if (mandate == null) return {};
  const { venues, symbols, expiresAtMs, ...same } = mandate;
  const shown = {
    ...same,
    ...(venues.length > 0 && { venues }),
    ...(symbols.length > 0 && { symbols }),
    ...(expiresAtMs !== undefined && { expiresAt: new Date(expiresAtMs) }),
  };
  return { mandate: shown };
}
