import mailchecker from 'mailchecker';
import { z } from 'zod';

const LENGTH_MAX = 254;
const LOCAL_PART_LENGTH_MAX = 64;

/**
 * An e-mail address in the one form that accounts, codes and limits are kept by: trimmed and in lower case throughout, so
 * that no spelling of an address gets codes or an account of its own. Messages go to this form too, never to another.
 */
export const emailAddress = z
  .string()
  .trim()
  .max(LENGTH_MAX)
  .toLowerCase()
  .pipe(z.email('must be an e-mail address'))
  .refine((address) => address.indexOf('@') <= LOCAL_PART_LENGTH_MAX, 'must be an e-mail address')
  .brand<'EmailAddress'>();
export type EmailAddress = z.output<typeof emailAddress>;

const DISPOSABLE_DOMAINS = mailchecker.blacklist();

/** Whether the address's domain, or one above it, hands out throw-away mailboxes. */
export function isDisposable(address: EmailAddress): boolean {
  const labels = address.slice(address.indexOf('@') + 1).split('.');
  return labels.some((_label, index) => DISPOSABLE_DOMAINS.has(labels.slice(index).join('.')));
}
