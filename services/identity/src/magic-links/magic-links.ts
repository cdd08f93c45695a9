// Why: docs/decisions/identity/magic-links.md
import { PlatformError } from '@platform/errors';
import type { IdSource, Random } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import { type Connection, inTransaction } from '@platform/store/mongo';
import type { Accounts } from '../accounts/accounts.js';
import type { ApiKey, ApiKeys } from '../credentials/api-keys.js';
import { newSecret } from '../credentials/secrets.js';
import { type EmailAddress, isDisposable } from '../email/address.js';
import type { Mailer } from '../email/mailer.js';
import { sendRecorded } from '../email/recorded-message.js';
import type { RegistrationCodes } from '../registration/codes.js';
import { magicLinkMessage } from './message.js';
import type { PendingKey, PendingKeys } from './pending-keys.js';

/** What a link did; the same each time that it is opened. */
export interface LinkOpened {
  readonly email: string;
  /** First characters of the key's secret. */
  readonly keyPrefix: string;
  /** Whether the key is active: false where it has been revoked since. */
  readonly activated: boolean;
}

/**
 * Keys by e-mail, as the older surface hands them out: a key becomes an account's own once it is used or the link beside it is opened,
 * since only the owner of the inbox can do either.
 */
export class MagicLinks {
  constructor(
    private readonly parts: {
      readonly connection: Connection;
      readonly accounts: Accounts;
      readonly apiKeys: ApiKeys;
      /** Counts the messages to a mailbox, codes and keys together. */
      readonly codes: RegistrationCodes;
      readonly pending: PendingKeys;
      readonly mailer: Mailer;
      readonly random: Random;
      readonly ids: IdSource;
      /** Base of links; undefined: messages hold none. */
      readonly publicUrl: string | undefined;
    },
  ) {}

  /**
   * Sends a new key, which replaces the one that is pending for the address. Throws `disposable_email`, `email_limit_reached` or
   * `email_delivery_failed`.
   */
  async send(address: EmailAddress): Promise<void> {
    const { apiKeys, codes, pending, mailer, random, ids, publicUrl } = this.parts;
    if (isDisposable(address)) throw new PlatformError('disposable_email');
    const id = ids.next('link');
    await codes.addLink(address, id);
    const { secret: apiKey, drawn } = apiKeys.draw();
    const token = newSecret('magic_link', random);
    await pending.add(id, address, drawn, token);
    await sendRecorded(mailer, magicLinkMessage(address, { apiKey, token, publicUrl }), async () => {
      await pending.withdraw(id);
      await codes.withdraw(address, id);
    });
  }

  /** Makes the key beside a link its account's own; safe to repeat. Throws `magic_link_invalid` for a link that is unknown or old. */
  async open(token: Secret): Promise<LinkOpened> {
    const found = await this.parts.pending.findByToken(token);
    if (found === null || !(await this.#activate(found))) throw new PlatformError('magic_link_invalid');
    return { email: found.address, keyPrefix: found.prefix, activated: await this.parts.apiKeys.isActive(found) };
  }

  /** Returns the key with this secret, which was sent by e-mail and not known as an account's own: its first use makes it that. */
  async firstUse(secret: Secret): Promise<ApiKey | null> {
    const { apiKeys, pending } = this.parts;
    const found = await pending.findByHashes(apiKeys.hashes(secret));
    if (found === null || !(await this.#activate(found))) return null;
    return apiKeys.find(secret);
  }

  /** Makes a key its account's own, once, however many requests ask at the same time; false for one that a newer message has replaced. */
  async #activate(found: PendingKey): Promise<boolean> {
    const { accounts, apiKeys, connection, pending } = this.parts;
    if (found.activatedAt !== undefined) return true;
    if (!(await pending.isNewest(found))) return false;
    await inTransaction(connection, async (session) => {
      if (!(await pending.take(found, session))) return;
      const { _id: accountId } = await accounts.findOrCreate(found.address, session);
      await apiKeys.adopt(accountId, found, session);
    });
    return true;
  }
}
