import { z } from 'zod';
import { secretText } from './environment.js';

/** Who asks AWS, or what speaks as it does: the variables of its own clients. */
export const awsSettings = {
  AWS_ACCESS_KEY_ID: z.string().optional().describe("who asks AWS; unset: the machine's or the container's role"),
  AWS_SECRET_ACCESS_KEY: secretText.optional().describe('secret of AWS_ACCESS_KEY_ID'),
  AWS_SESSION_TOKEN: secretText.optional().describe('session of AWS_ACCESS_KEY_ID, where it has one'),
};
