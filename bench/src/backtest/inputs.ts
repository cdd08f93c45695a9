import { join } from 'node:path';
import type { Platform } from '@platform/test/platform';
import mongoose from 'mongoose';
import { z } from 'zod';

const inputsSchema = z.object({
  marketData: z.object({
    candles: z.array(z.object({ symbol: z.string(), timeframe: z.string(), key: z.string() })),
  }),
});

/** A table of candles in one file. */
export interface CandlesFile {
  readonly symbol: string;
  readonly timeframe: string;
  readonly path: string;
}

/** The files of candles that a backtest of the platform read. */
export async function candlesOf(platform: Platform, backtestId: string): Promise<CandlesFile[]> {
  const { marketData } = inputsSchema.parse(await inputsOf(await platform.mongodbUri(), backtestId));
  return marketData.candles.map(({ symbol, timeframe, key }) => ({
    symbol,
    timeframe,
    path: join(platform.dataDirectory, 'objects', key),
  }));
}

async function inputsOf(mongodbUri: string, backtestId: string): Promise<unknown> {
  const connection = await mongoose.createConnection(mongodbUri, { dbName: 'runtime' }).asPromise();
  try {
    return await connection.collection<{ _id: string }>('backtest_inputs').findOne({ _id: backtestId });
  } finally {
    await connection.close();
  }
}
