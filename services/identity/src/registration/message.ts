import { CODE_TTL_MS } from '@platform/keys/one-time-codes';
import type { Secret } from '@platform/kit/config';
import type { EmailAddress } from '../email/address.js';
import type { Message } from '../email/mailer.js';

/** Returns the message with a code: short ASCII lines, in which the code is the only six-digit word. */
export function codeMessage(to: EmailAddress, code: Secret): Message {
  return {
    to,
    subject: 'Your sign-in code',
    text: [
      `Your sign-in code is ${code.reveal()}`,
      '',
      `It is valid for ${CODE_TTL_MS / 60_000} minutes and works once.`,
      'If you did not ask for it, ignore this message.',
      '',
    ].join('\n'),
  };
}
