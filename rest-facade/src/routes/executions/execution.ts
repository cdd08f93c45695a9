import { z } from 'zod';
import type { ExecutionFieldsFragment } from '../../generated/operations.js';
import { exampleVenue, text, timestamp } from '../fields.js';

/** An execution record. */
export const execution = z
  .object({
    id: text('The execution', 'exe_01'),
    status: z
      .enum(['submitting', 'reconciling', 'succeeded', 'rejected', 'failed', 'reconciliation_required'])
      .describe('Its status; in `submitting` and `reconciling` the outcome is still unknown'),
    venue: text('Venue', exampleVenue),
    action_type: text("The venue's own name of the action", 'order'),
    account_address: text('Address of the managed wallet that acts', '0x1000000000000000000000000000000000000001'),
    created_at: timestamp,
    finished_at: timestamp.nullable().describe('Null until the outcome is known'),
    result: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({
        description: 'Sanitized venue response; null until there is one',
        examples: [{ status: 'ok', response: { type: 'order' } }],
      }),
    settlement: z
      .enum(['matched', 'mined', 'confirmed', 'retrying', 'failed'])
      .nullable()
      .describe(
        "How far what it traded is settled on the venue's chain, as last seen: that of its least final trade. Null where it has " +
          'traded nothing, and at venues whose trades are final at once',
      ),
  })
  .meta({ id: 'Execution', description: 'One native venue action' });

/** Returns the record in its REST form. */
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
