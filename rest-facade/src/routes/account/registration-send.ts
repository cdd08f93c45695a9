import { z } from 'zod';
import { SendRegistrationCodeDocument } from '../../generated/operations.js';
import { count } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { email } from './fields.js';

/** `POST /account/register` */
export const sendRegistrationCode = defineRoute({
  method: 'POST',
  path: '/account/register',
  effect: 'sends_mail',
  summary: 'Sends a six-digit code to an e-mail address',
  authentication: 'none',
  request: z.object({ ...noFields, body: z.strictObject({ email }) }),
  response: {
    200: z.object({
      status: z.literal('otp_sent').describe('The code was sent'),
      expires_in: count('Validity of the code in seconds', 600),
    }),
  },
  refusals: ['disposable_email', 'email_limit_reached', 'email_delivery_failed'],
  operation: SendRegistrationCodeDocument,
  variables: ({ body }) => ({ input: body }),
  respond: ({ sendRegistrationCode: { expiresInSeconds } }) => ({
    status: 200,
    body: { status: 'otp_sent' as const, expires_in: expiresInSeconds },
  }),
});
