import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createIdSource, systemClock, systemRandom } from '@platform/kit/clock';
import { type Hash, keccak256, parseGwei, toBytes } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { callSeals } from '../relayer/call-seals.js';
import { type ChainTransactionRecord, chainTransactionModel, relayerNonceModel } from '../relayer/model.js';
import { newAddress, openStageOn } from '../testing/stage.js';
import { type WithdrawalRecord, withdrawalModel } from './model.js';

const STUCK = 300;
const SIGNING_MS_MAX = 2_000;
const POLL_INTERVAL_MS = 50;
const WAIT_MS_MAX = 120_000;
/** The number of turns after which each withdrawal is polled every 15 s. */
const TURNS = 30;
const AGE_MS = 600_000;
const AMOUNT_MICRO_USDC = 1_000_000n;
const LATECOMER = 'acc_latecomer';

type LiveStage = Awaited<ReturnType<typeof openStageOn<typeof systemClock>>>;
let stage: LiveStage;

beforeAll(async () => {
  stage = await openStageOn('test_wallet_stuck', systemClock);
  await stage.fund(LATECOMER, AMOUNT_MICRO_USDC);
});

afterAll(async () => {
  await Promise.all(runners().map((runner) => runner?.close()));
  await stage.close();
});

const runners = () => [stage.domain.relays?.arbitrum.runner, stage.domain.withdrawalRunners?.arbitrum];

/** Makes withdrawals that were signed, but are in no block: the node does not take their bytes, though they offer enough for their gas. */
async function strand(): Promise<void> {
  const { connection } = stage;
  const ids = createIdSource(systemClock, systemRandom);
  const seals = callSeals(stage.domain.seals);
  const now = systemClock.now();
  const createdAt = new Date(now.getTime() - AGE_MS);
  const relayer = privateKeyToAccount(stage.options.relayerKey.reveal()).address;
  const common = { createdAt, dueAt: now, turns: TURNS };
  const crowd = Array.from({ length: STUCK }, (_, nonce) => ({ _id: ids.next('wd'), nonce, to: newAddress() }));
  const withdrawals = crowd.map(
    ({ _id, to }): WithdrawalRecord => ({
      ...{
        _id,
        accountId: 'acc_crowd',
        walletId: 'wal_crowd',
        key: _id,
        intentHash: _id,
        amountMicroUsdc: AMOUNT_MICRO_USDC,
        feeMicroUsdc: 0n,
        destinationWallet: to,
      },
      ...{ source: 'arbitrum', network: 'arbitrum', asset: 'USDC' },
      ...{ state: 'broadcast', txHash: hashOf(_id), validBefore: new Date(now.getTime() + 1_800_000) },
      ...{ ...common, updatedAt: createdAt },
    }),
  );
  const transactions = crowd.map(({ _id, nonce, to }): ChainTransactionRecord => {
    const operation = { kind: 'withdrawal', id: _id } as const;
    const validBefore = new Date(now.getTime() + 1_800_000);
    const call = {
      _id: ids.next('tx'),
      operation,
      leg: 'transfer',
      chain: 'arbitrum',
      to,
      data: '0x',
      validBefore,
    } as const;
    const attempt = {
      ...{ hash: hashOf(_id), rawTransaction: hashOf(_id), gas: '100000', signedAt: now },
      ...{ maxFeePerGas: String(parseGwei('100')), maxPriorityFeePerGas: '1' },
    };
    const seal = seals.seal(call);
    return { ...call, seal, state: 'signed', nonce, relayer, attempts: [attempt], ...common };
  });
  await withdrawalModel(connection).insertMany(withdrawals);
  await chainTransactionModel(connection).insertMany(transactions);
  await relayerNonceModel(connection).create({ _id: { chain: 'arbitrum', relayer }, next: STUCK });
}

function hashOf(text: string): Hash {
  return keccak256(toBytes(text));
}

/** Waits until a condition holds; returns how long that took, in milliseconds. */
async function until(what: string, holds: () => Promise<boolean>): Promise<number> {
  const startedAtMs = performance.now();
  while (!(await holds())) {
    if (performance.now() - startedAtMs > WAIT_MS_MAX) throw new Error(`${what}: not within ${WAIT_MS_MAX} ms`);
    await wait(POLL_INTERVAL_MS);
  }
  return performance.now() - startedAtMs;
}

test(`${STUCK} withdrawals that no block takes delay the signing of a new one by less than 2 s`, async () => {
  const { connection } = stage;
  const transactions = chainTransactionModel(connection);
  await strand();
  await Promise.all(runners().map((runner) => runner?.start()));
  const queues = ['withdrawals', 'chain_transactions'].map((name) => connection.collection(name));
  for (const queue of queues)
    await until('all had a turn', async () => (await queue.countDocuments({ turns: { $gt: TURNS } })) >= STUCK);
  // At the worst moment: all of them are due again.
  for (const queue of queues) await queue.updateMany({}, { $set: { dueAt: systemClock.now() } });

  const its = { 'operation.id': await stage.withdraw(LATECOMER, AMOUNT_MICRO_USDC) };
  const tookMs = await until(
    'the latecomer is signed',
    async () => (await transactions.exists({ ...its, state: { $ne: 'queued' } })) !== null,
  );
  expect(tookMs).toBeLessThan(SIGNING_MS_MAX);
  expect(await transactions.countDocuments({ state: 'signed' })).toBe(STUCK + 1);
}, 300_000);
