import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { provisionNautilus } from '@platform/runtime-service/nautilus-environment';
import type { Platform } from '@platform/test/platform';
import { z } from 'zod';
import type { Bare, BareRun } from './bare.js';
import { candlesOf } from './inputs.js';
import { dayOf, type Window, nautilusWork as work } from './work.js';

const call = promisify(execFile);
/** Beside the source: the compiled folder has no Python. */
const SCRIPTS = fileURLToPath(new URL('../../src/backtest/', import.meta.url));
const DATASETS = fileURLToPath(new URL('../../../services/context/dist/cli/main.js', import.meta.url));
const TIMEOUT_MS = 300_000;
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;

const answer = z.object({
  duration_ms: z.number(),
  peak_kib: z.number(),
  trades: z.number(),
  profit_total_pct: z.number(),
});

/** The interpreter that has nautilus. */
async function nautilusPython(): Promise<string> {
  const cacheDirectory = defaultCacheDirectory(process.env);
  const { python } = await provisionNautilus({ cacheDirectory, environment: process.env, report: () => {} });
  return python;
}

/** Gives a platform half a year of minutes, which its sandbox venue doesn't have: imported as a user does. */
export async function importMinutes(platform: Platform, window: Window): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-minutes-'));
  try {
    const script = join(SCRIPTS, 'minutes.py');
    await call(await nautilusPython(), [script, folder, dayOf(window.fromMs), dayOf(window.toMs)]);
    const args = ['import', '--venue', 'hyperliquid', '--datadir', folder, '--replace'];
    const env = { PATH: process.env['PATH'], DATA_DIR: platform.dataDirectory };
    await call(process.execPath, [DATASETS, ...args], { env, timeout: TIMEOUT_MS, maxBuffer: OUTPUT_BYTES_MAX });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** nautilus's own engine in a process without the platform, over the data that a backtest of the platform read. */
export class BareNautilus implements Bare {
  private constructor(
    private readonly python: string,
    private readonly folder: string,
  ) {}

  static async prepare(platform: Platform, backtestId: string, window: Window): Promise<BareNautilus> {
    const folder = await mkdtemp(join(tmpdir(), 'bare-nautilus-'));
    const { code, config, symbols, strategyClass, feeRate } = work;
    const files = await candlesOf(platform, backtestId);
    const job = {
      ...{ code, config, symbols, strategy_class: strategyClass, fee_rate: feeRate },
      ...{ from_ms: window.fromMs, to_ms: window.toMs },
      candles: files.map(({ path }) => path),
    };
    await writeFile(join(folder, 'job.json'), JSON.stringify(job));
    return new BareNautilus(await nautilusPython(), folder);
  }

  async run(): Promise<BareRun> {
    const args = [join(SCRIPTS, 'bare_nautilus.py'), join(this.folder, 'job.json')];
    const env = { PATH: process.env['PATH'] };
    const { stdout } = await call(this.python, args, { env, timeout: TIMEOUT_MS, maxBuffer: OUTPUT_BYTES_MAX });
    // nautilus logs to the same output.
    const line = /^ANSWER (.*)$/m.exec(stdout)?.[1];
    if (line === undefined) throw new Error('the bare nautilus gave no answer');
    const { duration_ms: durationMs, peak_kib: peakKib, trades, profit_total_pct } = answer.parse(JSON.parse(line));
    return { durationMs, peakKib, trades, profitTotalPct: profit_total_pct };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return rm(this.folder, { recursive: true });
  }
}
