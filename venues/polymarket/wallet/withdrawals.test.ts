import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import {
  concat,
  createPublicClient,
  custom,
  encodeFunctionResult,
  type Hex,
  hashTypedData,
  hexToNumber,
  isAddressEqual,
  numberToHex,
  pad,
  recoverAddress,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { ChainReader } from '../../trading-accounts/index.js';
import { PolymarketBridge, PolymarketRelayer } from '../client/index.js';
import { batchHead, batchTypedData, CONTRACTS, depositWalletOf, transferOfPusd, walletAbi } from '../codec/index.js';
import { builderSignature } from './builder.js';
import { DepositWallets } from './deposit-wallets.js';
import { polymarketWithdrawals } from './withdrawals.js';

const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const [BRIDGE, OTHER] = ['0x23566f8b2E82aDfCf01846E54899d110e97AC053', '0x00000000219ab540356cBB839Cbe05303d7705Fa'];
const AMOUNT = 40_000_000n;
const NONCE = 3n;
const owner = privateKeyToAccount(generatePrivateKey());
const wallet = depositWalletOf(owner.address);
const opened: { server: Server; close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const { server, close } of opened.splice(0)) {
    await close();
    server.closeAllConnections();
    server.close();
  }
});

/** A transfer of pUSD from the deposit wallet, in the block that is a second later. */
interface Sent {
  readonly block: number;
  readonly to: Hex;
  readonly microUsd: bigint;
  readonly input: Hex;
}

