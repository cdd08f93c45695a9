import { join } from 'node:path';
import { defaultCacheDirectory } from '@platform/provisioning';
import { provisionFreqtrade } from '@platform/runtime-service/freqtrade-environment';
import { BareCommand } from '@platform/runtime-service/testing';
import type { Platform } from '@platform/test/platform';
import mongoose from 'mongoose';
import { z } from 'zod';
import { work } from './work.js';

const inputsSchema = z.object({
  marketData: z.object({
    candles: z.array(z.object({ symbol: z.string(), timeframe: z.string(), key: z.string() })),
  }),
});

/** The bare command over the very candles that a backtest of the platform read, against the platform's sandbox venue. */
export async function prepareBareCommand(
  platform: Platform,
  backtestId: string,
  range: { fromMs: number; toMs: number },
): Promise<BareCommand> {
  const { mongodb_uri: mongodbUri, venues } = await platform.descriptor();
  const { marketData } = inputsSchema.parse(await inputsOf(mongodbUri, backtestId));
  const candles = marketData.candles.map(({ symbol, timeframe, key }) => ({
    symbol,
    timeframe,
    path: join(platform.dataDirectory, 'objects', key),
  }));
  const { python } = await provisionFreqtrade({
    cacheDirectory: defaultCacheDirectory(process.env),
    environment: process.env,
    report: () => {},
  });
  return BareCommand.prepare(python, { ...work, ...range, history: candles, venueUrl: venues.hyperliquid.url });
}

async function inputsOf(mongodbUri: string, backtestId: string): Promise<unknown> {
  const connection = await mongoose.createConnection(mongodbUri, { dbName: 'runtime' }).asPromise();
  try {
    return await connection.collection<{ _id: string }>('backtest_inputs').findOne({ _id: backtestId });
  } finally {
    await connection.close();
  }
}
