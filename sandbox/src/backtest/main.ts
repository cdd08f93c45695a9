/** `npm run backtest -- strategy.py --pairs … --from … --to …`: backtests a file on a running platform and shows the result. */
import { randomUUID } from 'node:crypto';
import { describeError, textOf } from '../command/errors.js';
import { CommandPlatform, onStop } from '../command/platform.js';
import { ApiError } from '../quickstart/client.js';
import { describeResult } from '../quickstart/result.js';
import { Display } from './display.js';
import { untilEnded } from './follow.js';
import { readRequest, USAGE, type Wanted } from './request.js';

/** How long requests may keep failing, before the backtest is queued and afterwards. */
const SUBMISSION_PATIENCE_MS = 10_000;
const PATIENCE_MS = 5 * 60_000;
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
  const platform = await CommandPlatform.find(url, display);
  // One key for all attempts: however many of them arrive, one backtest is queued.
  const idempotencyKey = randomUUID();
  display.waitFor('submitting');
  const path = '/runtime/backtests';
  const submission = { method: 'POST', path, body, idempotencyKey, lastsMs: SUBMISSION_PATIENCE_MS } as const;
  const { id } = await platform.ask<{ id: string }>(submission);
  const goesOn = `backtest ${id} goes on: curl -H "x-api-key: $PLATFORM_API_KEY" ${platform.url}${path}/${id}`;
  onStop(display, goesOn);
  const read = <Body>(wanted: string) => platform.ask<Body>({ method: 'GET', path: wanted, lastsMs: PATIENCE_MS });
  const ended = await untilEnded(id, read, display).catch((error: unknown) => {
    display.clear();
    if (!(error instanceof ApiError && error.status === NOT_FOUND)) display.say(goesOn);
    throw error;
  });
  if (ended.error !== undefined) {
    process.stderr.write(`${describeError(ended.error).join('\n')}\n`);
    return 1;
  }
  process.stdout.write(`\n${describeResult(ended, strategy).join('\n')}\n`);
  return 0;
}
