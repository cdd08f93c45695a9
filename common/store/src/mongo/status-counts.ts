import type { PipelineStage } from 'mongoose';

/** The counted model, whose records have `createdAt`. */
interface Counted {
  aggregate<Row>(stages: PipelineStage[]): PromiseLike<Row[]>;
}

/** Which records are counted, and what says how old one is: by default all, and when they were made. */
interface Counting {
  readonly matching?: object;
  readonly since?: string | object;
}

/** The number of records in a status, how many of them failed at their last try, and since when the oldest is there. */
export interface StatusCount {
  readonly status: string;
  readonly jobs: number;
  /** The number of records with `failures` above 0. */
  readonly failing: number;
  readonly oldestAt?: Date;
}

const FAILING = { $cond: [{ $gt: ['$failures', 0] }, 1, 0] };

/** Returns the number of records per value of a field, in this order; the field should be the first of an index. */
export async function countByStatus(
  model: Counted,
  field: string,
  statuses: readonly string[],
  { matching = {}, since = '$createdAt' }: Counting = {},
): Promise<StatusCount[]> {
  const found = await model.aggregate<StatusCount>([
    { $match: { [field]: { $in: statuses }, ...matching } },
    { $group: { _id: `$${field}`, jobs: { $sum: 1 }, failing: { $sum: FAILING }, oldestAt: { $min: since } } },
    { $project: { _id: 0, status: '$_id', jobs: 1, failing: 1, oldestAt: 1 } },
  ]);
  const byStatus = new Map(found.map((count) => [count.status, count]));
  return statuses.map((status) => byStatus.get(status) ?? { status, jobs: 0, failing: 0 });
}
