import { createIdSource, systemClock, systemRandom } from '@platform/kit/clock';
import type { Caller, Platform } from '@platform/test/platform';
import mongoose from 'mongoose';

const RECORDS = 2_000;
const ids = createIdSource(systemClock, systemRandom);
const HOUR_MS = 3_600_000;
const RANGE_DAYS = 180;

/** A strategy that trades now and then on its own clock: only the record's size matters here, not the profit. */
const STRATEGY = `from freqtrade.strategy import IStrategy


class EverySoOften(IStrategy):
    timeframe = "1h"
    minimal_roi = {"0": 100}
    stoploss = -0.99

    def populate_indicators(self, dataframe, metadata):
        return dataframe

    def populate_entry_trend(self, dataframe, metadata):
        dataframe.loc[dataframe["date"].dt.hour == 8, "enter_long"] = 1
        return dataframe

    def populate_exit_trend(self, dataframe, metadata):
        dataframe.loc[dataframe["date"].dt.hour == 20, "exit_long"] = 1
        return dataframe
`;

/** Runs one real backtest and copies its record under distinct ids of the same account; returns the ids. */
export async function seedFinishedBacktests(platform: Platform, caller: Caller): Promise<readonly string[]> {
  const nowMs = Date.now();
  const day = (daysAgo: number) => new Date(nowMs - daysAgo * 24 * HOUR_MS).toISOString().slice(0, 10);
  const created = await caller.send('POST', '/runtime/backtests', {
    framework: 'freqtrade',
    venue: 'hyperliquid',
    symbols: ['BTC/USDC:USDC'],
    code: STRATEGY,
    config: {},
    range: { from: day(RANGE_DAYS + 1), to: day(1) },
  });
  const finished = await caller.untilEnded(created.body.id);
  if (finished.status !== 'finished') throw new Error(`the seed backtest ended as ${JSON.stringify(finished.error)}`);
  return copyRecord(await platform.mongodbUri(), created.body.id);
}

async function copyRecord(mongodbUri: string, id: string): Promise<readonly string[]> {
  const connection = await mongoose.createConnection(mongodbUri, { dbName: 'runtime' }).asPromise();
  try {
    const backtests = connection.collection<{ _id: string }>('backtests');
    const record = await backtests.findOne({ _id: id });
    if (record === null) throw new Error(`no record ${id}`);
    const copies = Array.from({ length: RECORDS }, () => ids.next('bt'));
    await backtests.insertMany(copies.map((_id) => ({ ...record, _id })));
    return copies;
  } finally {
    await connection.close();
  }
}
