import mailchecker from 'mailchecker';
import { z } from 'zod';

const LENGTH_MAX = 254;
const LOCAL_PART_LENGTH_MAX = 64;

/**
 * An e-mail address in the one form used for accounts, codes and limits: trimmed and in lower case throughout, so that no other spelling of
 * an address gets its own codes or account. Messages also go to this form only.
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

/** Providers that ignore some characters of a local part, by the domains of their addresses. */
const IGNORED_CHARACTERS: ReadonlyMap<string, RegExp> = new Map([
  ...['gmail.com', 'googlemail.com'].map((domain) => [domain, /\./g] as const),
  ...['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'].map((domain) => [domain, /[._-]/g] as const),
]);

/** Aliases of a domain. */
const DOMAIN_NAMES: ReadonlyMap<string, string> = new Map([
  ['googlemail.com', 'gmail.com'],
  ...['protonmail.com', 'protonmail.ch', 'pm.me'].map((domain) => [domain, 'proton.me'] as const),
]);

/**
 * Returns the mailbox that receives messages to an address in the form above, as far as its spelling shows: without the part after a plus,
 * and at some providers without dots. For limits alone: messages and accounts belong to the address.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const local = address.slice(0, at).replace(/(?<=.)\+.*$/, '');
  return `${local.replace(IGNORED_CHARACTERS.get(domain) ?? '', '') || local}@${DOMAIN_NAMES.get(domain) ?? domain}`;
}

const DISPOSABLE_DOMAINS = mailchecker.blacklist();

/** Returns whether the address's domain, or a parent domain, provides disposable mailboxes. */
export function isDisposable(address: EmailAddress): boolean {
  const labels = address.slice(address.indexOf('@') + 1).split('.');
  return labels.some((_label, index) => DISPOSABLE_DOMAINS.has(labels.slice(index).join('.')));
}
