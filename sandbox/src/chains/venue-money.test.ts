import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import type { Network } from '@platform/kit/networks';
import { createLogger } from '@platform/observability/logging';
import {
  approvals,
  CONTRACTS,
  derivedKey,
  firstToClose,
  MARKET_ADDRESS,
  openTrader,
  openUnifiedClient,
  RELAYER_KEY,
  redemption,
  Side,
  signBatch,
  startPolymarket,
  tradeOnce,
  transfer,
  Universe,
  type WalletCall,
} from '@platform/venues/polymarket/sandbox/testing';
import { createFaults } from '@platform/venues/simulation';
import { type Address, createPublicClient, getAddress, http, isHex, parseAbi, parseUnits } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { CHAINS } from './chain.js';
import { depositUsdc } from './deposit.js';
import { builderHeaders } from './testing/builder-headers.js';
import { EmbeddedChain, eventually } from './testing/embedded-chain.js';

const faucetKey = generatePrivateKey();
const logger = createLogger({ process: 'test', level: 'silent' });
const operatorAddress = privateKeyToAccount(derivedKey(faucetKey, 'operator')).address;
const abi = parseAbi(['function balanceOf(address) view returns (uint256)']);
const sharesAbi = parseAbi(['function balanceOf(address, uint256) view returns (uint256)']);
/** The system's time, moved on by tests. */
const clock = {
  shiftMs: 0,
  nowMs: () => systemClock.nowMs() + clock.shiftMs,
  now: () => new Date(clock.nowMs()),
  sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms, signal),
};
const faults = createFaults();
const universe = new Universe(1, clock, []);

const submitted = z.object({ transactionID: z.string(), state: z.literal('STATE_NEW') });
const relayed = z
  .array(z.object({ state: z.string(), transactionHash: z.string(), proxyAddress: z.string() }))
  .length(1);
const addresses = z.object({ address: z.object({ evm: z.string().transform((text): Address => getAddress(text)) }) });
const statuses = z.object({ transactions: z.array(z.object({ status: z.string(), fromAmountBaseUnit: z.string() })) });

let directory: string;
let chains: Record<Network, EmbeddedChain>;
let venue: Awaited<ReturnType<typeof startVenue>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sandbox-money-'));
  const start = (network: Network) => EmbeddedChain.start(network, directory, faucetKey);
  const [arbitrum, polygon] = await Promise.all([start('arbitrum'), start('polygon')]);
  chains = { arbitrum, polygon };
  venue = await startVenue();
});
afterAll(async () => {
  await venue.close();
  await Promise.all([chains.arbitrum.close(), chains.polygon.close()]);
  await rm(directory, { recursive: true });
});

function startVenue() {
  const embedded = (network: Network) => ({
    rpcUrl: chains[network].rpcUrl,
    usdcAddress: CHAINS[network].usdcAddress,
    faucetPrivateKey: faucetKey,
  });
  return startPolymarket({
    ...{ host: '127.0.0.1', port: 0, seed: 1, recordingsDirectory: undefined },
    stateDirectory: join(directory, 'venue'),
    chains: { arbitrum: embedded('arbitrum'), polygon: embedded('polygon') },
    ...{ faults, clock, logger },
  });
}

const read = async (url: string): Promise<unknown> => (await fetch(url)).json();
const post = async (url: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
};
const balanceOf = (network: Network, token: Address, owner: Address) =>
  createPublicClient({ transport: http(chains[network].rpcUrl) }).readContract({
    address: token,
    abi,
    functionName: 'balanceOf',
    args: [owner],
  });
const sharesOf = (owner: Address, tokenId: bigint) =>
  createPublicClient({ transport: http(chains.polygon.rpcUrl) }).readContract({
    address: CONTRACTS.conditionalTokens,
    abi: sharesAbi,
    functionName: 'balanceOf',
    args: [owner, tokenId],
  });
const isMined = async (hash: string | undefined) => {
  const client = createPublicClient({ transport: http(chains.polygon.rpcUrl) });
  return isHex(hash) && (await client.getTransactionReceipt({ hash })).status === 'success';
};
const send = (network: Network, to: Address, amountMicroUsdc: bigint) =>
  depositUsdc({
    rpcUrl: chains[network].rpcUrl,
    usdcAddress: CHAINS[network].usdcAddress,
    ...{ faucetKey, to, amountMicroUsdc },
  });
const statusesOf = async (address: Address) =>
  statuses.parse(await read(`${venue.bridgeUrl}/status/${address}`)).transactions.map(({ status }) => status);

const submit = (body: object, headers = builderHeaders(body, clock.nowMs())) =>
  post(`${venue.relayerUrl}/submit`, body, headers);
