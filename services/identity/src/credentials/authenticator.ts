// Why: docs/decisions/identity/accounts-and-credentials.md
import { PlatformError } from '@platform/errors';
import type { Mandate } from '@platform/keys/mandates';
import type { Permission } from '@platform/keys/tokens';
import type { Secret } from '@platform/kit/config';
import type { Accounts } from '../accounts/accounts.js';
import type { IdentityProvider } from '../logins/identity-provider.js';
import type { Allowance, Allowances } from '../usage/allowances.js';
import type { ApiKey, ApiKeys } from './api-keys.js';
import type { CredentialType } from './secrets.js';
import type { Sessions } from './sessions.js';

/** What a caller presents to the gateway. */
export interface Credential {
  readonly type: CredentialType;
  readonly secret: Secret;
}

/** The owner of a credential and its permissions. */
export interface Principal {
  readonly accountId: string;
  readonly credentialId: string;
  readonly credentialType: CredentialType;
  readonly permissions: readonly Permission[];
  /** The limits of a key's trading. */
  readonly mandate?: Mandate | undefined;
  readonly allowance: Allowance;
}

/** The keys that were sent by e-mail: each is no account's own before its first use. */
interface MailedKeys {
  /** Makes a key that waits in an inbox its account's own, and returns it; null where there is none. */
  firstUse(secret: Secret): Promise<ApiKey | null>;
}

/** All tokens of a wallet login are one credential, named by its account. */
const LOGIN_PREFIX = 'login_';

/** Returns whether a credential is the tokens of a wallet login, which end by themselves. */
export function isWalletLogin(credentialId: string): boolean {
  return credentialId.startsWith(LOGIN_PREFIX);
}

/** Identifies the owner of a credential. */
export class Authenticator {
  constructor(
    private readonly parts: {
      readonly apiKeys: ApiKeys;
      readonly sessions: Sessions;
      readonly allowances: Allowances;
      readonly accounts: Accounts;
      readonly mailedKeys: MailedKeys;
      /** Absent where wallet logins are not configured. */
      readonly provider: IdentityProvider | undefined;
    },
  ) {}

  /**
   * Returns the owner of a credential. Throws `unauthorized` for a credential that is unknown, revoked or expired, and
   * `service_unavailable` when an identity provider's keys can't be read. The first token of a wallet login creates its account, as does
   * the first use of a key that was sent by e-mail.
   */
  async authenticate({ type, secret }: Credential): Promise<Principal> {
    const found = await this.#find(type, secret);
    if (found === undefined) throw new PlatformError('unauthorized');
    const { id, accountId, permissions, mandate } = found;
    const allowance = await this.parts.allowances.grant(found);
    return { accountId, credentialId: id, credentialType: type, permissions, mandate, allowance };
  }

  async #find(type: CredentialType, secret: Secret) {
    if (type === 'api_key') return this.#findKey(secret);
    return isJwt(secret) ? this.#findWalletLogin(secret) : this.#findSession(secret);
  }

  async #findKey(secret: Secret) {
    const { apiKeys, mailedKeys } = this.parts;
    const key = (await apiKeys.find(secret)) ?? (await mailedKeys.firstUse(secret));
    if (key === null) return undefined;
    const { _id: id, accountId, permissions, mandate } = key;
    return { id, accountId, permissions, mandate };
  }

  async #findSession(token: Secret) {
    const session = await this.parts.sessions.find(token);
    if (session === null) return undefined;
    const permissions: readonly Permission[] = ['all'];
    const { _id: id, accountId, expiresAt } = session;
    return { id, accountId, permissions, mandate: undefined, expiresAt };
  }

  /**
   * Returns the principal of a wallet login. A provider renews its tokens often: they count as one credential, so that they share one
   * allowance.
   */
  async #findWalletLogin(token: Secret) {
    const { accounts, provider } = this.parts;
    if (provider === undefined) return undefined;
    const { _id: accountId } = await accounts.findOrCreateByWallet(await provider.verify(token));
    const permissions: readonly Permission[] = ['all'];
    return { id: LOGIN_PREFIX + accountId, accountId, permissions, mandate: undefined };
  }
}

/** Returns whether a token is a JWT: three parts separated by dots. Session tokens have no dots. */
function isJwt(token: Secret): boolean {
  return token.reveal().split('.').length === 3;
}
