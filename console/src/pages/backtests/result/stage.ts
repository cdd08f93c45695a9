import type { Detail } from './detail.js';

/** What an open backtest does, and how far it is where that is known. */
interface Stage {
  readonly label: string;
  /** From 0 to 1. */
  readonly fraction?: number;
}

/** What is under way of a backtest that has not ended. */
export function stageOf({ status, progress, checks }: Pick<Detail, 'status' | 'progress' | 'checks'>): Stage {
  if (status === 'queued') return { label: 'It starts when a worker is free.' };
  if (progress === null) return { label: 'It loads its framework and its data.' };
  const { fraction, simulatedAt } = progress;
  if (fraction < 1) return { label: `simulated to ${simulatedAt.slice(0, 10)}`, fraction };
  const named = [
    ...(checks?.lookahead == null ? [] : ['whether it looks ahead']),
    ...(checks?.recursive == null ? [] : ['whether its indicators depend on their start']),
  ];
  if (named.length > 0) return { label: `All is simulated. It is checked ${named.join(' and ')}.` };
  return { label: 'All is simulated. Its result is stored.', fraction };
}