const transactionOf = async (id: string) => {
  const [first] = relayed.parse(await read(`${venue.relayerUrl}/transaction?id=${id}`));
  return first ?? { state: '', transactionHash: '', proxyAddress: '' };
};
async function ended(answer: { body: unknown }, state: string) {
  const { transactionID } = submitted.parse(answer.body);
  return eventually(
    () => transactionOf(transactionID),
    (transaction) => transaction.state === state,
  );
}

/** A user with a deposit wallet. */
class User {
  private constructor(
    readonly owner: PrivateKeyAccount,
    readonly wallet: Address,
  ) {}

  static async create(): Promise<User> {
    const owner = privateKeyToAccount(generatePrivateKey());
    const creation = { type: 'WALLET-CREATE', from: owner.address, to: CONTRACTS.walletFactory };
    const { proxyAddress } = await ended(await submit(creation), 'STATE_CONFIRMED');
    return new User(owner, getAddress(proxyAddress));
  }

  async batch(calls: readonly WalletCall[], signer = this.owner) {
    const { nonce } = z
      .object({ nonce: z.string() })
      .parse(await read(`${venue.relayerUrl}/nonce?address=${this.owner.address}&type=WALLET`));
    const deadline = 2n ** 40n;
    const signature = await signBatch(signer, { wallet: this.wallet, nonce: BigInt(nonce), deadline, calls });
    return {
      ...{ type: 'WALLET', from: this.owner.address, to: CONTRACTS.walletFactory, nonce, signature },
      depositWalletParams: {
        depositWallet: this.wallet,
        deadline: String(deadline),
        calls: calls.map((each) => ({ ...each, value: String(each.value) })),
      },
    };
  }

  async act(...calls: WalletCall[]) {
    return ended(await submit(await this.batch(calls)), 'STATE_CONFIRMED');
  }

  balance(): Promise<bigint> {
    return balanceOf('polygon', CONTRACTS.pusd, this.wallet);
  }

  async depositAddress(): Promise<Address> {
    return addresses.parse((await post(`${venue.bridgeUrl}/deposit`, { address: this.wallet })).body).address.evm;
  }
}

// Before the venue's time is moved on: this client signs by the machine's.
test('the newer official client finds the deposit wallet and trades from it', async () => {
  const user = await User.create();
  await send('polygon', await user.depositAddress(), 20_000_000n);
  await eventually(
    () => user.balance(),
    (balance) => balance === 20_000_000n,
  );
  await user.act(...approvals());
  const client = await openUnifiedClient(venue, user.owner);
  expect(getAddress(client.account.wallet)).toBe(user.wallet);
  const seen = await tradeOnce(client, String(firstToClose(universe, true).won));
  expect(seen).toEqual({ rests: 'live', buys: 'matched', isRead: true, isCancelled: true, left: [] });
});

test('from USDC to shares, by an order of the official client, and back: to the cent', async () => {
  const user = await User.create();
  expect(await read(`${venue.relayerUrl}/deployed?address=${user.wallet}&type=WALLET`)).toEqual({ deployed: true });
  const depositAddress = await user.depositAddress();
  expect(await user.depositAddress()).toBe(depositAddress);
  expect(await statusesOf(depositAddress)).toEqual([]);
  await send('arbitrum', depositAddress, 50_000_000n);
  await send('polygon', depositAddress, 10_250_000n);
  await eventually(
    () => statusesOf(depositAddress),
    (found) => found.join() === 'COMPLETED,COMPLETED',
  );
  expect(await user.balance()).toBe(60_250_000n);
  await user.act(...approvals());
  const { conditionId, closesAtMs, won } = firstToClose(universe, true);
  const { client } = await openTrader(venue.clobUrl, user.owner, user.wallet);
  const order = { tokenID: String(won), amount: 40, side: Side.BUY };
  const { makingAmount, takingAmount, status } = await client.createAndPostMarketOrder(order);
  expect(status).toBe('matched');
  const trades = await eventually(
    () => client.getTrades(),
    (found) => found.length > 0 && found.every((each) => each.status === 'CONFIRMED'),
  );
  for (const each of trades) expect(await isMined(each.transaction_hash)).toBe(true);
  const shares = parseUnits(takingAmount, 6);
  expect(await sharesOf(user.wallet, won)).toBe(shares);
  const fee = await balanceOf('polygon', CONTRACTS.pusd, operatorAddress);
  const kept = 60_250_000n - parseUnits(makingAmount, 6) - fee;
  expect(await user.balance()).toBe(kept);
  clock.shiftMs += closesAtMs - clock.nowMs();
  await user.act(redemption(CONTRACTS.conditionalTokens, conditionId));
  expect(await user.balance()).toBe(kept);
  faults.inject({ venue: 'polymarket', kind: 'redeem_unpaid', when: 'before_accept', scope: 'changes' });
  const unpaid = await user.act(redemption(CONTRACTS.negRiskCollateralAdapter, conditionId));
  expect(await isMined(unpaid.transactionHash)).toBe(true);
  expect([await user.balance(), await sharesOf(user.wallet, won)]).toEqual([kept, shares]);
  await user.act(redemption(CONTRACTS.negRiskCollateralAdapter, conditionId));
  expect(await user.balance()).toBe(kept + shares);
  expect(await sharesOf(user.wallet, won)).toBe(0n);
  const recipient = privateKeyToAccount(generatePrivateKey()).address;
  const exit = {
    address: user.wallet,
    toChainId: '42161',
    toTokenAddress: CHAINS.arbitrum.usdcAddress,
    recipientAddr: recipient,
  };
  const { address } = addresses.parse((await post(`${venue.bridgeUrl}/withdraw`, exit)).body);
  await user.act(transfer(address.evm, 50_000_000n));
  await eventually(
    () => statusesOf(address.evm),
    (found) => found.join() === 'COMPLETED',
  );
  expect(await balanceOf('arbitrum', CHAINS.arbitrum.usdcAddress, recipient)).toBe(50_000_000n);
  expect(await user.balance()).toBe(kept + shares - 50_000_000n);
});

