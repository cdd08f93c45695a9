import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Connection } from '@platform/store/mongo';
import type { MarketData } from '../backtests/market-data.js';
import { backtestModel } from '../backtests/record.js';
import {
  ANY_MARKET,
  buildDomain,
  emptyDatabase,
  openDatabase,
  ScriptedFramework,
  untilStatuses,
  validRequest,
} from '../domain.fixture.js';
import type { PredictionFacts } from '../frameworks/framework.js';

const SYMBOL = `${'7'.repeat(77)}.POLYMARKET`;
const REQUEST = validRequest({ framework: 'nautilus', venue: 'polymarket', symbols: [SYMBOL] });
const CALL = { accountId: 'acc_1', requestId: 'r', isGivenUp: () => false };
const REASON = expect.stringMatching(`charges no fees on prediction markets.*${SYMBOL}`);
let connection: Connection;
let framework: ScriptedFramework;

beforeAll(async () => {
  connection = await openDatabase('taker_fees');
});
beforeEach(async () => {
  await emptyDatabase(connection);
  framework = new ScriptedFramework();
  framework.takerFees = false;
});
afterEach(() => domain?.workers.close());
afterAll(() => connection.close());

let domain: Awaited<ReturnType<typeof buildDomain>> | undefined;

/** A platform whose only version is from before fees, and whose market has these; other markets charge whatever they like. */
async function withFees(takerFees?: PredictionFacts['takerFees']) {
  const facts = { kind: 'prediction', sizeDecimals: 2, tickSize: '0.01', maxLeverage: 1, markPrice: '0.5' } as const;
  const known = { question: 'Will it rain?', outcome: 'Yes', endDateMs: 0 };
  const prediction = { ...known, ...(takerFees && { takerFees }) };
  const other = { symbol: '8.POLYMARKET', ...facts, prediction: { ...known, takerFees: { rate: 1, exponent: 1 } } };
  const instruments = [{ symbol: SYMBOL, ...facts, prediction }, other];
  const marketData: MarketData = { ...ANY_MARKET, resolve: async () => ({ candles: [], instruments }) };
  domain = await buildDomain(connection, { frameworks: new Map([['nautilus', [framework]]]), marketData });
  return domain;
}

describe('a version from before prediction markets had fees', () => {
  test('runs on a market without any', async () => {
    const { creation, workers } = await withFees({ rate: 0, exponent: 0 });
    await creation.create(REQUEST, CALL);
    await workers.start();
    await untilStatuses(connection, { finished: 1 });
  });

  test.each([
    ['has some', { rate: 0.03, exponent: 1 }],
    ['says nothing of them', undefined],
  ])('is refused for a market that %s', async (_, fees) => {
    const { creation } = await withFees(fees);
    await expect(creation.create(REQUEST, CALL)).rejects.toMatchObject({ code: 'invalid_request', message: REASON });
    framework.takerFees = true;
    await expect(creation.create(REQUEST, CALL)).resolves.toMatchObject({});
  });

  test('ends a run there that was queued before that was known, with the reason', async () => {
    const { creation, workers } = await withFees({ rate: 0.03, exponent: 1 });
    framework.takerFees = true;
    await creation.create(REQUEST, CALL);
    framework.takerFees = false;
    await workers.start();
    await untilStatuses(connection, { error: 1 });
    const record = await backtestModel(connection).findOne().lean();
    expect(record?.error).toMatchObject({ code: 'invalid_request', message: REASON });
  });
});
