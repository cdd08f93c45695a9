import type { Secret } from '@platform/config';
import { PlatformError } from '@platform/errors';
import type { Permission } from '@platform/tokens';
import type { Allowance, Allowances } from '../usage/allowances.js';
import type { ApiKeys } from './api-keys.js';
import type { CredentialType } from './secrets.js';
import type { Sessions } from './sessions.js';

/** What somebody presents to the gateway. */
export interface Credential {
  readonly type: CredentialType;
  readonly secret: Secret;
}

/** Whose credential it is and what it may do. */
export interface Principal {
  readonly accountId: string;
  readonly credentialId: string;
  readonly credentialType: CredentialType;
  readonly permissions: readonly Permission[];
  readonly allowance: Allowance;
}

/** Tells who presents a credential. */
export class Authenticator {
  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly sessions: Sessions,
    private readonly allowances: Allowances,
  ) {}

  /** Throws `unauthorized` for a credential that is unknown, revoked or expired. */
  async authenticate({ type, secret }: Credential): Promise<Principal> {
    const found = type === 'api_key' ? await this.#findKey(secret) : await this.#findSession(secret);
    if (found === undefined) throw new PlatformError('unauthorized');
    const { id, accountId, permissions } = found;
    const allowance = await this.allowances.grant(found);
    return { accountId, credentialId: id, credentialType: type, permissions, allowance };
  }

  async #findKey(secret: Secret) {
    const key = await this.apiKeys.find(secret);
    return key === null ? undefined : { id: key._id, accountId: key.accountId, permissions: key.permissions };
  }

  async #findSession(token: Secret) {
    const session = await this.sessions.find(token);
    if (session === null) return undefined;
    const permissions: readonly Permission[] = ['all'];
    return { id: session._id, accountId: session.accountId, permissions, expiresAt: session.expiresAt };
  }
}
