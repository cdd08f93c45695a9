import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Connection } from '@platform/store/mongo';
import type { MarketData } from '../backtests/market-data.js';
import { ANY_MARKET, buildDomain, openDatabase, validRequest } from '../domain.fixture.js';
import {
  freqtradeForTests,
  SYMBOLS,
  strategyWith,
  workerProcesses,
} from '../frameworks/freqtrade/freqtrade.fixture.js';
import { defaultBacktestLimits } from '../frameworks/index.js';
import { backtestModel } from '../records/record.js';

const ATTACKERS = 8;
const SLICE_MS = 2_000;
const ENDLESS = strategyWith({ indicators: 'while True: pass' });
const freqtrade = freqtradeForTests(defaultBacktestLimits, 60_000, 16);

let connection: Connection;
let domain: Awaited<ReturnType<typeof buildDomain>>;

beforeAll(async () => {
  connection = await openDatabase('sharing');
  const { candles, instruments } = freqtrade.market.job(ENDLESS);
  const references = candles.map(({ path, ...named }) => ({ ...named, key: path }));
  const marketData: MarketData = { ...ANY_MARKET, resolve: async () => ({ candles: references, instruments }) };
  domain = await buildDomain(connection, {
    frameworks: new Map([['freqtrade', [freqtrade.framework]]]),
    marketData,
    slots: { workers: 2, paused: ATTACKERS + 2, pausedBytes: 2 ** 40, sliceMs: SLICE_MS },
  });
  await domain.workers.start();
});

afterAll(async () => {
  await domain.workers.close();
  await connection.close();
  expect(await workerProcesses()).toBe(0);
});

async function queue(accountId: string, code: string): Promise<string> {
  const request = { ...validRequest(), symbols: [...SYMBOLS], configJson: '{}', code };
  const range = { rangeFrom: '2026-01-06', rangeTo: '2026-01-16' };
  const caller = { accountId, requestId: 'r', isGivenUp: () => false };
  return (await domain.creation.create({ ...request, ...range }, caller)).backtest._id;
}

const statusOf = async (id: string) => (await backtestModel(connection).findById(id).lean())?.status;

async function untilEnded(id: string): Promise<number> {
  const startedAtMs = performance.now();
  for (;;) {
    const status = await statusOf(id);
    if (status === 'finished') return performance.now() - startedAtMs;
    if (status === 'error')
      throw new Error(JSON.stringify((await backtestModel(connection).findById(id).lean())?.error));
    await sleep(100);
  }
}

test('an honest run beside eight accounts with two endless ones each is over soon', async () => {
  const alone = await untilEnded(await queue('acc_honest', strategyWith({})));
  for (let round = 0; round < 2; round += 1)
    for (let attacker = 0; attacker < ATTACKERS; attacker += 1) await queue(`acc_${attacker}`, ENDLESS);
  await sleep(10 * SLICE_MS);
  const beside = await untilEnded(await queue('acc_honest', strategyWith({})));
  process.stdout.write(
    `an honest run took ${Math.round(alone)} ms alone and ${Math.round(beside)} ms beside the others\n`,
  );
  // It did not wait for one of them to end.
  const running = await backtestModel(connection).countDocuments({ status: 'running' });
  expect(running).toBeGreaterThanOrEqual(ATTACKERS);
}, 300_000);
