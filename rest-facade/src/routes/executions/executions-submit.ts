import type { ErrorCode } from '@platform/errors';
import { venuesOf } from '@platform/venues/registry';
import { z } from 'zod';
import { SubmitExecutionDocument } from '../../generated/operations.js';
import { idempotencyKey, replayHeaders, text } from '../fields.js';
import { jsonObject } from '../json-object.js';
import { defineRoute, noFields } from '../route.js';
import { execution, toExecution } from './execution.js';

const hasFields = (action: object) => Object.keys(action).length > 0;

const wanted = z.strictObject({
  venue: z
    .enum(venuesOf('executions'))
    .describe('The venue to send it to; a planned venue is refused with `feature_not_available`'),
  action: jsonObject.refine(hasFields, 'must have at least one field').meta({
    description: "The action in the venue's own field names, at most 64 KiB; trading actions only",
    minProperties: 1,
    examples: [{ type: 'cancel', cancels: [{ a: 0, o: 1 }] }],
  }),
  account_address: text(
    'Address of one of your managed wallets; the default one if omitted',
    '0x1000000000000000000000000000000000000001',
  )
    .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hexadecimal digits')
    .exactOptional(),
});

/** Unknown outcomes: they are looked up, or left to an operator. */
const UNKNOWN: ReadonlySet<string> = new Set(['submitting', 'reconciling', 'reconciliation_required']);

/** The refusals of an action. */
export const submissionRefusals = [
  // A field given twice.
  'invalid_request',
  'feature_not_available',
  'server_owned_field',
  'native_action_invalid',
  'account_not_owned',
  'mandate_exceeded',
  'account_not_ready',
  'idempotency_key_conflict',
  'exchange_rejected',
  'native_action_unsupported',
  'execution_provider_unavailable',
  'execution_store_unavailable',
] as const satisfies readonly ErrorCode[];

/** `POST /runtime/executions` */
export const submitExecution = defineRoute({
  method: 'POST',
  path: '/runtime/executions',
  effect: 'moves_money',
  tool: 'runtime.executions.submit',
  summary: 'Submits one native venue action, at most once; repeating a key returns the record in its current state',
  authentication: 'key',
  invalidRequest: 'validation_failed',
  request: z.object({ ...noFields, headers: z.object({ 'idempotency-key': idempotencyKey }), body: wanted }),
  response: { 201: execution, 202: execution },
  refusals: submissionRefusals,
  creates: { path: '/runtime/executions/{id}', id: '/id' },
  operation: SubmitExecutionDocument,
  variables: ({ headers, body: { venue, action, account_address: accountAddress } }) => ({
    input: { venue, actionJson: JSON.stringify(action), accountAddress, idempotencyKey: headers['idempotency-key'] },
  }),
  respond: ({ submitExecution: { execution: record, replayed } }) => ({
    status: UNKNOWN.has(record.status) ? 202 : 201,
    body: toExecution(record),
    headers: replayHeaders(replayed),
  }),
});
