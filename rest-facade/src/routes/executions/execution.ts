import { z } from 'zod';
import type { ExecutionFieldsFragment } from '../../generated/operations.js';
import { timestamp } from '../fields.js';

/** An execution record. */
export const execution = z.object({
  id: z.string(),
  status: z.enum(['submitting', 'reconciling', 'succeeded', 'rejected', 'failed', 'reconciliation_required']),
  venue: z.string(),
  action_type: z.string().describe("The venue's own name of the action"),
  account_address: z.string().describe('Address of the managed wallet that acts'),
  created_at: timestamp,
  finished_at: timestamp.nullable().describe('Null until the outcome is known'),
  result: z.record(z.string(), z.unknown()).nullable().describe('Sanitized venue response; null until there is one'),
});

/** The record as REST shows it. */
export function toExecution(fields: ExecutionFieldsFragment): z.input<typeof execution> {
  const { actionType, accountAddress, createdAt, finishedAt, resultJson, ...same } = fields;
  return {
    ...same,
    action_type: actionType,
    account_address: accountAddress,
    created_at: createdAt,
    finished_at: finishedAt,
    result: resultJson === null ? null : JSON.parse(resultJson),
  };
}
