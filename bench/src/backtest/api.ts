import { setTimeout as wait } from 'node:timers/promises';
import type { Caller } from '@platform/test/platform';
import { dayOf, type Window, type Work } from './work.js';

const POLL_INTERVAL_MS = 50;
/** A queue of eight on a busy machine ends within it. */
const TIMEOUT_MS = 900_000;

/** One backtest through the API. */
export interface ApiRun {
  readonly id: string;
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
  readonly finishedAtMs: number;
  /** When the first answer arrived that shows it finished. */
  readonly seenAtMs: number;
  readonly trades: number;
  readonly profitTotalPct: number;
}

/** From the request to the first answer that shows it finished. */
export const durationMsOf = ({ sentAtMs, seenAtMs }: ApiRun) => seenAtMs - sentAtMs;

/** Runs the work through the API as a client does: submits, then polls. */
export async function runThroughApi(caller: Caller, work: Work, window: Window): Promise<ApiRun> {
  return await untilFinished(caller, await ask(caller, work, window));
}

/** A submitted backtest. */
export interface Asked {
  readonly id: string;
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
}

/** Submits the work. */
export async function ask(caller: Caller, work: Work, window: Window): Promise<Asked> {
  const { framework, symbols, code, config, strategyClass } = work;
  const sentAtMs = Date.now();
  const created = await caller.send('POST', '/runtime/backtests', {
    ...{ framework, venue: 'hyperliquid', symbols, code, config, strategy_class: strategyClass },
    range: { from: dayOf(window.fromMs), to: dayOf(window.toMs) },
  });
  if (created.status !== 202) throw new Error(`refused: ${JSON.stringify(created.body)}`);
  return { id: created.body.id, sentAtMs, answeredAtMs: Date.now() };
}

/** Polls until it has finished; throws where it ends otherwise. */
export async function untilFinished(caller: Caller, asked: Asked): Promise<ApiRun> {
  const path = `/runtime/backtests/${asked.id}`;
  for (;;) {
    const { body } = await caller.send('GET', path);
    if (body.status === 'finished') {
      const { trades, profit_total_pct: profitTotalPct } = body.result;
      return { ...asked, finishedAtMs: Date.parse(body.finished_at), seenAtMs: Date.now(), trades, profitTotalPct };
    }
    if (body.status !== 'queued' && body.status !== 'running')
      throw new Error(`${path} ended as ${JSON.stringify(body)}`);
    if (Date.now() - asked.sentAtMs > TIMEOUT_MS) throw new Error(`${path} did not end`);
    await wait(POLL_INTERVAL_MS);
  }
}