describe('the bridge', () => {
  test('pays once, though the venue dies between arrival and payout, and shows the way there', async () => {
    const user = await User.create();
    const depositAddress = await user.depositAddress();
    await send('arbitrum', depositAddress, 30_000_000n);
    const seen = new Set<string>();
    const watched = async () => {
      const [status = 'none'] = await statusesOf(depositAddress);
      seen.add(status);
      return status;
    };
    await eventually(watched, (status) => status === 'PROCESSING');
    await venue.close();
    venue = await startVenue();
    await eventually(watched, (status) => status === 'SUBMITTED');
    await venue.close();
    venue = await startVenue();
    await eventually(watched, (status) => status === 'COMPLETED');
    expect(seen).toContain('DEPOSIT_DETECTED');
    await sleep(2_000);
    expect(await user.balance()).toBe(30_000_000n);
  });

  test('loses less than two dollars, keeps a fee and fails where it has that fault', async () => {
    const wallet = privateKeyToAccount(generatePrivateKey()).address;
    const { address } = addresses.parse((await post(`${venue.bridgeUrl}/deposit`, { address: wallet })).body);
    const next = async (amount: bigint, found: string) => {
      await send('polygon', address.evm, amount);
      await eventually(
        () => statusesOf(address.evm),
        (each) => each.join() === found,
      );
    };
    await next(1_999_999n, 'FAILED');
    faults.inject({ venue: 'polymarket', kind: 'bridge_fee', when: 'before_accept', scope: 'changes', cents: 25 });
    await next(2_000_000n, 'COMPLETED,FAILED');
    faults.inject({ venue: 'polymarket', kind: 'bridge_failure', when: 'before_accept', scope: 'changes' });
    await next(9_000_000n, 'FAILED,COMPLETED,FAILED');
    faults.clear();
    faults.inject({
      venue: 'polymarket',
      kind: 'slow_bridge',
      when: 'before_accept',
      scope: 'changes',
      seconds: 3_600,
    });
    await next(5_000_000n, 'DEPOSIT_DETECTED,FAILED,COMPLETED,FAILED');
    await sleep(3_000);
    expect(await statusesOf(address.evm)).toContain('DEPOSIT_DETECTED');
    faults.clear();
    await next(4_000_000n, 'COMPLETED,COMPLETED,FAILED,COMPLETED,FAILED');
    expect(await balanceOf('polygon', CONTRACTS.pusd, wallet)).toBe(1_750_000n + 5_000_000n + 4_000_000n);
  });

  test.each([
    ['a chain that it does not serve', { toChainId: '1' }],
    ['a token that it does not pay', { toTokenAddress: CONTRACTS.pusd }],
    ['a recipient that is none', { recipientAddr: '0x12' }],
  ])('refuses a withdrawal to %s', async (_, wrong) => {
    const wallet = privateKeyToAccount(generatePrivateKey()).address;
    const right = { toChainId: '137', toTokenAddress: CHAINS.polygon.usdcAddress, recipientAddr: wallet };
    expect(await post(`${venue.bridgeUrl}/withdraw`, { address: wallet, ...right, ...wrong })).toMatchObject({
      status: 400,
      body: { error: expect.any(String) },
    });
  });

  test.each([
    ['what it would pay', {}, { status: 200, body: { estToTokenBaseUnit: '60000000' } }],
    ['nothing for too little', { fromAmountBaseUnit: '1999999' }, { status: 400 }],
    ['nothing for a chain that it does not serve', { toChainId: '1' }, { status: 400 }],
  ])('quotes %s', async (_, differing, answer) => {
    const from = { fromAmountBaseUnit: '60000000', fromChainId: '137', fromTokenAddress: CONTRACTS.pusd };
    const to = { toChainId: '42161', toTokenAddress: CHAINS.arbitrum.usdcAddress, recipientAddress: MARKET_ADDRESS };
    expect(await post(`${venue.bridgeUrl}/quote`, { ...from, ...to, ...differing })).toMatchObject(answer);
  });
});

