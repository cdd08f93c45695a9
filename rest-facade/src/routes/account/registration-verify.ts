import { z } from 'zod';
import { VerifyRegistrationCodeDocument } from '../../generated/operations.js';
import { text } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { email } from './fields.js';

const otp = text('Six digits, from the newest message', '123456').regex(/^\d{6}$/, 'must be six digits');

/** `POST /account/verify` */
export const verifyRegistrationCode = defineRoute({
  method: 'POST',
  path: '/account/verify',
  effect: 'adds',
  summary: 'Exchanges the newest code for a session token and a new API key',
  authentication: 'none',
  request: z.object({ ...noFields, body: z.strictObject({ email, otp }) }),
  response: {
    200: z.object({
      token: text('Session token, for the key routes', 'tps_…'),
      user: z.object({ id: text('The account', 'acc_01'), email }),
      api_key: text('Secret of a new key; shown once', 'tp_…'),
    }),
  },
  refusals: ['invalid_code', 'code_expired', 'attempt_limit_reached'],
  operation: VerifyRegistrationCodeDocument,
  variables: ({ body }) => ({ input: body }),
  respond: ({ verifyRegistrationCode: { sessionToken, accountId, email, apiKey } }) => ({
    status: 200,
    body: { token: sessionToken, user: { id: accountId, email }, api_key: apiKey },
  }),
});
