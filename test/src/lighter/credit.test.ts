import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ManualClock, systemClock } from '@platform/kit/clock';
import type { RunningLighter } from '@platform/venues/lighter/sandbox';
import type { WalletVenue } from '@platform/venues/trading-accounts';
import { type Address, encodeEventTopics, type Hex, numberToHex, pad, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { factsOf, openWallet, startVenue } from './stage.js';

const MINUTE_MS = 60_000;
const CREDIT_MINUTES = 25;
const AMOUNT = 50_000_000n;
const FEE = 10_000n;
const LOOKS_MAX = 200;
const USDC: Address = '0xaf88d065e77c8cC2239327C5EDb3A432268e5831';
const PAYER: Address = '0x00000000000000000000000000000000000000aa';
const abi = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']);
const request = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()).default([]) });
const owner = privateKeyToAccount(generatePrivateKey());

/** A chain on which nothing happens but transfers of USDC, each final in a block of its own. */
class QuietChain {
  readonly #server: Server;
  readonly #logs: object[] = [];

  constructor() {
    this.#server = createServer(async (asked, response) => {
      const { id, method } = request.parse(await json(asked));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: this.#answer(method) }));
    });
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const { port } = z.object({ port: z.number() }).parse(this.#server.address() satisfies AddressInfo | string | null);
    return `http://127.0.0.1:${port}`;
  }

  /** Transfers USDC; returns the hash of the transaction. */
  transfer(to: Address, amount: bigint): Hex {
    const number = this.#logs.length + 1;
    const transactionHash = pad(numberToHex(number), { size: 32 });
    const topics = encodeEventTopics({ abi, eventName: 'Transfer', args: { from: PAYER, to } });
    const place = {
      blockNumber: numberToHex(number),
      blockHash: transactionHash,
      logIndex: '0x0',
      transactionIndex: '0x0',
    };
    const data = pad(numberToHex(amount), { size: 32 });
    this.#logs.push({ address: USDC, topics, data, transactionHash, ...place, removed: false });
    return transactionHash;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(method: string): unknown {
    if (method === 'eth_getBlockByNumber') return { number: numberToHex(this.#logs.length), transactions: [] };
    return method === 'eth_getLogs' ? this.#logs : '0xa4b1';
  }
}

let directory: string;
let chain: QuietChain;
let clock: ManualClock;
let venue: RunningLighter;
let wallet: WalletVenue;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lighter-setup-'));
  chain = new QuietChain();
  // The signer signs for ten minutes of the real clock, which the venue's reaches as the credit comes.
  clock = new ManualClock(systemClock.nowMs() - (CREDIT_MINUTES + 1) * MINUTE_MS);
  const arbitrum = { rpcUrl: await chain.start(), usdcAddress: USDC, faucetPrivateKey: generatePrivateKey() };
  const creditDelayMs = CREDIT_MINUTES * MINUTE_MS;
  venue = await startVenue({ clock, accounts: { stateDirectory: directory, arbitrum, creditDelayMs } });
  wallet = await openWallet(venue.url);
});
afterEach(async () => {
  await wallet.close();
  await venue.close();
  chain.close();
  await rm(directory, { recursive: true });
});

/** Lets the venue's seconds pass until something is found. */
async function found<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const answer = await look();
    if (answer !== undefined) return answer;
    clock.advance(1_000);
    await wait(20);
  }
  throw new Error('nothing was found in time');
}

async function latest(): Promise<unknown> {
  const response = await fetch(`${venue.url}/api/v1/deposit/latest?l1_address=${owner.address}`);
  return response.json();
}

test('a setup whose credit takes 25 minutes completes: reserved, paid, credited, registered', async () => {
  const { payment, setup } = wallet;
  if (payment.to.kind !== 'by_wallet') throw new Error('all wallets have one address');
  const paymentAddress = await payment.to.request(owner.address);
  expect(await payment.to.belongsTo(paymentAddress, owner.address)).toBe(true);
  expect(payment.creditWithinMs).toBe(CREDIT_MINUTES * MINUTE_MS);
  const facts = factsOf(owner, { amountMicroUsdc: AMOUNT, paymentAddress, acceptedAt: clock.now() });
  expect(await setup.credit.prove(facts)).toBeUndefined();

  const entry = chain.transfer(paymentAddress, AMOUNT - FEE);
  const pending = async () => (Object(await latest()).status === 'pending' ? true : undefined);
  await found(pending);
  const paidMs = clock.nowMs();
  expect(await setup.credit.prove(facts)).toBeUndefined();
  clock.advance((CREDIT_MINUTES - 1) * MINUTE_MS);
  await wait(100);
  expect(await setup.credit.prove(facts)).toBeUndefined();
  await expect(setup.register.do(facts)).rejects.toMatchObject({ code: 'wallet_upstream_unavailable' });

  const proof = await found(() => setup.credit.prove(facts));
  expect(proof).toEqual({ entry, creditedMicroUsdc: AMOUNT - FEE });
  expect(clock.nowMs() - paidMs).toBeGreaterThanOrEqual((CREDIT_MINUTES - 1) * MINUTE_MS);
  expect(await wallet.figures(owner.address)).toEqual({ collateral_usd: AMOUNT - FEE });
  await setup.register.do(facts);
  expect(await found(() => setup.register.prove(facts))).toEqual({});
}, 120_000);
