import type { PipelineStage } from 'mongoose';

/** Returns the stages that bring a record's figures up to a balance. */
export function figuresWith(at: Date, balanceUsd: number): PipelineStage.Set[] {
  const fall = { $subtract: ['$equity.peakUsd', balanceUsd] };
  const drawdownPct = { $multiply: [100, { $divide: [fall, '$equity.peakUsd'] }] };
  return [
    {
      $set: {
        'equity.since': { $ifNull: ['$equity.since', at] },
        'equity.firstUsd': { $ifNull: ['$equity.firstUsd', balanceUsd] },
        'equity.peakUsd': { $max: ['$equity.peakUsd', balanceUsd] },
        'equity.lastAt': at,
        'equity.lastUsd': balanceUsd,
      },
    },
    {
      $set: {
        'equity.maxDrawdownPct': {
          // Without money there is no percentage of it.
          $max: ['$equity.maxDrawdownPct', { $cond: [{ $gt: ['$equity.peakUsd', 0] }, drawdownPct, 0] }],
        },
      },
    },
  ];
}
