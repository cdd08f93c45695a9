import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { networks } from '@platform/kit/networks';
import { type Hex, parseEther, parseGwei, parseTransaction } from 'viem';
import { listen } from '../testing/listen.js';
import {
  FEE_PER_GAS_MAX_WEI,
  Mute,
  openRelayStage,
  RECEIVER,
  type RelayStage,
  VALIDITY_MS,
} from '../testing/relay-stage.js';
import { RelayerKeys } from './keys.js';
import { RelayChain } from './relay-chain.js';

/** As `docs/decisions/wallet/relayer.md` states: how long a version waits before it is replaced. */
const REPLACED_AFTER_MS = 60_000;
/** Likewise: the time between two answers that a transaction would be reverted. */
const REVERTS_APART_MS = 5_000;
/** Above the gas limit of any transfer before the jump. */
const DEARER_GAS_MIN = 150_000n;
let stage: RelayStage;

beforeEach(async () => {
  stage = await openRelayStage('test_wallet_stuck_nonces');
});

afterEach(() => stage.close());

/** A chain whose Ethereum share has jumped: a call takes three times the gas, and a transaction with a lower limit is refused. */
class Dearer extends RelayChain {
  override async estimateGas(call: Parameters<RelayChain['estimateGas']>[0]) {
    const gas = await super.estimateGas(call);
    return gas === 'reverts' ? gas : gas * 3n;
  }

  override async broadcast(rawTransaction: Hex): Promise<void> {
    if ((parseTransaction(rawTransaction).gas ?? 0n) < DEARER_GAS_MIN) throw new Error('intrinsic gas too low');
    await super.broadcast(rawTransaction);
  }
}

const keys = () => new RelayerKeys(stage.connection, 'arbitrum', stage.clock);
/** Sends the signed bytes, as anybody may who saw them. */
async function sendSigned(id: string): Promise<void> {
  const rawTransaction = (await stage.find(id))?.attempts[0]?.rawTransaction ?? '0x';
  await stage.chain.client.sendRawTransaction({ serializedTransaction: rawTransaction }).catch(() => {});
}

describe('a key that leaked while its transactions are on their way', () => {
  test('is replaced: a new key works beside it, takes over what no block has, and every transfer pays once', async () => {
    await stage.enqueue('in a block');
    await stage.advance(stage.relayer);
    await stage.mined();
    await stage.enqueue('under way');
    await stage.advance(stage.start(Mute));
    // The thief uses the next nonce, and takes the ether.
    const { client } = stage.chain;
    const theft = { to: RECEIVER, value: parseEther('0.5'), nonce: 1, gas: 21_000n } as const;
    const fees = { maxFeePerGas: parseGwei('10'), maxPriorityFeePerGas: 1n };
    const { chainId } = networks.arbitrum;
    const serializedTransaction = await stage.account.signTransaction({ ...theft, ...fees, type: 'eip1559', chainId });
    await client.sendRawTransaction({ serializedTransaction });
    await client.setBalance({ address: stage.account.address, value: 0n });

    const successor = stage.start(RelayChain, await stage.newKey());
    await stage.enqueue('of the new key');
    await stage.advance(successor);
    expect(await stage.find('of the new key')).toMatchObject({ relayer: successor.address, nonce: 0 });
    expect(await stage.find('under way')).toMatchObject({ relayer: stage.account.address, nonce: 1 });
    await keys().retire(stage.account.address);
    await stage.advance(successor);
    expect(await stage.find('under way')).toMatchObject({ relayer: successor.address, nonce: 1, state: 'signed' });
    await stage.finalise();
    await sendSigned('under way');
    await stage.finalise();
    await stage.advance(successor);
    for (const id of ['in a block', 'under way', 'of the new key'])
      expect(await stage.find(id)).toMatchObject({ state: 'succeeded' });
    expect(await stage.received()).toBe(30n);
  });

  test('signs nothing any more, no matter who still has it', async () => {
    await stage.enqueue('w1');
    await stage.advance(stage.start(Mute));
    await keys().retire(stage.account.address);
    await stage.enqueue('w2');
    await stage.advance(stage.relayer);
    expect(await stage.find('w2')).toMatchObject({ state: 'queued', attempts: [] });
    expect(await keys().list()).toEqual([
      { relayer: stage.account.address, nextNonce: 1, open: 1, retiredAt: stage.clock.now() },
    ]);
    await expect(keys().retire(RECEIVER)).rejects.toThrow('never sent anything');
  });

  test('is no obstacle where the chain has carried out what it signed: the transfer pays once, and is known to have', async () => {
    await stage.enqueue('w1');
    await stage.advance(stage.start(Mute));
    const key = await stage.newKey();
    await keys().retire(stage.account.address);
    await stage.advance(stage.start(Mute, key));
    const former = (await stage.find('w1'))?.former?.[0];
    await stage.chain.client.sendRawTransaction({ serializedTransaction: former?.rawTransaction ?? '0x' });
    await stage.finalise();
    // Its own version would be reverted: a transfer of nothing uses up its nonce.
    stage.clock.advance(REPLACED_AFTER_MS);
    const sending = stage.start(RelayChain, key);
    await stage.advance(sending);
    stage.clock.advance(REVERTS_APART_MS);
    await stage.advance(sending);
    await stage.finalise();
    await stage.advance(sending);
    expect(await stage.find('w1')).toMatchObject({ state: 'succeeded', inclusion: { hash: former?.hash } });
    expect(await stage.received()).toBe(10n);
  });
});

