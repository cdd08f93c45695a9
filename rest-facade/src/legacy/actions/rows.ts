// Why: docs/decisions/edge/older-actions-and-money.md
import { PlatformError } from '@platform/errors';
import type { VenueOf } from '@platform/venues/registry';
import { z } from 'zod';
import { SubmitExecutionDocument, type SubmitExecutionMutation } from '../../generated/operations.js';
import { submissionRefusals } from '../../routes/executions/executions-submit.js';
import { replayHeaders } from '../../routes/fields.js';
import { noFields } from '../../routes/route.js';
import { callKey, keyHeaders } from '../call-key.js';
import { defineLegacy, type LegacyRoute } from '../operation.js';
import { carriedOut, signedActionBody, toSignedAction, undecided } from './signed-action.js';

/** One route of signed actions. */
interface Sending {
  readonly version: 'v2' | 'v3';
  readonly venue: VenueOf<'executions'>;
  /** The field of an action that names its account. */
  readonly accountField: string;
  readonly example: object;
}

const ACCOUNT = '0x1000000000000000000000000000000000000001';

/** `POST /v2|v3/authorize-and-send/{venue}`: signed actions are executions. */
export const actionRows: readonly LegacyRoute[] = [
  sendingRow({
    version: 'v2',
    venue: 'hyperliquid',
    accountField: 'vaultAddress',
    example: { type: 'cancel', cancels: [{ a: 0, o: 1 }], vaultAddress: ACCOUNT },
  }),
  sendingRow({
    version: 'v3',
    venue: 'polymarket',
    accountField: 'from',
    example: { action: { type: 'placeMarketOrder', tokenID: '1234', side: 'BUY', amount: '10', price: 0.55 } },
  }),
  sendingRow({
    version: 'v3',
    venue: 'lighter',
    accountField: 'from',
    example: { action: { type: 'cancel_order', market_index: 0, order_index: '1' } },
  }),
];

function sendingRow({ version, venue, accountField, example }: Sending): LegacyRoute {
  return defineLegacy({
    method: 'POST',
    path: `/${version}/authorize-and-send/${venue}`,
    effect: 'moves_money',
    name: `${version}.authorize-and-send.${venue}`,
    successor: 'POST /runtime/executions',
    summary: `Submits one native action at ${venue}, at most once; it is an execution, with the same checks`,
    request: z.object({
      ...noFields,
      query: z.object({}),
      headers: z.object(keyHeaders),
      body: signedActionBody(accountField, example),
    }),
    response: { 200: carriedOut, 202: undecided },
    refusals: [...submissionRefusals, 'invalid_state'],
    operations: [SubmitExecutionDocument],
    answer: async ({ headers, body }, ask, { requestId }) => {
      const { action, accountAddress } = toSignedAction(body, accountField);
      const idempotencyKey = callKey(headers, requestId);
      const input = { venue, actionJson: JSON.stringify(action), accountAddress, idempotencyKey };
      return toAnswer(await ask(SubmitExecutionDocument, { input }));
    },
  });
}

/** Only what the venue carried out is answered with success; a refusal of the venue is an error before. */
function toAnswer({ submitExecution: { execution, replayed } }: SubmitExecutionMutation) {
  const { id: execution_id, status, resultJson } = execution;
  const headers = replayHeaders(replayed);
  switch (status) {
    case 'succeeded': {
      const result: Record<string, unknown> = resultJson === null ? { status } : JSON.parse(resultJson);
      return { status: 200, body: { ...result, execution_id }, headers } as const;
    }
    case 'submitting':
    case 'reconciling':
    case 'reconciliation_required':
      return { status: 202, body: { status, execution_id }, headers } as const;
    case 'failed':
    case 'rejected':
      throw new PlatformError('invalid_state', {
        message: 'The action did not happen; it is safe to send again as another request.',
        details: { status, execution_id },
      });
  }
}
