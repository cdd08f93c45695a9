import { z } from 'zod';
import { SendRegistrationCodeDocument } from '../../generated/operations.js';
import { defineRoute, noFields } from '../route.js';
import { email } from './fields.js';

/** `POST /account/register` */
export const sendRegistrationCode = defineRoute({
  method: 'POST',
  path: '/account/register',
  summary: 'Sends a six-digit code to an e-mail address',
  authentication: 'none',
  request: z.object({ ...noFields, body: z.strictObject({ email }) }),
  response: {
    200: z.object({
      status: z.literal('otp_sent'),
      expires_in: z.int().describe('Validity of the code in seconds'),
    }),
  },
  operation: SendRegistrationCodeDocument,
  variables: ({ body }) => ({ input: body }),
  respond: ({ sendRegistrationCode: { expiresInSeconds } }) => ({
    status: 200,
    body: { status: 'otp_sent' as const, expires_in: expiresInSeconds },
  }),
});
