import { CodeHasher } from '@platform/keys/one-time-codes';
import { type Clock, createIdSource, type Random } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import type { Connection } from '@platform/store/mongo';
import { Accounts } from './accounts/accounts.js';
import { ApiKeys } from './credentials/api-keys.js';
import { Authenticator } from './credentials/authenticator.js';
import { Sessions } from './credentials/sessions.js';
import type { Mailer } from './email/mailer.js';
import { IdentityProvider, type IdentityProviderOptions } from './logins/identity-provider.js';
import { RegistrationCodes } from './registration/codes.js';
import { Registration } from './registration/registration.js';
import { AddressLimits } from './usage/address-limits.js';
import { Allowances } from './usage/allowances.js';
import { WithdrawalNotices } from './withdrawals/notices.js';

/** Builds the service's domain over a store and creates its indexes. */
export async function createDomain(parts: {
  store: Connection;
  clock: Clock;
  random: Random;
  hashSecret: Secret<Buffer>;
  mailer: Mailer;
  /** Absent where wallet logins are not configured. */
  identityProvider: IdentityProviderOptions | undefined;
  requestsPerMinute: { credential: number; unauthenticated: number; registration: number };
}) {
  const { store, clock, random, mailer } = parts;
  const ids = createIdSource(clock, random);
  const accounts = new Accounts(store, clock, ids);
  const apiKeys = new ApiKeys(store, clock, random, ids);
  const sessions = new Sessions(store, clock, random, ids);
  const codes = new RegistrationCodes(store, clock);
  const allowances = new Allowances(store, clock, ids, parts.requestsPerMinute.credential);
  const addressLimits = new AddressLimits(store, clock, parts.requestsPerMinute);
  await Promise.all([accounts, apiKeys, sessions, codes, allowances, addressLimits].map((part) => part.initialize()));
  const hasher = new CodeHasher(parts.hashSecret);
  const registration = new Registration({
    connection: store,
    accounts,
    apiKeys,
    sessions,
    codes,
    hasher,
    mailer,
    random,
    ids,
  });
  const provider = parts.identityProvider && new IdentityProvider(parts.identityProvider, clock);
  const authenticator = new Authenticator({ apiKeys, sessions, allowances, accounts, provider });
  return {
    accounts,
    addressLimits,
    allowances,
    apiKeys,
    authenticator,
    registration,
    withdrawalNotices: new WithdrawalNotices(accounts, mailer, hasher),
    sweepables: [sessions, codes, allowances],
  };
}
