import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { sampled } from '@platform/kit/sampling';
import { usdcOn } from '../../../chains/token.js';
import { inWallet } from '../../../ledger/locations.js';
import { Deaths, pointsIn } from '../../deaths.js';
import { type LegsRecord, legsModel } from './model.js';

const HELD = 50_000_000n;
const LEGS = [
  { network: 'polygon', amountMicroUsdc: 30_000_000n },
  { network: 'arbitrum', amountMicroUsdc: 20_000_000n },
] as const;
const ROUNDS_MAX = 40;
/** Longer than a transaction waits for its block before the relayer signs it again. */
const ROUND_MS = 61_000;
const UNSENT = {
  ...({ kind: 'reject', when: 'before_accept', scope: 'all' } as const),
  ...{ method: 'eth_sendRawTransaction', count: 1_000 },
};
const WORKS = ['legs', 'relayer'] as const;

const deaths = new Deaths('legs-killed');
// Only now: the variable is read when the kill points are loaded.
const { World } = await import('../world.js');
const { doWork } = await import('../steps.js');

/** Every point that a leg passes in the kernel, at its first and its second leg. */
const cases = ['transfers', 'relayer'].flatMap(pointsIn).flatMap((point) => [0, 1].map((leg) => ({ point, leg })));
const tried = sampled({ name: 'legs killed', cases, nameOf: ({ point, leg }) => `${point} of leg ${leg}`, count: 3 });

let world: Awaited<ReturnType<typeof World.open>>;
let account = '';
let count = 0;

beforeAll(async () => {
  world = await World.open('test_wallet_legs_killed', 'kind');
  jest.spyOn(process, 'kill').mockImplementation(() => deaths.end(world));
});

afterAll(async () => {
  await world.close();
  deaths.close();
});

/** Begins an account that holds money on both networks. */
async function begin(): Promise<void> {
  count += 1;
  account = `acc_${count}`;
  deaths.count = 0;
  const { address } = await world.domain.wallets.primary(account);
  await world.onChains(async ({ test: chain }) => chain.mined(await chain.pay(address, HELD)));
  await world.onChains((chain) => chain.mine(3));
  await doWork(world, 'deposits');
}

const operation = () => legsModel(world.connection).findOne({ accountId: account }).orFail().lean<LegsRecord>();

/** Carries the account's operation on until it has ended. */
async function carry(before: (record: LegsRecord) => void = () => {}): Promise<LegsRecord> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    for (const work of WORKS) {
      const record = await operation();
      if (record.state === 'ended') return record;
      before(record);
      await deaths.survive(world, () => doWork(world, work));
    }
    await world.onChains((chain) => chain.mine(3));
    await world.pass(ROUND_MS);
  }
  throw new Error('the operation has not ended');
}

/** What the addresses of the legs have, on every chain. */
async function paid({ legs }: LegsRecord): Promise<string[]> {
  const transfers = (await world.onChains((chain) => chain.transfers({ fromBlock: 0n }))).flat();
  const ours = transfers.filter(({ to }) => legs.some((leg) => leg.to === to));
  return ours.map(({ network, to, microUsdc }) => `${legs.findIndex((leg) => leg.to === to)} ${network} ${microUsdc}`);
}

/** Expects that the first legs have moved, each once, and that the ledger and the checker say so. */
async function expectMoved(record: LegsRecord, moved: number): Promise<void> {
  expect(record).toMatchObject({ state: 'ended', booked: moved });
  const legs = LEGS.slice(0, moved).map(({ network, amountMicroUsdc }, leg) => `${leg} ${network} ${amountMicroUsdc}`);
  expect((await paid(record)).toSorted()).toEqual(legs);
  const { ledger, networks } = world.domain;
  for (const [leg, { network, amountMicroUsdc }] of LEGS.entries()) {
    const location = inWallet(record.walletId, usdcOn(network));
    expect(await ledger.balance(location)).toBe(leg < moved ? HELD - amountMicroUsdc : HELD);
    expect(await ledger.reserved(location)).toBe(0n);
  }
  await doWork(world, 'deposits');
  for (const { comparison } of Object.values(networks)) expect(await comparison.compare()).toEqual([]);
  expect(await world.checker.inconsistencies()).toEqual([]);
}

/** Returns whether the next pass of a point is the one of this leg. */
function isNext({ point, leg }: (typeof cases)[number], { state, booked }: LegsRecord): boolean {
  // The second leg is accepted with the booking of the first, and queued without a pause.
  const isBeginning = point === 'transfer.after_accept' || point === 'transfer.after_queue';
  return isBeginning && leg > 0 ? booked === leg - 1 && state === 'sent' : booked === leg;
}

describe('an operation of two legs whose service dies pays each leg once, and books it', () => {
  test.each(tried)('at $point of leg $leg', async ({ point, leg }) => {
    await begin();
    let isArmed = false;
    const armOnce = () => {
      if (!isArmed) deaths.arm(point);
      isArmed = true;
    };
    const { network } = LEGS[leg] ?? LEGS[0];
    const { faults } = world.chains[network].test;
    // What no node takes is signed again.
    if (point === 'relayer.after_bump') faults.inject({ ...UNSENT, venue: network });
    if (point === 'transfer.after_accept' && leg === 0) armOnce();
    await deaths.survive(world, () => world.legs.accept(account, LEGS));
    const record = await carry((now) => {
      if (isNext({ point, leg }, now)) armOnce();
      if (deaths.count > 0) faults.clear();
    });
    expect(deaths.count).toBe(1);
    await expectMoved(record, 2);
  });
});

test('a second leg whose time passes while the service is dead is released, and the first stays booked', async () => {
  await begin();
  await world.legs.accept(account, LEGS);
  const record = await carry((now) => {
    if (deaths.count > 0) world.clock.advance(now.validBefore.getTime() - world.clock.nowMs());
    else if (isNext({ point: 'transfer.after_accept', leg: 1 }, now)) deaths.arm('transfer.after_accept');
  });
  expect(deaths.count).toBe(1);
  await expectMoved(record, 1);
});

test('a second leg that can not hold its amount ends the operation behind the first', async () => {
  await begin();
  await world.legs.accept(account, [LEGS[0], { ...LEGS[1], amountMicroUsdc: HELD + 1n }]);
  await expectMoved(await carry(), 1);
});
