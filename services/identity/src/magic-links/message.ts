import type { Secret } from '@platform/kit/config';
import type { EmailAddress } from '../email/address.js';
import type { Message } from '../email/mailer.js';

const LINK_PATH = '/auth/magic-link?token=';

/**
 * Returns the message with a key, on a line of its own, and with the link that makes it the account's own; without a link where the
 * public address is not known. Nothing in it reads as a code.
 */
export function magicLinkMessage(
  to: EmailAddress,
  { apiKey, token, publicUrl }: { apiKey: Secret; token: Secret; publicUrl: string | undefined },
): Message {
  const link = publicUrl === undefined ? [] : ['Or open this link within that time:', linkTo(publicUrl, token), ''];
  return {
    to,
    subject: 'Your API key',
    text: [
      `API key: ${apiKey.reveal()}`,
      '',
      'It begins to work when a program first sends it, within 24 hours.',
      '',
      ...link,
      'A newer message replaces this one.',
      'If you did not ask for it, ignore it: then the key never works.',
      '',
    ].join('\n'),
  };
}

/** Returns the link, on a line that mail programs leave as it is where the public address has at most 27 characters. */
function linkTo(publicUrl: string, token: Secret): string {
  return publicUrl.replace(/\/$/, '') + LINK_PATH + token.reveal();
}
