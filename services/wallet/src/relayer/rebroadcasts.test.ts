import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Hex, parseGwei } from 'viem';
import { Mute, openRelayStage, type RelayStage } from '../testing/relay-stage.js';
import { chainTransactionModel } from './model.js';
import { RelayChain } from './relay-chain.js';

const LATE_AFTER_MS = 3_000;
const IDS = ['w0', 'w1', 'w2'];
let stage: RelayStage;
let sent: Hex[];

beforeEach(async () => {
  stage = await openRelayStage('test_wallet_rebroadcasts');
  sent = [];
  for (const id of IDS) await stage.enqueue(id);
  await stage.advance(stage.start(Mute));
});

afterEach(() => stage.close());

/** A chain that says what it was sent. */
class Heard extends RelayChain {
  override async broadcast(rawTransaction: Hex): Promise<void> {
    sent.push(rawTransaction);
    await super.broadcast(rawTransaction);
  }

  override async broadcastTogether(rawTransactions: readonly Hex[]): Promise<void> {
    sent.push(...rawTransactions);
    await super.broadcastTogether(rawTransactions);
  }
}

/** A chain that takes nothing at present, as one whose price is too high. */
class Refusing extends Heard {
  override async broadcast(rawTransaction: Hex): Promise<void> {
    sent.push(rawTransaction);
    throw new Error('max fee per gas less than block base fee');
  }
}

const signed = async () => {
  const records = await Promise.all(IDS.map((id) => stage.find(id)));
  return records.flatMap((record) => record?.attempts.at(-1)?.rawTransaction ?? []);
};

test('what a node has lost is broadcast again in the order of its nonces, a few seconds after its signature', async () => {
  await stage.rebroadcasts(Heard).run();
  expect(sent).toEqual([]);
  stage.clock.advance(LATE_AFTER_MS + 1);
  await stage.rebroadcasts(Heard).run();
  expect(sent).toEqual(await signed());
  await stage.mined();
  expect(await stage.received()).toBe(30n);
});

test('what is in a block already is left out, before its own turn has found it there', async () => {
  await stage.chain.client.sendRawTransaction({ serializedTransaction: (await signed())[0] ?? '0x' });
  await stage.mined();
  stage.clock.advance(LATE_AFTER_MS + 1);
  await stage.rebroadcasts(Heard).run();
  expect(sent).toEqual((await signed()).slice(1));
});

test('while the node takes not even the first, no later one is sent', async () => {
  stage.clock.advance(LATE_AFTER_MS + 1);
  await stage.rebroadcasts(Refusing).run();
  expect(sent).toEqual((await signed()).slice(0, 1));
});

test('what offers less than the chain asks is not sent, and has its turn at once, which signs it again', async () => {
  const transactions = chainTransactionModel(stage.connection);
  await stage.chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('10') });
  await stage.mined();
  stage.clock.advance(LATE_AFTER_MS + 1);
  await transactions.updateMany({}, { dueAt: new Date(stage.clock.nowMs() + 15_000) });
  await stage.rebroadcasts(Heard).run();
  expect(sent).toEqual([]);
  expect(await transactions.countDocuments({ dueAt: stage.clock.now() })).toBe(IDS.length);
});

test('a transaction that the service did not write is not sent', async () => {
  await chainTransactionModel(stage.connection).updateOne({ 'operation.id': 'w1' }, { $set: { data: '0x01' } });
  stage.clock.advance(LATE_AFTER_MS + 1);
  await stage.rebroadcasts(Heard).run();
  const [first, , third] = await signed();
  expect(sent).toEqual([first, third]);
});
