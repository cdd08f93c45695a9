/** `npm run quickstart`: starts the platform, does the main job as a client would and shows the result; `-- --exit` stops it after. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { bundleOf } from '@platform/bundler';
import { systemClock } from '@platform/kit/clock';
import { Display } from '../backtest/display.js';
import { consoleLink } from './console-link.js';
import { doMainJob, type MainJob, type Platform } from './main-job.js';
import { describeResult } from './result.js';

const POLL_INTERVAL_MS = 100;
const dataDirectory = resolve(process.env['DATA_DIR'] || '.data');
const display = new Display(process.stdout);
const exitWhenDone = process.argv.includes('--exit');

const supervisor = spawn(process.execPath, ['--max-semi-space-size=1', bundleOf('supervisor')], {
  stdio: 'inherit',
});
const ended = once(supervisor, 'exit').then(([code]: (number | null)[]) => code ?? 1);
let isStopped = false;
const stop = () => {
  isStopped = true;
  supervisor.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);

try {
  const platform = await Promise.race([
    untilReady(),
    ended.then((code) => Promise.reject(new Error(`the platform stopped with ${code}`))),
  ]);
  await showResult(await doMainJob(platform, systemClock, say, display), platform);
  if (exitWhenDone) supervisor.kill('SIGTERM');
  else say('serving until Ctrl-C');
} catch (error) {
  display.clear();
  // A stop in the middle of the job is not reported as a fault.
  if (!isStopped) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
    supervisor.kill('SIGTERM');
  }
}
process.exitCode ||= await ended;

/** The descriptor appears once every process is healthy. */
async function untilReady(): Promise<Platform> {
  for (;;) {
    const text = await readFile(join(dataDirectory, 'sandbox.json'), 'utf8').catch(() => undefined);
    if (text !== undefined) return JSON.parse(text);
    await wait(POLL_INTERVAL_MS);
  }
}

async function showResult({ backtest, apiKey, sessionToken }: MainJob, platform: Platform): Promise<void> {
  // Made last: it ends ten minutes later.
  const address = await consoleLink(platform, sessionToken);
  say('');
  for (const line of describeResult(backtest, 'sample strategy on simulated sandbox markets')) say(line);
  say('');
  say(`trades   curl -H 'x-api-key: ${apiKey}' ${platform.base_url}/runtime/backtests/${backtest.id}/trades.csv`);
  say(`try      curl -H 'x-api-key: ${apiKey}' '${platform.base_url}/context/markets?query=btc'`);
  say(`key      ${apiKey}`);
  say(`docs     ${new URL('/docs', platform.base_url).href}`);
  say(`REST     ${platform.base_url}`);
  say(`GraphQL  ${platform.graphql_url}`);
  say(`mailbox  ${platform.mailbox_dir}`);
  say('');
  say(`Console: ${address}`);
  say('         signs you in once, within ten minutes; later, sign in by the key');
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