/** Returns withdrawals over a bridge that names these addresses, one after the other, and beside a chain with a block a second. */
async function open({
  names = [BRIDGE],
  pays = AMOUNT,
  chain = { final: 0, sent: [] },
}: {
  readonly names?: readonly string[];
  readonly pays?: bigint;
  readonly chain?: { readonly final: number; readonly sent: readonly Sent[] };
} = {}) {
  let asked = 0;
  const server = createServer((request, response) => {
    if (request.url === '/quote') return void response.end(JSON.stringify({ estToTokenBaseUnit: String(pays) }));
    asked += 1;
    response.writeHead(201).end(JSON.stringify({ address: { evm: names[(asked - 1) % names.length] } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const parts = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, clock: systemClock };
  const credentials = new Secret({ key: 'a-key', secret: 'c2VjcmV0', passphrase: 'words' });
  const [bridge, relayer] = [new PolymarketBridge(parts), new PolymarketRelayer({ ...parts, share: 'wallet' })];
  const builder = builderSignature(credentials, systemClock);
  opened.push({ server, close: async () => void (await Promise.all([bridge.close(), relayer.close()])) });
  const wallets = new DepositWallets(chainOf(chain));
  return polymarketWithdrawals({
    ...{ bridge, wallets, clock: systemClock },
    relay: (body) => relayer.submit(body, builder(body)),
  });
}

function chainOf({ final, sent }: { readonly final: number; readonly sent: readonly Sent[] }): ChainReader {
  const logOf = ({ block, to, microUsd }: Sent) => ({
    ...{ address: CONTRACTS.pusd, topics: [TRANSFER, pad(wallet), pad(to)], data: numberToHex(microUsd, { size: 32 }) },
    ...{ transactionHash: numberToHex(block, { size: 32 }), blockHash: numberToHex(block, { size: 32 }) },
    ...{ blockNumber: numberToHex(block), logIndex: '0x0', transactionIndex: '0x0', removed: false },
  });
  const request = async ({ method, params }: { method: string; params?: never }) => {
    const [asked] = params as unknown as [{ fromBlock: Hex; toBlock: Hex; topics: Hex[] } | Hex];
    if (method === 'eth_call') return encodeFunctionResult({ abi: walletAbi, functionName: 'nonce', result: NONCE });
    if (method === 'eth_getLogs' && typeof asked === 'object') {
      const [from, to] = [hexToNumber(asked.fromBlock), hexToNumber(asked.toBlock)];
      const isAsked = ({ block, to: paid }: Sent) => block >= from && block <= to && asked.topics[2] === padded(paid);
      return sent.filter(isAsked).map(logOf);
    }
    if (method === 'eth_getBlockByNumber' && typeof asked === 'string')
      return { number: asked, timestamp: asked, transactions: [] };
    const found = sent.find(({ block }) => typeof asked === 'string' && block === hexToNumber(asked));
    return { hash: asked, input: found?.input, type: '0x2', nonce: '0x0', value: '0x0', gas: '0x0' };
  };
  const client = createPublicClient({ transport: custom({ request }) });
  return { ask: (question) => question(client), finalBlock: async () => BigInt(final) };
}

const padded = (address: Hex) => pad(address).toLowerCase();

/** Returns a request with a plan of its own. */
const requestOf = (plan: string) => ({ amountMicroUsdc: AMOUNT, nonce: 1, plan });
const unavailable = (message: string) => ({ code: 'wallet_upstream_unavailable', cause: { message } });

describe('a plan', () => {
  test('is not made where the bridge names one address and then another', async () => {
    const { carried } = await open({ names: [BRIDGE, OTHER] });
    await expect(carried?.plan(owner.address, AMOUNT)).rejects.toMatchObject(
      unavailable('the bridge names one address and then another'),
    );
  });

  test('is not made where the bridge would keep more than the fee', async () => {
    const { carried } = await open({ pays: AMOUNT - 1_000_001n });
    expect(await carried?.keeps(owner.address, AMOUNT)).toBe(1_000_001n);
    await expect(carried?.plan(owner.address, AMOUNT)).rejects.toMatchObject(unavailable('the bridge keeps too much'));
  });

  test('is signed as it is: one transfer of pUSD to the bridge’s address, and no other text of it', async () => {
    const { carried, withdraw } = await open();
    const plan = (await carried?.plan(owner.address, AMOUNT)) ?? '';
    const signed = async () => withdraw.sign(owner, await withdraw.parse(requestOf(plan), owner.address));
    expect(await signed()).toBe(await signed());
    const { nonce, signature, depositWalletParams } = JSON.parse(await signed());
    const { depositWallet, deadline, calls } = depositWalletParams;
    const batch = { wallet: depositWallet, nonce: BigInt(nonce), deadlineS: BigInt(deadline), calls };
    const { target, data } = transferOfPusd(BRIDGE as Hex, AMOUNT);
    expect([depositWallet, BigInt(nonce), calls]).toEqual([wallet, NONCE, [{ target, value: '0', data }]]);
    const hash = hashTypedData(batchTypedData(batch));
    expect(JSON.parse(plan)).toMatchObject({ hash });
    expect(isAddressEqual(await recoverAddress({ hash, signature }), owner.address)).toBe(true);
  });

  test.each([
    ['another amount', { amountMicroUsdc: AMOUNT + 1n }, {}],
    ['another address', {}, { to: OTHER }],
    ['another number', {}, { nonce: '4' }],
    ['a later end', {}, { deadlineS: '9999999999' }],
  ])('is not signed for %s', async (_, asked, planned) => {
    const { carried, withdraw } = await open();
    const plan = JSON.parse((await carried?.plan(owner.address, AMOUNT)) ?? '');
    const request = { ...requestOf(JSON.stringify({ ...plan, ...planned })), ...asked };
    await expect(withdraw.parse(request, owner.address)).rejects.toThrow('is not the planned one');
  });
});

describe('what the chain shows of a withdrawal', () => {
  const DEADLINE_S = 1_000;
  const END_S = DEADLINE_S + 300;
  const hash = numberToHex(0, { size: 32 });
  const plan = JSON.stringify({ to: BRIDGE, nonce: '3', deadlineS: String(DEADLINE_S), fromBlock: '10', hash });
  const head = (nonce: bigint) => batchHead({ wallet, nonce, deadlineS: BigInt(DEADLINE_S) });
  const own = { block: 50, to: BRIDGE as Hex, microUsd: AMOUNT, input: concat(['0x12345678', head(NONCE), '0x80']) };
  const find = async (final: number, ...sent: readonly Sent[]) =>
    (await open({ chain: { final, sent } })).find(owner.address, requestOf(plan));

  test('is that it was made, where a final block has its transfer in a transaction with its batch', async () => {
    expect(await find(49, own)).toBeUndefined();
    expect(await find(50, own)).toEqual({ feeMicroUsdc: undefined });
    expect(await find(3_000_000, own)).toEqual({ feeMicroUsdc: undefined });
  });

  test.each([
    ['another batch', { input: concat(['0x12345678', head(4n)]) }],
    ['another amount', { microUsd: AMOUNT - 1n }],
    ['another receiver', { to: OTHER as Hex }],
    ['a time before it was planned', { block: 9 }],
  ])('is nothing, where the transfer is of %s, and in the end that it never happens', async (_, differing) => {
    const sent = { ...own, ...differing };
    expect(await find(END_S, sent)).toBeUndefined();
    expect(await find(END_S + 1, sent)).toBe('never');
  });
});
