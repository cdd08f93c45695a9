import { z } from 'zod';
import type { SetupOperationFieldsFragment } from '../../generated/operations.js';
import { text, timestamp } from '../fields.js';

/** Why an operation failed. */
export const operationError = z
  .object({
    code: text('Stable code', 'transfer_not_made'),
    message: text('What went wrong', 'The transfer was not made.'),
  })
  .meta({ id: 'OperationError', description: 'Why an operation failed' });

/** A setup of a venue. */
export const setupOperation = z
  .object({
    id: text('The setup', 'set_01'),
    status: z
      .enum(['processing', 'completed', 'failed', 'reconciliation_required'])
      .describe('Its status; an operator must resolve `reconciliation_required`'),
    step: z.enum(['reserve', 'transfer', 'credit', 'register', 'done']).describe('Current step'),
    updated_at: timestamp,
    error: operationError.exactOptional().describe('Only when it failed'),
  })
  .meta({ id: 'SetupOperation', description: 'A setup of a venue' });

/** What may be neither. */
export const yesNoUnknown = z
  .union([z.boolean(), z.literal('unknown')])
  .meta({ id: 'YesNoUnknown', description: '`unknown` when it could not be determined', examples: [true] });

/** An EVM address. */
export function address(meaning: string) {
  return text(meaning, '0x1000000000000000000000000000000000000001');
}

/** An amount as a caller writes it. */
export function amount(description: string, example: string) {
  return text(description, example).regex(
    /^(0|[1-9]\d{0,15})(\.\d{1,6})?$/,
    'must be a decimal string with at most six fractional digits',
  );
}

/** Name of the asset that is moved. */
export const asset = text('Asset', 'USDC');

/** Name of a chain. */
export const chain = text('Chain', 'arbitrum');

/** Returns a setup in its REST form. */
export function toSetupOperation(fields: SetupOperationFieldsFragment): z.input<typeof setupOperation> {
  const { id, status, step, updatedAt, error } = fields;
  return { id, status, step, updated_at: updatedAt, ...(error && { error }) };
}
