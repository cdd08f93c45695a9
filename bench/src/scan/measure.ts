import { monitorEventLoopDelay } from 'node:perf_hooks';
import { JudgedMarkets } from '@platform/context-service/testing';
import { Secret } from '@platform/kit/config';
import type { Platform } from '@platform/test/platform';
import type { Effort } from '../effort.js';
import { median, type Report } from '../report.js';

const MARKETS = 200;
const ROUNDS = 5;
const NANOSECONDS_A_MILLISECOND = 1e6;
const BYTES_A_MIB = 2 ** 20;

/** Measures rounds over 200 markets as the context service computes them: from stored objects to stored snapshots. */
export function measureScan({ amount, onPlatform }: Effort): Promise<Report> {
  return onPlatform({}, (platform) => measure(platform, amount(MARKETS, 2), amount(ROUNDS, 1)));
}

async function measure(platform: Platform, count: number, rounds: number): Promise<Report> {
  await using markets = await JudgedMarkets.open(new Secret(await platform.mongodbUri()));
  for (let number = 0; number < count; number += 1) await markets.add(number);
  await markets.judge();
  const elapsed: number[] = [];
  const processor: number[] = [];
  const held = monitorEventLoopDelay({ resolution: 1 });
  held.enable();
  let results = 0;
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    const startedMs = performance.now();
    results = await markets.judge();
    elapsed.push(performance.now() - startedMs);
    const { user, system } = process.cpuUsage(before);
    processor.push((user + system) / 1_000);
  }
  held.disable();
  return {
    title: `A scan of ${count} markets with 110 days of hourly candles and funding, ${rounds} rounds`,
    columns: ['what', 'figure', 'unit'],
    rows: [
      ['from the first object to the last snapshot, median', median(elapsed).toFixed(0), 'ms'],
      ['from the first object to the last snapshot, worst', Math.max(...elapsed).toFixed(0), 'ms'],
      ['processor time, median', median(processor).toFixed(0), 'ms'],
      ['the event loop was held up at most', (held.max / NANOSECONDS_A_MILLISECOND).toFixed(0), 'ms'],
      ['resident with all that this benchmark holds', (process.memoryUsage.rss() / BYTES_A_MIB).toFixed(0), 'MiB'],
      ['results shown', results, ''],
    ],
    notes: [
      'Required: a scan of 200 markets under 10 s on one core. The processor time includes the threads of compression and files.',
    ],
  };
}
