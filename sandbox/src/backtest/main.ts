/** `npm run backtest -- strategy.py --pairs … --from … --to …`: backtests a file on a running platform and shows the result. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { readDescriptor } from '@platform/kit/descriptor';
import { ApiError, call } from '../quickstart/client.js';
import { describeResult } from '../quickstart/result.js';
import { Display, describeError, errorOf } from './display.js';
import { untilEnded } from './follow.js';
import { type Patience, patiently } from './patience.js';
import { readRequest, USAGE, UsageError, type Wanted } from './request.js';

/** How long requests may keep failing, before the backtest is queued and afterwards. */
const SUBMISSION_PATIENCE_MS = 10_000;
const PATIENCE_MS = 5 * 60_000;
const STOPPED_BY = ['SIGINT', 'SIGTERM'] as const;
const SIGNALLED = 128;
const NOT_FOUND = 404;

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

/** Submits, follows and shows the backtest; returns the exit code. */
async function backtest({ body, strategy, url }: Wanted): Promise<number> {
  const base = url ?? (process.env['PLATFORM_URL'] || (await runningPlatform()));
  const apiKey = process.env['PLATFORM_API_KEY'];
  if (!apiKey) throw new UsageError('an API key is needed, in the environment: PLATFORM_API_KEY');
  // One key for all attempts: however many of them arrive, one backtest is queued.
  const key = randomUUID();
  display.waitFor('submitting');
  const { id } = await patiently(
    () => call<{ id: string }>(base, 'POST', '/runtime/backtests', { apiKey }, body, key),
    patience(SUBMISSION_PATIENCE_MS),
  );
  const goesOn = `backtest ${id} goes on: curl -H "x-api-key: $PLATFORM_API_KEY" ${base}/runtime/backtests/${id}\n`;
  for (const signal of STOPPED_BY)
    process.once(signal, () => {
      display.clear();
      process.stdout.write(goesOn);
      process.exit(SIGNALLED + constants.signals[signal]);
    });
  const read = <Body>(path: string) =>
    patiently(() => call<Body>(base, 'GET', path, { apiKey }), patience(PATIENCE_MS));
  const ended = await untilEnded(id, read, display).catch((error: unknown) => {
    display.clear();
    if (!(error instanceof ApiError && error.status === NOT_FOUND)) process.stdout.write(goesOn);
    throw error;
  });
  if (ended.error !== undefined) {
    process.stderr.write(`${describeError(ended.error).join('\n')}\n`);
    return 1;
  }
  process.stdout.write(`\n${describeResult(ended, strategy).join('\n')}\n`);
  return 0;
}

function patience(lastsMs: number): Patience {
  const onFailure = (error: unknown) => {
    display.clear();
    process.stderr.write(`no answer yet, trying again: ${textOf(error)}\n`);
    display.waitFor('waiting for an answer');
  };
  return { lastsMs, onFailure };
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
  // The platform can not be reached: fetch's cause has the reason.
  if (error instanceof TypeError) return `${error.message}: ${String(error.cause ?? '')}`;
  return error instanceof Error ? error.message : String(error);
}
