import { z } from 'zod';
import { SetUpVenueDocument } from '../../generated/operations.js';
import { idempotencyKey, replayHeaders } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { setupOperation, toSetupOperation } from './fields.js';

/** `POST /wallet/venues/{venue}/setup` */
export const setUpVenue = defineRoute({
  method: 'POST',
  path: '/wallet/venues/{venue}/setup',
  summary: 'Reserves held funds for a venue and moves them there; poll GET /wallet for its progress',
  authentication: 'key',
  permission: 'read',
  invalidRequest: 'bad_request',
  request: z.object({
    ...noFields,
    params: z.strictObject({ venue: z.string() }),
    headers: z.object({ 'idempotency-key': idempotencyKey }),
    body: z.strictObject({
      amount_usd: z.string().describe('Decimal string, at most six fractional digits, at least 50.00'),
    }),
  }),
  response: { 201: setupOperation, 202: setupOperation },
  operation: SetUpVenueDocument,
  variables: ({ params: { venue }, headers, body }) => ({
    input: { venue, amountUsd: body.amount_usd, idempotencyKey: headers['idempotency-key'] },
  }),
  respond: ({ setUpVenue: { operation, replayed } }) => ({
    status: operation.status === 'completed' || operation.status === 'failed' ? 201 : 202,
    body: toSetupOperation(operation),
    headers: replayHeaders(replayed),
  }),
});
