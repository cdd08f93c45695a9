import { z } from 'zod';
import { escapeHtml, htmlPage } from '../../documents/html-page.js';
import {
  LegacySendMagicLinkDocument,
  LegacyUseMagicLinkDocument,
  type LegacyUseMagicLinkMutation,
} from '../../generated/operations.js';
import { text } from '../../routes/fields.js';
import { noFields } from '../../routes/route.js';
import { defineLegacy, type LegacyRoute } from '../operation.js';

/** Signing in by e-mail: the message holds an API key, and a link whose page says what it did. */
export const magicLinkRows: readonly LegacyRoute[] = [
  defineLegacy({
    method: 'POST',
    path: '/auth/sign-in/magic-link',
    effect: 'sends_mail',
    name: 'auth.magic-link.send',
    successor: 'POST /account/register',
    summary:
      'Sends an API key to an address; the key belongs to its account once it is used or its link is opened, within a day',
    authentication: 'none',
    request: z.object({ ...noFields, body: z.object({ email: text('The address', 'me@example.com').max(320) }) }),
    response: { 200: z.object({ status: z.boolean().describe('True: the message was sent') }) },
    refusals: ['invalid_request', 'disposable_email', 'email_limit_reached', 'email_delivery_failed'],
    operations: [LegacySendMagicLinkDocument],
    answer: async ({ body: { email } }, ask) => {
      const { sendMagicLink } = await ask(LegacySendMagicLinkDocument, { input: { email } });
      return { status: 200, body: { status: sendMagicLink.sent } };
    },
  }),
  defineLegacy({
    method: 'GET',
    path: '/auth/magic-link',
    name: 'auth.magic-link.use',
    successor: 'POST /account/verify',
    summary: 'Opens the link of such a message: the key in it belongs to the account of its address from then on',
    authentication: 'none',
    request: z.object({ ...noFields, query: z.object({ token: text('As the link has it', 'tpl_…') }) }),
    response: { 200: text('A page for browsers', '<!doctype html>') },
    mediaType: 'text/html',
    refusals: ['invalid_request', 'magic_link_invalid'],
    operations: [LegacyUseMagicLinkDocument],
    answer: async ({ query: { token } }, ask) => {
      const { useMagicLink } = await ask(LegacyUseMagicLinkDocument, { input: { token } });
      const { body, headers } = htmlPage('Signed in', bodyOf(useMagicLink));
      return { status: 200, body, headers };
    },
  }),
];

/** Returns what the link did, in sentences. */
function bodyOf({ email, keyPrefix, activated }: LegacyUseMagicLinkMutation['useMagicLink']): string {
  const key = `The API key that begins with <code>${escapeHtml(keyPrefix)}</code>`;
  const address = `<strong>${escapeHtml(email)}</strong>`;
  const said = activated
    ? `${key} belongs to the account of ${address}, and works. It stands in the message that this link came with.`
    : `${key} was revoked. The account of ${address} is unchanged; ask for a new message to get another key.`;
  return `<h1>Signed in</h1>\n<p>${said}</p>`;
}
