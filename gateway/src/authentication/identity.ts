import { PlatformError } from '@platform/errors';
import { mandateSchema } from '@platform/keys/mandates';
import { permissions, type TokenMinter } from '@platform/keys/tokens';
import type {
  AuthenticateResponse,
  IdentityServiceDefinition,
  Mandate as MandateMessage,
} from '@platform/protos/identity';
import type { GrpcClient } from '@platform/rpc/grpc';
import { z } from 'zod';
import type { Credential } from './credential.js';
import type { Grant, GrantUsage } from './grant.js';
import type { Admission } from './rate-limit.js';

/** Every request of a credential waits for this answer. */
const AUTHENTICATE_TIMEOUT_MS = 3_000;

/** The service that authenticates credentials. */
export interface Identity {
  /** Throws `unauthorized` for an invalid credential; the usage sent along is still recorded. */
  authenticate(credential: Credential, usage: GrantUsage | undefined, requestId: string): Promise<Grant>;
  /** Counts a request without a valid credential for the address that it comes from. */
  admitUnauthenticated(clientAddress: string, requestId: string): Promise<Admission>;
  /** Records the usage of grants and closes them; safe to repeat. */
  reportUsage(usages: readonly GrantUsage[]): Promise<void>;
}

const principal = z.object({
  accountId: z.string().min(1),
  credentialId: z.string().min(1),
  credentialType: z.enum(['api_key', 'session']),
  permissions: z.array(z.enum(permissions)),
  mandate: mandateSchema.exactOptional(),
});

/** Returns the claims of a mandate: what does not limit is left out. */
function toMandate({
  venues,
  symbols,
  maxOrderUsd,
  maxDailyUsd,
  maxLeverage,
  reduceOnly,
  expiresAtMs,
}: MandateMessage) {
  return {
    ...(venues.length > 0 && { venues }),
    ...(symbols.length > 0 && { symbols }),
    ...(maxOrderUsd !== undefined && { maxOrderUsd }),
    ...(maxDailyUsd !== undefined && { maxDailyUsd }),
    ...(maxLeverage !== undefined && { maxLeverage }),
    ...(reduceOnly && { reduceOnly }),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
  };
}

/** The identity service over gRPC; the gateway calls it in its own name. */
export class GrpcIdentity implements Identity {
  constructor(
    private readonly client: GrpcClient<IdentityServiceDefinition>,
    private readonly minter: TokenMinter,
  ) {}

  async authenticate(credential: Credential, usage: GrantUsage | undefined, requestId: string): Promise<Grant> {
    const secret = credential.secret.reveal();
    const token = await this.#token('authenticate');
    const request = credential.type === 'api_key' ? { apiKey: secret } : { bearerToken: secret };
    return toGrant(
      await this.client.authenticate({ ...request, usage }, { token, requestId, timeoutMs: AUTHENTICATE_TIMEOUT_MS }),
    );
  }

  async admitUnauthenticated(clientAddress: string, requestId: string): Promise<Admission> {
    const token = await this.#token('admit unauthenticated');
    const { admitted, requestsPerMinute, requestsLeft, resetsAtMs } = await this.client.admitUnauthenticated(
      { clientAddress },
      { token, requestId, timeoutMs: AUTHENTICATE_TIMEOUT_MS },
    );
    return { admitted, rateLimit: { policy: 'unauthenticated', requestsPerMinute, requestsLeft, resetsAtMs } };
  }

  async reportUsage(usages: readonly GrantUsage[]): Promise<void> {
    await this.client.reportUsage(
      { usages: [...usages] },
      { token: await this.#token('report usage'), requestId: 'usage-report' },
    );
  }

  #token(cause: string): Promise<string> {
    return this.minter.mint({ kind: 'workload', workload: 'gateway', cause }, 'identity');
  }
}

function toGrant(response: AuthenticateResponse): Grant {
  const { mandate, ...shown } = response;
  const { success, data, error } = principal.safeParse({ ...shown, ...(mandate && { mandate: toMandate(mandate) }) });
  if (!success) throw new PlatformError('internal', { cause: error });
  return {
    caller: { kind: 'user', workload: 'gateway', ...data },
    ...(response.grantId === '' ? {} : { grantId: response.grantId }),
    allowance: response.allowance,
    resetsAtMs: response.allowanceResetsAtMs,
    requestsPerMinute: response.requestsPerMinute,
    requestsLeft: response.requestsLeft,
  };
}
