import { z } from 'zod';
import { VerifyRegistrationCodeDocument } from '../../generated/operations.js';
import { defineRoute, noFields } from '../route.js';
import { email } from './fields.js';

const otp = z.string().regex(/^\d{6}$/, 'must be six digits');

/** `POST /account/verify` */
export const verifyRegistrationCode = defineRoute({
  method: 'POST',
  path: '/account/verify',
  summary: 'Exchanges the newest code for a session token and a new API key',
  authentication: 'none',
  request: z.object({ ...noFields, body: z.strictObject({ email, otp }) }),
  response: {
    200: z.object({
      token: z.string().describe('Session token'),
      user: z.object({ id: z.string(), email: z.string() }),
      api_key: z.string().describe('Secret of a new key; shown once'),
    }),
  },
  operation: VerifyRegistrationCodeDocument,
  variables: ({ body }) => ({ input: body }),
  respond: ({ verifyRegistrationCode: { sessionToken, accountId, email, apiKey } }) => ({
    status: 200,
    body: { token: sessionToken, user: { id: accountId, email }, api_key: apiKey },
  }),
});
