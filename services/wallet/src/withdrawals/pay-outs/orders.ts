import { type DecidedBy, requireEvidence } from '@platform/flows';
import type { Clock, IdSource } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { type PayOutRecord, payOutModel } from './model.js';

/** How long an operator's command waits for the running service. */
const LOOKS = 60;
const LOOK_INTERVAL_MS = 500;

/** Orders a pay-out of what an account holds on Polygon, and returns what the running service made of it. Throws when it makes nothing. */
export async function orderPayOut(
  accountId: string,
  by: DecidedBy,
  { connection, ids, clock }: { readonly connection: Connection; readonly ids: IdSource; readonly clock: Clock },
): Promise<PayOutRecord> {
  requireEvidence(by);
  const { evidence, operator } = by;
  const payOuts = payOutModel(connection);
  const _id = ids.next('pay');
  await payOuts.create({ _id, accountId, evidence, operator, state: 'asked', createdAt: clock.now() });
  for (let look = 0; look < LOOKS; look += 1) {
    const found = await payOuts.findById(_id).orFail().lean<PayOutRecord>();
    if (found.state !== 'asked') return found;
    await clock.sleep(LOOK_INTERVAL_MS);
  }
  throw new Error(`${_id} is stored, and no wallet service has looked at it yet`);
}
