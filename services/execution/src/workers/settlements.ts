// Why: docs/decisions/execution/executions.md
import type { Backoff, Turn } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { ExecutionVenue, SettlementReading, SubmissionIdentity } from '@platform/venues/native-actions';
import type { ExecutionRecord } from '../executions/model.js';
import { type ExecutionStore, type HeldExecution, identifiedAction } from '../executions/store.js';

/** A match is settled within seconds; an order that rests is looked at more rarely. */
export const BETWEEN_READS: Backoff = { firstMs: 1_000, maxMs: 600_000, factor: 2 };
/** How long after it was accepted an execution is looked at: what it shows then is left as it is. */
const READ_WITHIN_MS = 24 * 60 * 60_000;

/** The parts that settlements are read with. */
interface SettlementsParts {
  readonly store: ExecutionStore;
  readonly venues: ReadonlyMap<string, ExecutionVenue>;
  readonly clock: Clock;
}

/** Follows accepted executions until what they traded is settled, or for a day. It sends nothing. */
export class Settlements {
  constructor(private readonly parts: SettlementsParts) {}

  /** Records how far an execution's trades are settled now. Rejects when the venue can't be read. */
  async advance(held: HeldExecution): Promise<Turn> {
    const { store, clock } = this.parts;
    const { record } = held;
    const until = new Date((record.finishedAt ?? record.createdAt).getTime() + READ_WITHIN_MS);
    const isOverdue = until <= clock.now();
    const { state, isFinal } = await this.#read(record).catch((error: unknown) => {
      if (!isOverdue) throw error;
      return { state: record.settlement, isFinal: true };
    });
    if (!isFinal && !isOverdue && state === record.settlement) return { kind: 'waiting', until };
    await store.settle(held, {
      event: isFinal || isOverdue ? 'settlement_ended' : 'settlement_read',
      settlement: state,
    });
    return { kind: 'done' };
  }

  async #read(record: ExecutionRecord): Promise<SettlementReading> {
    const venue = this.parts.venues.get(record.venue);
    const read = await venue?.settlement?.(identifiedAction(record), identityOf(record));
    return read ?? { state: undefined, isFinal: true };
  }
}

function identityOf({ _id, identity }: ExecutionRecord): SubmissionIdentity {
  if (identity === undefined) throw new Error(`${_id} was accepted without an identity`);
  return identity;
}