async function setBaseFee(gwei: string): Promise<void> {
  await stage.chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei(gwei) });
  await stage.mined();
}

describe('a nonce that is stuck', () => {
  test('because the chain asks more than its transaction offers is signed again at its next look', async () => {
    await setBaseFee('1');
    await stage.enqueue('w1');
    await stage.advance(stage.start(Mute));
    await setBaseFee('10');
    await stage.advance(stage.relayer);
    await stage.mined();
    expect((await stage.find('w1'))?.attempts).toHaveLength(2);
    expect(await stage.received()).toBe(10n);
  });

  test('delays later ones by one replacement at most, for which gas is estimated again', async () => {
    await stage.enqueue('w1');
    await stage.advance(stage.start(Mute));
    const dearer = stage.start(Dearer);
    await stage.enqueue('w2');
    await stage.advance(dearer);
    await stage.mined();
    expect(await stage.received()).toBe(0n);
    stage.clock.advance(REPLACED_AFTER_MS);
    await stage.advance(dearer);
    await stage.finalise();
    await stage.advance(dearer);
    expect(await stage.received()).toBe(20n);
    const [first, second] = (await stage.find('w1'))?.attempts ?? [];
    expect(BigInt(second?.gas ?? 0)).toBeGreaterThan(2n * BigInt(first?.gas ?? 0));
  });

  test('is used up by a transfer of nothing once its transfer is void', async () => {
    await stage.enqueue('void');
    await stage.advance(stage.start(Mute));
    stage.clock.advance(VALIDITY_MS);
    await stage.enqueue('later');
    await usedUp('void');
    expect(await stage.find('later')).toMatchObject({ state: 'succeeded', nonce: 1 });
    expect(await stage.received()).toBe(10n);
  });

  test('is used up so as well when the chain would revert its transfer by now', async () => {
    await stage.enqueue('w1', 600n);
    await stage.advance(stage.start(Mute));
    await stage.chain.setUsdc(stage.wallet.address, 500n);
    await stage.enqueue('later');
    stage.clock.advance(REPLACED_AFTER_MS);
    await stage.advance(stage.start(Mute));
    expect((await stage.find('w1'))?.attempts).toHaveLength(1);
    stage.clock.advance(REVERTS_APART_MS);
    await usedUp('w1');
    expect(await stage.received()).toBe(10n);
  });

  test('is kept for its transfer when that was carried out in a block that is taken back', async () => {
    await stage.chain.client.mine({ blocks: 3 });
    const before = await stage.chain.client.snapshot();
    await stage.enqueue('w1');
    await stage.advance(stage.start(Mute));
    // Somebody else carries the transfer out, as anybody may who saw it.
    const { to, data } = (await stage.find('w1')) ?? {};
    if (to === undefined || data === undefined) throw new Error('there is no transaction');
    const { client } = stage.chain;
    await client.impersonateAccount({ address: RECEIVER });
    await client.setBalance({ address: RECEIVER, value: parseEther('1') });
    await client.sendUnsignedTransaction({ from: RECEIVER, to, data });
    await stage.mined();
    stage.clock.advance(REPLACED_AFTER_MS);
    await stage.advance(stage.start(Mute));
    await client.revert({ id: before });
    stage.clock.advance(REVERTS_APART_MS);
    await stage.advance(stage.relayer);
    await stage.finalise();
    stage.clock.advance(1_000);
    await stage.advance(stage.relayer);
    expect(await stage.find('w1')).toMatchObject({ state: 'succeeded' });
    expect(await stage.received()).toBe(10n);
  });

  /** Runs what is due until the transaction's nonce is used by the empty version. */
  async function usedUp(id: string): Promise<void> {
    await stage.advance(stage.relayer);
    await stage.finalise();
    // What was read of the chain may serve for a second.
    stage.clock.advance(1_000);
    await stage.advance(stage.relayer);
    const { attempts = [], ...ended } = (await stage.find(id)) ?? {};
    expect(ended).toMatchObject({ state: 'expired', inclusion: { hash: attempts[1]?.hash, succeeded: false } });
    expect(attempts[1]).toMatchObject({ isCancellation: true });
  }

  test('is not waited for where nothing was signed: what is void by then takes no nonce', async () => {
    await stage.enqueue('w1');
    stage.clock.advance(VALIDITY_MS);
    await stage.advance(stage.relayer);
    expect(await stage.find('w1')).toMatchObject({ state: 'expired', attempts: [] });
  });
});

