import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { byNetwork, type Network, networks } from '@platform/kit/networks';
import { inTransaction } from '@platform/store/mongo';
import { parseTransaction } from 'viem';
import { usdcOn } from '../chains/token.js';
import { external, inWallet } from '../ledger/locations.js';
import { chainTransactionModel } from '../relayer/model.js';
import { newAddress, openStage, type Stage } from '../testing/stage.js';
import type { AcceptedTransfer } from '../transfers/accepted-transfer.js';

const HELD = 100_000_000n;
const ROUNDS = 4;
let stage: Stage;
let account: string;
let count = 0;

beforeAll(async () => {
  stage = await openStage('test_wallet_networks');
});

beforeEach(() => {
  count += 1;
  account = `acc_${count}`;
});

afterAll(() => stage.close());

const wallet = () => stage.domain.wallets.primary(account);

/** Compares every network with the ledger, at later and later blocks. */
async function compare(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await stage.finalise();
    for (const { watcher, comparison } of Object.values(stage.domain.networks)) {
      await watcher.advance();
      await comparison.check();
    }
  }
}

describe('what arrives on Polygon', () => {
  test('is listed with its chain, booked there, and shown in its own row', async () => {
    await stage.fund(account, 30_000_000n, 'polygon');
    // The list is ordered by time.
    stage.clock.advance(1);
    await stage.fund(account, 70_000_000n);
    expect([await stage.booked(account, 'polygon'), await stage.booked(account)]).toEqual([
      { balance: 30_000_000n, reserved: 0n },
      { balance: 70_000_000n, reserved: 0n },
    ]);
    const { deposits } = await stage.handlers.ListDeposits({ limit: 20 }, stage.as(account));
    expect(deposits.map(({ chain, status, amountUsd }) => [chain, status, amountUsd])).toEqual([
      ['arbitrum', 'confirmed', '70.00'],
      ['polygon', 'confirmed', '30.00'],
    ]);
    const { wallet: shown } = await stage.handlers.GetWallet({}, stage.as(account));
    expect(shown?.balance).toMatchObject({
      heldUsd: '100.00',
      networks: [
        { network: 'arbitrum', balance: '70.00' },
        { network: 'polygon', balance: '30.00' },
      ],
    });
  });

  test('is not spent by a withdrawal on Arbitrum, whose refusal says what can be spent there', async () => {
    await stage.fund(account, 30_000_000n, 'polygon');
    await expect(stage.withdraw(account, 1_000_000n)).rejects.toMatchObject({
      code: 'insufficient_held_balance',
      details: { available_usd: '0.00' },
    });
  });

  test('and is missing there fences that location, and not the money on Arbitrum', async () => {
    await stage.fund(account, HELD, 'polygon');
    await stage.fund(account, HELD);
    const { _id, address } = await wallet();
    await stage.chains.polygon.setUsdc(address, HELD - 10_000n);
    await compare();
    const { books } = stage.domain.ledger;
    const isFenced = (network: Network) => books.isFenced(inWallet(_id, usdcOn(network)));
    expect([await isFenced('polygon'), await isFenced('arbitrum')]).toEqual([true, false]);
    const destination = newAddress();
    await stage.withdraw(account, 40_000_000n, destination);
    await stage.round();
    expect(await stage.balance(destination)).toBe(40_000_000n);
    await expect(carry(legOn('polygon', 1_000_000n, await wallet()))).rejects.toMatchObject({
      code: 'wallet_upstream_unavailable',
      details: { reason: 'balance_under_review' },
    });
  });
});

