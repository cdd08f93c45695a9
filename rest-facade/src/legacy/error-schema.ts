import { z } from 'zod';

/** The body of every error of the older surface, for documents. */
export const legacyErrorBodySchema = z
  .object({
    error: z.string().meta({ description: 'Stable code', examples: ['not_found'] }),
    message: z.string().meta({ description: 'Human-readable text', examples: ['There is no such backtest.'] }),
    details: z
      .unknown()
      .exactOptional()
      .meta({
        description: 'Depends on the code: a list of the fields at fault, each with `path` and `message`, or an object',
        examples: [[{ path: 'limit', message: 'must be a whole number from 1 to 100' }]],
      }),
    request_id: z
      .string()
      .exactOptional()
      .meta({ description: 'Id of the request in logs; with 401', examples: ['0b9a3c1e-6f1d-4f0e-9a55-2f7d1c9e8a10'] }),
    docs_url: z
      .string()
      .exactOptional()
      .meta({
        format: 'uri',
        description: 'Address of a page that explains the error; with 410 and 501',
        examples: ['https://api.example/docs/errors/operation_retired'],
      }),
  })
  .meta({ id: 'LegacyError', description: 'The body of every refusal and failure of the older surface' });
