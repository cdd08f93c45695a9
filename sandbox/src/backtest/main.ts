/** `npm run backtest -- strategy.py --pairs … --from … --to …`: backtests a file on a running platform and shows the result. */
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readDescriptor } from '@platform/descriptor';
import { ApiError, call } from '../quickstart/client.js';
import { describeResult, type FinishedBacktest } from '../quickstart/result.js';
import { Display, describeError, errorOf } from './display.js';
import { readRequest, USAGE, UsageError, type Wanted } from './request.js';

const POLL_INTERVAL_MS = 500;
const INTERRUPTED = 130;

const display = new Display(process.stdout);

try {
  const wanted = await readRequest(process.argv.slice(2));
  if (wanted === undefined) process.stdout.write(`${USAGE}\n`);
  else process.exitCode = await backtest(wanted);
} catch (error) {
  display.clear();
  process.stderr.write(`${textOf(error)}\n`);
  process.exitCode = 1;
}

/** Submits, follows and shows it; gives the code to exit with. */
async function backtest({ body, strategy, url, key }: Wanted): Promise<number> {
  const base = url ?? (process.env['PLATFORM_URL'] || (await runningPlatform()));
  const apiKey = key ?? process.env['PLATFORM_API_KEY'];
  if (!apiKey) throw new UsageError('an API key is needed: --key or PLATFORM_API_KEY');
  const { id } = await call<{ id: string }>(base, 'POST', '/runtime/backtests', { apiKey }, body);
  process.once('SIGINT', () => {
    display.clear();
    process.stdout.write(
      `backtest ${id} goes on: curl -H "x-api-key: $PLATFORM_API_KEY" ${base}/runtime/backtests/${id}\n`,
    );
    process.exit(INTERRUPTED);
  });
  const ended = await untilEnded(base, apiKey, id);
  if (ended.error !== undefined) {
    process.stderr.write(`${describeError(ended.error).join('\n')}\n`);
    return 1;
  }
  process.stdout.write(`\n${describeResult(ended, strategy).join('\n')}\n`);
  return 0;
}

async function untilEnded(base: string, apiKey: string, id: string): Promise<FinishedBacktest> {
  for (;;) {
    const seen = await call<FinishedBacktest>(base, 'GET', `/runtime/backtests/${id}`, { apiKey });
    display.show(seen);
    if (seen.status === 'finished' || seen.status === 'error') return seen;
    await wait(POLL_INTERVAL_MS);
  }
}

async function runningPlatform(): Promise<string> {
  const dataDirectory = resolve(process.env['DATA_DIR'] || '.data');
  const descriptor = await readDescriptor(dataDirectory).catch(() => {
    throw new UsageError(`no platform runs on ${dataDirectory}: npm start, or name one with --url or PLATFORM_URL`);
  });
  return descriptor.base_url;
}

function textOf(error: unknown): string {
  if (error instanceof ApiError) {
    const documented = errorOf(error.body);
    return documented === undefined ? error.message : describeError(documented).join('\n');
  }
  // The platform can not be reached: fetch says why in its cause.
  if (error instanceof TypeError) return `${error.message}: ${String(error.cause ?? '')}`;
  return error instanceof Error ? error.message : String(error);
}
