import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { provisionFreqtrade } from '@platform/runtime-service/freqtrade-environment';
import { BareCommand } from '@platform/runtime-service/testing';
import type { Platform } from '@platform/test/platform';
import type { Bare, BareRun } from './bare.js';
import { candlesOf } from './inputs.js';
import { PeakMemory } from './peak-memory.js';
import { type Window, freqtradeWork as work } from './work.js';

/** `freqtrade backtesting` over the data that a backtest of the platform read, against the platform's sandbox venue. */
export class BareFreqtrade implements Bare {
  private constructor(private readonly command: BareCommand) {}

  static async prepare(platform: Platform, backtestId: string, window: Window): Promise<BareFreqtrade> {
    const { venues } = await platform.descriptor();
    const { python } = await provisionFreqtrade({
      cacheDirectory: defaultCacheDirectory(process.env),
      environment: process.env,
      report: () => {},
    });
    const history = await candlesOf(platform, backtestId);
    return new BareFreqtrade(
      await BareCommand.prepare(python, { ...work, ...window, history, venueUrl: venues.hyperliquid.url }),
    );
  }

  async run(): Promise<BareRun> {
    await using memory = PeakMemory.ofNewChildren();
    const startedAtMs = performance.now();
    await this.command.run();
    const durationMs = performance.now() - startedAtMs;
    const { figures } = await this.command.takeResult();
    const { trades = Number.NaN, profitTotalPct = Number.NaN } = figures;
    return { durationMs, peakKib: memory.processKib, trades, profitTotalPct };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.command[Symbol.asyncDispose]();
  }
}