describe('an operation of two legs, on two networks', () => {
  test('holds, signs and pays each once, by its own relayer, whatever is done again', async () => {
    for (const network of ['arbitrum', 'polygon'] as const) await stage.fund(account, HELD, network);
    const own = await wallet();
    const [first, second] = [legOn('polygon', 30_000_000n, own), legOn('arbitrum', 20_000_000n, own)];
    await carry(first, second);
    for (const leg of [first, second]) {
      expect(await stage.balance(leg.to, leg.token.network)).toBe(leg.amountMicroUsdc);
      expect(await stage.booked(account, leg.token.network)).toEqual({
        balance: HELD - leg.amountMicroUsdc,
        reserved: 0n,
      });
    }
    const sent = await chainTransactionModel(stage.connection).find({ 'operation.id': first.operation.id }).lean();
    const chainIds = sent.map(({ chain, attempts }) => [
      chain,
      attempts.map(({ rawTransaction }) => parseTransaction(rawTransaction).chainId),
    ]);
    expect(new Map(chainIds as [Network, number[]][])).toEqual(
      new Map(Object.entries(byNetwork((network) => [networks[network].chainId]))),
    );
  });

  test('leaves the leg of a chain that stands still open, and carries out the other', async () => {
    for (const network of ['arbitrum', 'polygon'] as const) await stage.fund(account, HELD, network);
    const own = await wallet();
    const [halted, other] = [legOn('polygon', 30_000_000n, own), legOn('arbitrum', 20_000_000n, own)];
    await accept(halted);
    await queue(halted);
    stage.chains.polygon.faults.inject({
      ...{ venue: 'polygon', kind: 'disconnect', when: 'before_accept', scope: 'all', count: 100_000 },
    });
    await accept(other);
    await queue(other);
    for (let round = 0; round < 3; round += 1) {
      await stage.relay();
      await stage.finalise();
    }
    expect(await transfers().progress(other)).toMatchObject({ kind: 'moved' });
    await expect(transfers().progress(halted)).resolves.toEqual({ kind: 'waiting' });
    stage.chains.polygon.faults.clear();
    stage.clock.advance(60_000);
    await stage.relay();
    await stage.finalise();
    await stage.relay();
    expect(await transfers().progress(halted)).toMatchObject({ kind: 'moved' });
  });

  test('is not queued twice for one reservation: each leg needs its own', async () => {
    await stage.fund(account, HELD);
    const own = await wallet();
    const [held, forged] = [legOn('arbitrum', 20_000_000n, own), { ...legOn('arbitrum', 20_000_000n, own), leg: 'b' }];
    await accept(held);
    await expect(queue({ ...forged, operation: held.operation })).rejects.toThrow(/does not hold what it would send/);
  });
});

function transfers() {
  if (stage.domain.transfers === undefined) throw new Error('no money can leave a wallet');
  return stage.domain.transfers;
}

/** A leg of the account's operation, named after its network. */
function legOn(network: Network, amountMicroUsdc: bigint, { _id: walletId }: { _id: string }): AcceptedTransfer {
  return {
    ...{ operation: { kind: 'withdrawal', id: `wd_legs_${count}` }, leg: `on ${network}` },
    ...{ accountId: account, walletId, token: usdcOn(network), source: network },
    ...{ to: newAddress(), amountMicroUsdc, validBefore: new Date(stage.clock.nowMs() + 1_800_000) },
  };
}

async function accept(leg: AcceptedTransfer): Promise<void> {
  await transfers().accept(await wallet(), leg.token, async (_session, hold) => hold(leg));
}

async function queue(leg: AcceptedTransfer): Promise<void> {
  const signed = await transfers().sign({ ...leg, seal: transfers().seal(leg) });
  if (signed === undefined) throw new Error('the location is fenced');
  await inTransaction(stage.connection, (session) => transfers().enqueue(leg, signed, session));
}

/** Carries legs out one after the other, and does each step twice, as a process that died behind it. */
async function carry(...legs: readonly AcceptedTransfer[]): Promise<void> {
  const twice = async (step: () => Promise<unknown>) => {
    await step();
    await step();
  };
  for (const leg of legs) {
    await twice(() => accept(leg));
    await twice(() => queue(leg));
    await twice(async () => {
      await stage.relay();
      await stage.finalise();
    });
    await stage.relay();
    expect(await transfers().progress(leg)).toMatchObject({ kind: 'moved' });
    const book = () =>
      inTransaction(stage.connection, (session) => transfers().book(leg, external(leg.token), session));
    await twice(book);
    await expect(queue(leg)).rejects.toThrow(/does not hold what it would send/);
  }
}
