import { z } from 'zod';
import type { FaultKind } from '../../../simulation/index.js';
import { FAULT_ANSWERS } from '../faults.js';
import { Refusal } from '../refusal.js';
import { refusal } from './refusals.js';

/**
 * Transactions over the WebSocket: the endpoints' own, with their limits. Source: apidocs.lighter.xyz/docs/websocket-reference, which has the
 * messages and no answers; those are as nautilus_trader reads them.
 */

const BROKEN = { error: JSON.parse(FAULT_ANSWERS.unsaid.err_internal.body) };
const id = z.union([z.string().max(100), z.int()]).optional();
/** The transaction may come as JSON text or as an object. */
const info = z.union([z.string(), z.record(z.string(), z.unknown()).transform((fields) => JSON.stringify(fields))]);

/** A message that sends a transaction, or several of them. */
export const transactionMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('jsonapi/sendtx'),
    data: z.object({
      id,
      tx_type: z.int().transform(String),
      tx_info: info,
      price_protection: z.boolean().transform(String).optional(),
    }),
  }),
  z.object({
    type: z.literal('jsonapi/sendtxbatch'),
    data: z.object({ id, tx_types: z.string(), tx_infos: z.string() }),
  }),
]);
type TransactionMessage = z.output<typeof transactionMessage>;

/** The endpoints of transactions, without what HTTP adds. */
export interface TransactionEndpoints {
  sendTx(form: object): Promise<object>;
  sendTxBatch(form: object): Promise<object>;
}

/** Returns the answer to a message that sends transactions; never rejects. */
export async function answerTransactions(
  { type, data: { id: asked, ...form } }: TransactionMessage,
  endpoints: TransactionEndpoints,
): Promise<object> {
  try {
    const answer = await (type === 'jsonapi/sendtx' ? endpoints.sendTx(form) : endpoints.sendTxBatch(form));
    return { type, ...(asked !== undefined && { id: asked }), ...answer };
  } catch (error) {
    if (error instanceof Refusal) return refusal(error.code, error.message);
    return BROKEN;
  }
}

/** What faults answer to transactions: none of it says what became of them, but for the refusals. */
export const TRANSACTION_FAULTS: Readonly<Partial<Record<FaultKind, object>>> = {
  rate_limit: { error: JSON.parse(FAULT_ANSWERS.rateLimited.body) },
  reject: { error: JSON.parse(FAULT_ANSWERS.rejected.body) },
  err_timeout: BROKEN,
  err_rate_limit: BROKEN,
  err_internal: BROKEN,
  err_late: BROKEN,
  server_error: BROKEN,
};
