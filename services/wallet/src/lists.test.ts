import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { queriesOf } from '@platform/store/mongo/testing';
import { type DepositRecord, depositModel } from './deposits/model.js';
import { depositStatuses } from './deposits/states.js';
import { openStage, type Stage } from './testing/stage.js';
import { type WithdrawalRecord, withdrawalModel } from './withdrawals/model.js';

const START_MS = 1_700_000_000_000;
const COUNT = 120;
const LIMIT = 5;
const ADDRESS = '0x1000000000000000000000000000000000000001';
const after = (seconds: number) => START_MS + seconds * 1_000;
let stage: Stage;

/** One per second. */
const deposits = Array.from(
  { length: COUNT },
  (_, index): DepositRecord => ({
    _id: `dep_${index}`,
    accountId: 'acc_1',
    walletId: 'w_1',
    transferKey: `t${index}`,
    status: depositStatuses[index % 3] ?? 'observed',
    chain: 'arbitrum',
    asset: 'USDC',
    amountMicroUsdc: 1n,
    txHash: '0x01',
    blockNumber: index,
    createdAt: new Date(after(index)),
  }),
);
const withdrawals = Array.from(
  { length: COUNT },
  (_, index): WithdrawalRecord => ({
    _id: `wd_${index}`,
    accountId: 'acc_1',
    walletId: 'w_1',
    key: `k${index}`,
    intentHash: 'h',
    source: 'arbitrum',
    network: 'arbitrum',
    asset: 'USDC',
    amountMicroUsdc: 1n,
    feeMicroUsdc: 0n,
    destinationWallet: ADDRESS,
    // Records that would be carried out belong to another account.
    state: index % 2 === 0 ? 'confirmed' : 'failed',
    validBefore: new Date(after(index)),
    createdAt: new Date(after(index)),
    updatedAt: new Date(after(index)),
  }),
);

beforeAll(async () => {
  stage = await openStage('test_wallet_lists');
  await depositModel(stage.connection).insertMany(deposits);
  await withdrawalModel(stage.connection).insertMany(withdrawals);
});

afterAll(() => stage.close());

/** The arguments of a list, and a page of it as ids. */
const lists = {
  deposits: async (request: object) => {
    const page = await stage.handlers.ListDeposits({ limit: LIMIT, ...request }, stage.as('acc_1'));
    return { ids: page.deposits.map(({ id }) => id), nextCursor: page.nextCursor };
  },
  withdrawals: async (request: object) => {
    const page = await stage.handlers.ListWithdrawals({ limit: LIMIT, ...request }, stage.as('acc_1'));
    return { ids: page.withdrawals.map(({ id }) => id), nextCursor: page.nextCursor };
  },
};
type List = keyof typeof lists;

async function allOf(list: List, filter: object): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await lists[list]({ ...filter, ...(cursor === undefined ? {} : { cursor }) });
    found.push(...page.ids);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found;
}

interface Row {
  readonly _id: string;
  readonly createdAt: Date;
  readonly status?: string;
  readonly state?: string;
}
const cases: [List, object, (row: Row) => boolean][] = [
  ['deposits', {}, () => true],
  ['deposits', { status: 'confirmed' }, ({ status }) => status === 'confirmed'],
  ['deposits', { createdFromMs: after(30) }, ({ createdAt }) => createdAt.getTime() >= after(30)],
  [
    'deposits',
    { status: 'failed', createdToMs: after(60) },
    ({ _id, status }) => status === 'failed' && numberOf(_id) < 60,
  ],
  ['withdrawals', {}, () => true],
  ['withdrawals', { status: 'failed' }, ({ state }) => state === 'failed'],
  [
    'withdrawals',
    { createdFromMs: after(30), createdToMs: after(60) },
    ({ _id }) => numberOf(_id) >= 30 && numberOf(_id) < 60,
  ],
  [
    'withdrawals',
    { status: 'confirmed', createdToMs: after(60) },
    ({ _id, state }) => state === 'confirmed' && numberOf(_id) < 60,
  ],
];

function numberOf(id: string): number {
  return Number(id.split('_')[1]);
}

describe('a list', () => {
  test.each(cases)('of %s narrowed to %j has those alone, newest first', async (list, filter, isWanted) => {
    const rows: readonly Row[] = list === 'deposits' ? deposits : withdrawals;
    const wanted = rows.filter(isWanted).map(({ _id }) => _id);
    expect(await allOf(list, filter)).toEqual(wanted.reverse());
  });

  test.each(cases)('of %s narrowed to %j reads from an index hardly more than it shows', async (list, filter) => {
    const { nextCursor = '' } = await lists[list](filter);
    const queries = await queriesOf(stage.connection, list, () => lists[list]({ ...filter, cursor: nextCursor }));
    expect(queries).toEqual([
      { plan: expect.stringContaining('IXSCAN'), documents: expect.any(Number), isSorted: false },
    ]);
    // One more than is shown, and the cursor's record.
    expect(queries[0]?.documents).toBeLessThanOrEqual(LIMIT + 2);
  });

  test('of withdrawals that are processing has the accepted and the submitted', async () => {
    const [first, second] = withdrawals;
    if (first === undefined || second === undefined) throw new Error('there are none');
    const processing = [
      { ...first, _id: 'wd_a', accountId: 'acc_2', state: 'accepted' as const },
      { ...second, _id: 'wd_b', accountId: 'acc_2', state: 'submitted' as const },
    ];
    await withdrawalModel(stage.connection).insertMany(processing);
    const page = await stage.handlers.ListWithdrawals({ limit: 9, status: 'processing' }, stage.as('acc_2'));
    expect(page.withdrawals.map(({ id }) => id)).toEqual(['wd_b', 'wd_a']);
  });

  test.each([
    ['deposits', { status: 'gone' }, 'bad_request', 'status'],
    ['deposits', { createdFromMs: 2, createdToMs: 1 }, 'bad_request', 'createdFrom'],
    ['withdrawals', { status: 'accepted' }, 'invalid_request', 'status'],
    ['withdrawals', { createdToMs: 0.5 }, 'invalid_request', 'createdTo'],
  ] as const)('of %s narrowed to %j is refused', async (list, filter, code, path) => {
    await expect(lists[list](filter)).rejects.toMatchObject({ code, details: [{ path }] });
  });
});
