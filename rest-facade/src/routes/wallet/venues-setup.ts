import { z } from 'zod';
import { SetUpVenueDocument } from '../../generated/operations.js';
import { exampleVenue, idempotencyKey, replayHeaders, text } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { address, amount, setupOperation, toSetupOperation } from './fields.js';

/** `POST /wallet/venues/{venue}/setup` */
export const setUpVenue = defineRoute({
  method: 'POST',
  path: '/wallet/venues/{venue}/setup',
  effect: 'moves_money',
  tool: 'wallet.venue.setup',
  summary: 'Reserves held funds for a venue and moves them there; poll GET /wallet for its progress',
  authentication: 'key',
  permission: 'read',
  invalidRequest: 'bad_request',
  request: z.object({
    ...noFields,
    params: z.strictObject({ venue: text('Venue', exampleVenue) }),
    headers: z.object({ 'idempotency-key': idempotencyKey }),
    body: z
      .strictObject({
        amount_usd: amount('Decimal string, at most six fractional digits, at least 50.00', '50.00'),
        account_address: address('The managed wallet whose money moves; the primary one if omitted').exactOptional(),
      })
      .meta({ examples: [{ amount_usd: '50.00' }] }),
  }),
  response: { 201: setupOperation, 202: setupOperation },
  refusals: [
    'bad_request',
    'venue_not_supported',
    'feature_not_available',
    'account_not_owned',
    'idempotency_key_conflict',
    'venue_setup_in_progress',
    'insufficient_held_balance',
    'wallet_upstream_unavailable',
    'wallet_repository_unavailable',
  ],
  operation: SetUpVenueDocument,
  variables: ({ params: { venue }, headers, body }) => ({
    input: {
      venue,
      amountUsd: body.amount_usd,
      idempotencyKey: headers['idempotency-key'],
      accountAddress: body.account_address,
    },
  }),
  respond: ({ setUpVenue: { operation, replayed } }) => ({
    status: operation.status === 'completed' || operation.status === 'failed' ? 201 : 202,
    body: toSetupOperation(operation),
    headers: replayHeaders(replayed),
  }),
});
