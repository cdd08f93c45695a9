import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parseUsd } from '@platform/kit/money';
import { queriesOf } from '@platform/store/mongo/testing';
import type { StepProof } from '@platform/venues/trading-accounts';
import { getAddress } from 'viem';
import { movementModel } from '../ledger/model.js';
import { newAddress, openStage, type Stage } from '../testing/stage.js';

const ACCOUNT = 'acc_statement';
const FEE = 300_000n;
const SETUP = 60_000_000n;
const destination = newAddress();
let stage: Stage;
let lines: Line[];

/** An account with two wallets on two networks, a setup that cost a fee, a withdrawal that was paid and one that was not. */
beforeAll(async () => {
  const none = async () => {};
  const prove = async (): Promise<StepProof> => ({ entry: 'credit', creditedMicroUsdc: SETUP - FEE });
  stage = await openStage('test_wallet_statement', ({ hyperliquid, ...others }) => ({
    ...others,
    hyperliquid: {
      ...hyperliquid,
      payment: { ...hyperliquid.payment, creditFeeMicroUsdcMax: FEE },
      setup: { credit: { do: none, prove }, register: { do: none, prove: async () => ({}) } },
    },
  }));
  await stage.fund(ACCOUNT, 120_000_001n);
  await stage.fund(ACCOUNT, 25_500_000n, 'polygon');
  await stage.pay((await stage.domain.wallets.add(ACCOUNT)).address, 7_000_000n);
  await stage.fund('acc_stranger', 1_000_000n);
  const request = { accountId: ACCOUNT, venue: 'hyperliquid', amountMicroUsdc: SETUP, key: randomUUID() } as const;
  await stage.domain.setups.accept(request);
  await stage.withdraw(ACCOUNT, 30_000_000n, destination);
  for (let round = 0; round < 4; round += 1) await stage.round();
  lines = (await list({ limit: 100 })).lines ?? [];
});

afterAll(() => stage.close());

const list = (request: object, accountId = ACCOUNT) =>
  stage.handlers.ListLedger({ limit: 2, ...request }, stage.as(accountId));
type Line = NonNullable<Awaited<ReturnType<typeof list>>['lines']>[number];
const sum = (field: 'heldChangeUsd' | 'venueChangeUsd' | 'feeUsd') =>
  lines.reduce((total, line) => total + micro(line[field]), 0n);
const micro = (text: string) => (text.startsWith('-') ? -parseUsd(text.slice(1)) : parseUsd(text));

describe('a statement', () => {
  test('has a line per movement, newest first, with its transaction', () => {
    expect(lines.map(({ kind, amountUsd, feeUsd, network }) => [kind, amountUsd, feeUsd, network])).toEqual(
      expect.arrayContaining([
        ['deposit', '120.000001', '0.00', 'arbitrum'],
        ['deposit', '25.50', '0.00', 'polygon'],
        ['deposit', '7.00', '0.00', 'arbitrum'],
        ['venue_payment', '60.00', '0.00', 'arbitrum'],
        ['venue_credit', '59.70', '0.30', 'arbitrum'],
        ['withdrawal', '30.00', '0.00', 'arbitrum'],
      ]),
    );
    expect(lines).toHaveLength(6);
    const times = lines.map(({ bookedAtMs }) => bookedAtMs);
    expect(times).toEqual([...times].sort((left, right) => right - left));
    const hasTransaction = ({ kind, txHash }: Line) => [kind, /^0x[0-9a-f]{64}$/.test(txHash ?? '')];
    expect(new Map(lines.map(hasTransaction) as [string, boolean][])).toEqual(
      new Map([
        ...(['deposit', 'venue_payment', 'withdrawal'] as const).map((kind) => [kind, true] as const),
        ['venue_credit', false],
      ]),
    );
    const { description } = lines.find(({ kind }) => kind === 'withdrawal') ?? {};
    expect(description).toBe(`Withdrawal on Arbitrum One to ${getAddress(destination)}`);
  });

  test('adds up to the millionth to what the chains hold and what the venue was paid', async () => {
    const wallets = await stage.domain.wallets.all(ACCOUNT);
    const held = await Promise.all(
      wallets.flatMap(({ address }) => [stage.balance(address), stage.balance(address, 'polygon')]),
    );
    expect(sum('heldChangeUsd')).toBe(held.reduce((total, each) => total + each, 0n));
    expect([sum('venueChangeUsd'), sum('feeUsd')]).toEqual([SETUP - FEE, FEE]);
    const paidIn = 120_000_001n + 25_500_000n + 7_000_000n;
    expect(sum('heldChangeUsd') + sum('venueChangeUsd') + sum('feeUsd')).toBe(paidIn - 30_000_000n);
  });

  test('is read by pages of signed cursors, and by time', async () => {
    const found: string[] = [];
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await list({ cursor });
      found.push(...(page.lines ?? []).map(({ id }) => id));
      cursor = page.nextCursor;
      more = cursor !== undefined;
    }
    expect(found).toEqual(lines.map(({ id }) => id));
    const { nextCursor: cursor } = await list({});
    await expect(list({ cursor }, 'acc_stranger')).rejects.toMatchObject({ code: 'bad_request' });
    const [newest] = lines;
    expect((await list({ createdFromMs: (newest?.bookedAtMs ?? 0) + 1 })).lines).toEqual([]);
    await expect(list({ limit: 101 })).rejects.toMatchObject({ code: 'bad_request' });
  });

  test('is of its account alone', async () => {
    expect((await list({}, 'acc_stranger')).lines).toMatchObject([{ kind: 'deposit', amountUsd: '1.00' }]);
  });

  test('reads from an index hardly more than it shows, and asks each other collection once', async () => {
    const times = Array.from({ length: 60 }, (_, index) => index);
    await movementModel(stage.connection).insertMany(
      times.map((time) => ({
        ...{
          _id: `mov_${time}`,
          accountId: 'acc_busy',
          walletId: 'wal_busy',
          step: 'confirm',
          createdAt: new Date(time),
        },
        ...{ operation: { kind: 'deposit', id: `dep_${time}` }, postings: [] },
      })),
    );
    const { nextCursor: cursor } = await list({}, 'acc_busy');
    const queries = await queriesOf(stage.connection, 'movements', () => list({ cursor }, 'acc_busy'));
    expect(queries).toEqual([
      { plan: expect.stringContaining('IXSCAN'), documents: expect.any(Number), isSorted: false },
    ]);
    // One more than is shown, and the cursor's record.
    expect(queries[0]?.documents).toBeLessThanOrEqual(4);
    for (const collection of ['deposits', 'withdrawals', 'chain_transactions', 'wallets'])
      expect(await queriesOf(stage.connection, collection, () => list({ limit: 9 }))).toHaveLength(1);
  });
});
