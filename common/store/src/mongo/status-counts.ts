import type { PipelineStage } from 'mongoose';

/** What is counted: a model whose records have `createdAt`. */
interface Counted {
  aggregate<Row>(stages: PipelineStage[]): PromiseLike<Row[]>;
}

/** How many records are in a status, how many of them failed when last tried, and when the oldest of all was made. */
export interface StatusCount {
  readonly status: string;
  readonly jobs: number;
  /** Those whose `failures` are more than none. */
  readonly failing: number;
  readonly oldestAt?: Date;
}

const FAILING = { $cond: [{ $gt: ['$failures', 0] }, 1, 0] };

/** How many records are in each of these values of a field, in this order; the field should begin an index. */
export async function countByStatus(
  model: Counted,
  field: string,
  statuses: readonly string[],
): Promise<StatusCount[]> {
  const found = await model.aggregate<StatusCount>([
    { $match: { [field]: { $in: statuses } } },
    { $group: { _id: `$${field}`, jobs: { $sum: 1 }, failing: { $sum: FAILING }, oldestAt: { $min: '$createdAt' } } },
    { $project: { _id: 0, status: '$_id', jobs: 1, failing: 1, oldestAt: 1 } },
  ]);
  const byStatus = new Map(found.map((count) => [count.status, count]));
  return statuses.map((status) => byStatus.get(status) ?? { status, jobs: 0, failing: 0 });
}
