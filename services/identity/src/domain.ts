import { CodeHasher } from '@platform/keys/one-time-codes';
import { Seals } from '@platform/keys/seals';
import { type Clock, createIdSource, type Random } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import type { Logger } from '@platform/observability/logging';
import type { Connection } from '@platform/store/mongo';
import type { ObjectStore } from '@platform/store/objects';
import { AccountCopies } from './accounts/account-copies.js';
import { Accounts } from './accounts/accounts.js';
import { Encryption } from './accounts/encryption.js';
import { ApiKeys } from './credentials/api-keys.js';
import { Authenticator } from './credentials/authenticator.js';
import { Sessions } from './credentials/sessions.js';
import type { Mailer } from './email/mailer.js';
import { IdentityProvider, type IdentityProviderOptions } from './logins/identity-provider.js';
import { MagicLinks } from './magic-links/magic-links.js';
import { PendingKeys } from './magic-links/pending-keys.js';
import { RegistrationCodes } from './registration/codes.js';
import { guessLimit } from './registration/guess-limit.js';
import { Registration } from './registration/registration.js';
import { SignInLinks } from './sign-in-links/sign-in-links.js';
import { AddressLimits } from './usage/address-limits.js';
import { Allowances } from './usage/allowances.js';
import { LegacyUsage } from './usage/legacy-usage.js';
import { Contacts } from './withdrawals/contacts.js';
import { WithdrawalNotices } from './withdrawals/notices.js';

/** Builds the service's domain over a store and creates its indexes. */
export async function createDomain(parts: {
  store: Connection;
  /** Keeps the copies of accounts. */
  objects: ObjectStore;
  clock: Clock;
  random: Random;
  hashSecret: Secret<Buffer>;
  /** Former secrets, whose seals and hashes stay valid. */
  formerHashSecrets: readonly Secret<Buffer>[];
  mailer: Mailer;
  logger: Logger;
  /** Absent where wallet logins are not configured. */
  identityProvider: IdentityProviderOptions | undefined;
  /** See `guessLimit`. */
  wrongCodesPerHour: number;
  /** Base of the links in messages; undefined: they hold none. */
  publicUrl: string | undefined;
  requestsPerMinute: { credential: number; unauthenticated: number; registration: number };
}) {
  const { store, clock, random, mailer } = parts;
  const ids = createIdSource(clock, random);
  const seals = new Seals(parts.hashSecret, parts.logger, parts.formerHashSecrets);
  const encryptionOf = (purpose: string) => new Encryption([parts.hashSecret, ...parts.formerHashSecrets], purpose);
  const copies = new AccountCopies(parts.objects, seals, encryptionOf('account copies'));
  const accounts = new Accounts(store, seals, copies, clock, ids);
  const credentials = { connection: store, seals, clock, random, ids };
  const apiKeys = new ApiKeys(credentials);
  const sessions = new Sessions(credentials);
  const codes = new RegistrationCodes(store, clock);
  const pending = new PendingKeys(credentials);
  const signInLinks = new SignInLinks(credentials, sessions);
  const legacyUsage = new LegacyUsage(store, clock);
  const allowances = new Allowances(store, legacyUsage, clock, ids, parts.requestsPerMinute.credential);
  const addressLimits = new AddressLimits(store, clock, parts.requestsPerMinute);
  const stores = [accounts, apiKeys, sessions, codes, pending, signInLinks, allowances, legacyUsage, addressLimits];
  await Promise.all(stores.map((part) => part.initialize()));
  const hasher = new CodeHasher(parts.hashSecret);
  const formerHashers = parts.formerHashSecrets.map((secret) => new CodeHasher(secret));
  const registration = new Registration({
    connection: store,
    accounts,
    apiKeys,
    sessions,
    codes,
    guesses: guessLimit(store, parts.wrongCodesPerHour),
    hasher,
    mailer,
    random,
    ids,
  });
  const { publicUrl } = parts;
  const links = { connection: store, accounts, apiKeys, codes, pending, mailer, random, ids, publicUrl };
  const magicLinks = new MagicLinks(links);
  const contacts = new Contacts(encryptionOf('contacts'));
  const provider = parts.identityProvider && new IdentityProvider(parts.identityProvider, clock);
  const authenticator = new Authenticator({
    apiKeys,
    sessions,
    allowances,
    accounts,
    mailedKeys: magicLinks,
    provider,
  });
  return {
    accounts,
    addressLimits,
    allowances,
    apiKeys,
    authenticator,
    magicLinks,
    registration,
    sessions,
    signInLinks,
    withdrawalNotices: new WithdrawalNotices(accounts, mailer, contacts, hasher, formerHashers),
    sweepables: [sessions, codes, pending, signInLinks, allowances, legacyUsage],
  };
}
