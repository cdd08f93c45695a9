import { catalogue, type ErrorCode } from '@platform/errors';
import { z } from 'zod';

const codes = z.enum(Object.keys(catalogue) as [ErrorCode, ...ErrorCode[]]);

const report = z
  .object({
    code: codes.describe('Stable error code; docs_url links to its page'),
    message: z
      .string()
      .meta({ description: 'What happened, as human-readable text', examples: ['There is no such backtest.'] }),
    details: z
      .unknown()
      .exactOptional()
      .meta({
        description: 'Depends on the code: a list of the fields at fault, each with `path` and `message`, or an object',
        examples: [[{ path: 'limit', message: 'must be a whole number from 1 to 100' }]],
      }),
    docs_url: z.string().meta({
      format: 'uri',
      description: 'Address of a page that explains when the error happens and what to do',
      examples: ['https://api.example/docs/errors/invalid_request'],
    }),
  })
  .meta({ id: 'ErrorReport', description: 'Which error it is' });

/** The body of every error of the unified surface. Not named `Error`, which would shadow a class of most languages. */
export const errorBody = z
  .object({ error: report })
  .meta({ id: 'ErrorEnvelope', description: 'The body of every refusal and failure' });