describe('the relayer', () => {
  test('takes a relayer key for its own address alone, and nothing without credentials', async () => {
    const owner = privateKeyToAccount(generatePrivateKey());
    const creation = { type: 'WALLET-CREATE', from: owner.address, to: CONTRACTS.walletFactory };
    const key = (address: string) => ({ RELAYER_API_KEY: RELAYER_KEY, RELAYER_API_KEY_ADDRESS: address });
    const refused = { status: 401, body: { error: 'invalid authorization' } };
    expect(await submit(creation, {})).toEqual(refused);
    expect(await submit(creation, builderHeaders({ ...creation, more: 1 }, clock.nowMs()))).toEqual(refused);
    expect(await submit(creation, key(MARKET_ADDRESS))).toEqual(refused);
    const { transactionHash } = await ended(await submit(creation, key(owner.address)), 'STATE_MINED');
    const listed = await fetch(`${venue.relayerUrl}/transactions`, { headers: key(owner.address) });
    const transactions = z.array(z.object({ transactionID: z.string(), type: z.string() })).parse(await listed.json());
    expect(transactions).toEqual([{ transactionID: expect.any(String), type: 'WALLET-CREATE' }]);
    const one = await read(`${venue.relayerUrl}/v1/account/transactions/${transactions[0]?.transactionID}`);
    expect(one).toMatchObject({ transaction_hash: transactionHash, state: expect.stringMatching(/MINED|CONFIRMED/) });
    const unknown = await fetch(`${venue.relayerUrl}/v1/account/transactions/none`);
    expect(unknown.status).toBe(404);
  });

  test('refuses what would certainly fail, and shows what failed on the chain', async () => {
    const user = await User.create();
    const calls = [transfer(MARKET_ADDRESS, 1n)];
    const batch = await user.batch(calls);
    const refusal = async (body: object) => (await submit(body)).body;
    const again = { type: 'WALLET-CREATE', from: user.owner.address, to: CONTRACTS.walletFactory };
    expect(await refusal(again)).toEqual({ error: 'deposit wallet is already deployed' });
    expect(await refusal({ ...batch, nonce: '7' })).toEqual({ error: 'batch nonce 7 does not match on-chain nonce 0' });
    const stranger = privateKeyToAccount(generatePrivateKey());
    expect(await refusal(await user.batch(calls, stranger))).toEqual({ error: 'invalid signature' });
    expect(await refusal({ ...batch, from: stranger.address })).toEqual({ error: 'deposit wallet is not deployed' });
    const late = { ...batch.depositWalletParams, deadline: '1' };
    expect(await refusal({ ...batch, depositWalletParams: late })).toEqual({ error: 'batch deadline has passed' });
    expect(await refusal({ ...batch, to: MARKET_ADDRESS })).toMatchObject({
      error: expect.stringMatching(/^invalid to/),
    });
    const accepted = await submit(batch);
    expect(await refusal(batch)).toEqual({ error: 'wallet busy: active action in flight' });
    const { transactionHash } = await ended(accepted, 'STATE_FAILED');
    expect(transactionHash).toMatch(/^0x[0-9a-f]{64}$/);
  });

  test('carries out a call that it reported failed, where it has that fault', async () => {
    const owner = privateKeyToAccount(generatePrivateKey());
    const creation = { type: 'WALLET-CREATE', from: owner.address, to: CONTRACTS.walletFactory };
    const common = { venue: 'polymarket', when: 'before_accept', scope: 'changes' } as const;
    faults.inject({ ...common, kind: 'err_late', seconds: 1 });
    expect((await submit(creation)).status).toBe(500);
    const key = { RELAYER_API_KEY: RELAYER_KEY, RELAYER_API_KEY_ADDRESS: owner.address };
    const listed = async () =>
      z
        .array(z.object({ type: z.string() }))
        .parse(await (await fetch(`${venue.relayerUrl}/transactions`, { headers: key })).json());
    expect(await listed()).toEqual([]);
    await eventually(listed, (transactions) => transactions.length === 1);
  });

  test('carries out what it accepted before it died', async () => {
    const user = await User.create();
    const accepted = await submit(await user.batch(approvals()));
    await venue.close();
    venue = await startVenue();
    await ended(accepted, 'STATE_CONFIRMED');
    expect(await read(`${venue.relayerUrl}/nonce?address=${user.owner.address}&type=WALLET`)).toEqual({ nonce: '1' });
  });
});
