import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Connection } from '@platform/store/mongo';
import {
  buildDomain,
  emptyDatabase,
  openDatabase,
  RESULT,
  ScriptedFramework,
  untilStatuses,
  validRequest,
} from '../domain.fixture.js';
import type { LookaheadCheck } from '../frameworks/checks.js';
import type { BacktestOutcome } from '../frameworks/framework.js';
import { toBacktestMessage } from '../messages.js';
import { listBacktests } from './listing.js';

const OWNER = 'acc_1';
const BIASED: LookaheadCheck = { status: 'failed', totalSignals: 20, biasedEntrySignals: 3, biasedExitSignals: 2 };
const UNMADE: LookaheadCheck = { status: 'error', message: 'the backtest ended without a result' };
const FAILED: BacktestOutcome = {
  kind: 'error',
  code: 'strategy_failed',
  message: 'KeyError',
  findings: [],
  claimed: true,
};

let connection: Connection;

beforeAll(async () => {
  connection = await openDatabase('checks');
});

beforeEach(() => emptyDatabase(connection));

afterAll(() => connection.close());

/** Queues a backtest with a check, and has it end so. */
async function endedWith(outcome: BacktestOutcome, status: string) {
  const framework = new ScriptedFramework();
  framework.run = async ({ checks }) => {
    expect(checks).toEqual(['lookahead']);
    return outcome;
  };
  const domain = await buildDomain(connection, { frameworks: new Map([['freqtrade', [framework]]]) });
  const call = { accountId: OWNER, requestId: 'r1', isGivenUp: () => false };
  const { backtest } = await domain.creation.create(validRequest({ checks: ['lookahead'] }), call);
  expect(backtest.checks).toEqual({ lookahead: { status: 'pending' } });
  await domain.workers.start();
  await untilStatuses(connection, { [status]: 1 });
  await domain.workers.close();
  const [found] = await domain.store.findMany(OWNER, [backtest._id]);
  const { items } = await listBacktests(domain.store, domain.cursors, OWNER, { limit: 1, statuses: [] });
  return { found, listed: items[0] };
}

describe('a backtest with a check', () => {
  test('shows what was found once it is finished, in lists without the columns', async () => {
    const lookahead = { ...BIASED, biasedIndicators: ['$next'] };
    const outcome: BacktestOutcome = { kind: 'finished', result: RESULT, checks: { lookahead } };
    const { found, listed } = await endedWith(outcome, 'finished');
    expect(found).toMatchObject({ result: RESULT, checks: { lookahead } });
    expect(found && toBacktestMessage(found).checks).toEqual({ lookahead, recursive: null });
    expect(listed?.checks).toEqual({ lookahead: BIASED });
  });

  test('says that none was made where it ended without a result', async () => {
    const { found, listed } = await endedWith(FAILED, 'error');
    expect(found?.checks).toEqual({ lookahead: UNMADE });
    expect(listed?.checks).toEqual({ lookahead: UNMADE });
  });
});