describe('while the chain asks more for gas than may be paid', () => {
  test('nothing is signed, and afterwards all is', async () => {
    await setBaseFee('200');
    await stage.enqueue('w1');
    await stage.advance(stage.relayer);
    expect(await stage.find('w1')).toMatchObject({ state: 'queued', attempts: [] });
    await setBaseFee('1');
    await stage.advance(stage.relayer);
    expect(await stage.find('w1')).toMatchObject({ state: 'signed' });
  });

  test('no replacement offers more than that either', async () => {
    await setBaseFee('60');
    await stage.enqueue('w1');
    await stage.advance(stage.start(Mute));
    for (let round = 0; round < 3; round += 1) {
      await setBaseFee('200');
      stage.clock.advance(REPLACED_AFTER_MS);
      await stage.advance(stage.relayer);
    }
    const { attempts = [] } = (await stage.find('w1')) ?? {};
    for (const { maxFeePerGas } of attempts) expect(BigInt(maxFeePerGas)).toBeLessThanOrEqual(FEE_PER_GAS_MAX_WEI);
    expect(await stage.received()).toBe(0n);
  });
});

test('thirty open transactions are looked up by one request per round', async () => {
  const node = await countingNode('eth_getTransactionReceipt');
  await stage.chain.client.setAutomine(false);
  for (let index = 0; index < 30; index += 1) await stage.enqueue(`w${index}`);
  await stage.advance(stage.relayer);
  const counted = stage.start(RelayChain, stage.account, node.url);
  await stage.advance(counted);
  expect(node.requests()).toBe(1);
  await stage.chain.client.mine({ blocks: 3 });
  await stage.advance(counted);
  expect(node.requests()).toBe(2);
  expect(await stage.connection.collection('chain_transactions').countDocuments({ state: 'succeeded' })).toBe(30);
  node.server.close();
});

/** Starts a node that forwards requests to the chain, and counts those with the method. */
async function countingNode(method: string): Promise<{ url: string; requests(): number; server: Server }> {
  let requests = 0;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    if (body.includes(method)) requests += 1;
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(stage.chain.rpcUrl, { method: 'POST', body, headers });
    response.writeHead(answer.status, headers).end(await answer.text());
  });
  return { url: await listen(server), requests: () => requests, server };
}
