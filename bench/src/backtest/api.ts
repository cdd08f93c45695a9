import { setTimeout as wait } from 'node:timers/promises';
import type { Caller } from '@platform/test/platform';
import { type Stages, stagesOf } from './stages.js';
import { dayOf, work } from './work.js';

const POLL_INTERVAL_MS = 50;
const TIMEOUT_MS = 300_000;

/** One backtest through the API. */
export interface ApiRun {
  readonly id: string;
  /** From the request to the first answer that shows it finished. */
  readonly durationMs: number;
  readonly stages: Stages;
  readonly trades: number;
  readonly profitTotalPct: number;
}

/** Does the work through the API as a client does: asks, then polls. */
export async function runThroughApi(caller: Caller, range: { fromMs: number; toMs: number }): Promise<ApiRun> {
  const sentAtMs = Date.now();
  const created = await caller.send('POST', '/runtime/backtests', {
    framework: 'freqtrade',
    venue: 'hyperliquid',
    symbols: work.symbols,
    code: work.code,
    config: {},
    range: { from: dayOf(range.fromMs), to: dayOf(range.toMs) },
  });
  const answeredAtMs = Date.now();
  if (created.status !== 202) throw new Error(`refused: ${JSON.stringify(created.body)}`);
  const path = `/runtime/backtests/${created.body.id}`;
  let body = created.body;
  while (body.status === 'queued' || body.status === 'running') {
    if (Date.now() - sentAtMs > TIMEOUT_MS) throw new Error(`${path} did not end`);
    await wait(POLL_INTERVAL_MS);
    ({ body } = await caller.send('GET', path));
  }
  const seenAtMs = Date.now();
  if (body.status !== 'finished') throw new Error(`${path} ended as ${JSON.stringify(body)}`);
  const { logs } = (await caller.send('GET', `${path}/logs`)).body;
  return {
    id: created.body.id,
    durationMs: seenAtMs - sentAtMs,
    stages: stagesOf({ sentAtMs, answeredAtMs, finishedAtMs: Date.parse(body.finished_at), seenAtMs, logs }),
    trades: body.result.trades,
    profitTotalPct: body.result.profit_total_pct,
  };
}
