import { z } from 'zod';
import type { SetupOperationFieldsFragment } from '../../generated/operations.js';
import { timestamp } from '../fields.js';

/** Why an operation failed. */
export const operationError = z.object({ code: z.string().describe('Stable'), message: z.string() });

/** A setup of a venue. */
export const setupOperation = z.object({
  id: z.string(),
  status: z.enum(['processing', 'completed', 'failed', 'reconciliation_required']),
  step: z.enum(['reserve', 'transfer', 'credit', 'register', 'done']),
  updated_at: timestamp,
  error: operationError.exactOptional().describe('Only when it failed'),
});

/** A setup as REST shows it. */
export function toSetupOperation(fields: SetupOperationFieldsFragment): z.input<typeof setupOperation> {
  const { id, status, step, updatedAt, error } = fields;
  return { id, status, step, updated_at: updatedAt, ...(error && { error }) };
}
