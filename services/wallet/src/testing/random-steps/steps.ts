/** The steps that may happen in a world, in any order. */
import { randomUUID } from 'node:crypto';
import { PlatformError } from '@platform/errors';
import { giveAllTurns } from '@platform/flows/testing';
import { type Network, networkNames } from '@platform/kit/networks';
import fc from 'fast-check';
import { formatUnits, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { tokenRow, usdcOn } from '../../chains/token.js';
import { newAddress } from '../stage.js';
import type { Leg } from './legs/model.js';
import type { World } from './world.js';

const ACCOUNTS = 12;
/** The accounts of the world. */
export const accounts = Array.from({ length: ACCOUNTS }, (_, index) => `acc_${index}`);
const MICRO = 1_000_000;
const KILL_MS_MAX = 40;
const DECIMALS = 6;

/** The refusals that callers may receive; anything else fails the test. */
const REFUSALS = new Set([
  'insufficient_held_balance',
  'venue_setup_in_progress',
  'wallet_upstream_unavailable',
  'account_not_ready',
]);

const account = fc.constantFrom(...accounts);
const network = fc.constantFrom(...networkNames);
const works = ['setups', 'withdrawals', 'legs', 'relayer', 'deposits', 'check'] as const;
const work = fc.constantFrom(...works);
const microUsdc = (min: number, max: number) => fc.integer({ min: min * MICRO, max: max * MICRO }).map(BigInt);
const kind = <Name extends string>(name: Name) => fc.constant(name);

/** One event in the world. */
export const step = fc.oneof(
  { weight: 24, arbitrary: fc.record({ kind: kind('deposit'), account, network, amount: microUsdc(1, 200) }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('dust'), account, network, count: fc.bigInt(1n, 30n) }) },
  { weight: 20, arbitrary: fc.record({ kind: kind('withdrawal'), account, amount: microUsdc(1, 60) }) },
  { weight: 10, arbitrary: fc.record({ kind: kind('setup'), account, amount: microUsdc(5, 60) }) },
  {
    weight: 12,
    arbitrary: fc.record({ kind: kind('legs'), account, polygon: microUsdc(1, 40), arbitrum: microUsdc(1, 40) }),
  },
  { weight: 10, arbitrary: fc.record({ kind: kind('venue_withdrawal'), account, amount: microUsdc(2, 40) }) },
  { weight: 6, arbitrary: fc.record({ kind: kind('order'), account }) },
  { weight: 60, arbitrary: fc.record({ kind: kind('work'), work }) },
  { weight: 20, arbitrary: fc.record({ kind: kind('blocks'), network, count: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 10, arbitrary: fc.record({ kind: kind('credit') }) },
  { weight: 10, arbitrary: fc.record({ kind: kind('payout') }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('profit'), account, amount: microUsdc(1, 20) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('lost'),
      what: fc.constantFrom('answersLost', 'actionsLost'),
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 8, arbitrary: fc.record({ kind: kind('time'), seconds: fc.integer({ min: 1, max: 300 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('time'), seconds: fc.constant(4_000) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: kind('reorganisation'),
      network,
      depth: fc.integer({ min: 1, max: 2 }),
      account,
      work,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: kind('node'),
      network,
      fault: nodeFaults(),
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('venue'), isDown: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('kill'), work, afterMs: fc.integer({ min: 0, max: KILL_MS_MAX }) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('relayer_key') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('master_key') }) },
);

function nodeFaults() {
  const gone = fc.constantFrom('disconnect', 'rate_limit', 'malformed').map((fault) => ({ kind: fault }));
  const lag = fc.constantFrom('eth_getLogs', 'eth_call', 'eth_getTransactionReceipt', 'eth_getBlockByNumber');
  const lagging = lag.map((method) => ({ kind: 'stale' as const, method }));
  const lie = { kind: 'reject' as const, when: 'after_accept' as const, message: 'internal error' };
  const lying = fc.constantFrom('eth_sendRawTransaction', 'eth_estimateGas').map((method) => ({ ...lie, method }));
  return fc.oneof(gone, lagging, lying);
}

/** A kind of the service's background work. */
export type Work = (typeof works)[number];

/** One of the steps. */
export type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

type Reorganisation = Extract<Step, { kind: 'reorganisation' }>;

/** Executes a step. Rejects for an outcome that must not happen. */
export async function happen(world: World, happening: Step): Promise<void> {
  switch (happening.kind) {
    case 'deposit':
      await world.chains[happening.network].test.pay(await addressOf(world, happening.account), happening.amount);
      return;
    case 'dust':
      await world.chains[happening.network].test.dust(await addressOf(world, happening.account), happening.count);
      return;
    case 'withdrawal':
      return refusable(() => withdraw(world, happening.account, happening.amount));
    case 'setup':
      return refusable(() => setUp(world, happening.account, happening.amount));
    case 'legs':
      return refusable(() => moveByLegs(world, happening.account, happening));
    case 'venue_withdrawal':
      return refusable(() => withdrawFromVenue(world, happening.account, happening.amount));
    case 'order':
      return refusable(() => signOrder(world, happening.account));
    case 'work':
      return doWork(world, happening.work);
    case 'blocks':
      return world.chains[happening.network].mine(happening.count);
    case 'credit':
      return world.credit();
    case 'payout':
      return world.payOut();
    case 'profit':
      return earn(world, happening.account, happening.amount);
    case 'lost':
      world.venue.money[happening.what] += happening.count;
      return;
    case 'time':
      return world.pass(happening.seconds * 1_000);
    case 'reorganisation':
      return reorganise(world, happening);
    case 'node':
      world.chains[happening.network].test.faults.inject({
        ...{ venue: happening.network, when: 'before_accept', scope: 'all', count: happening.count },
        ...happening.fault,
      });
      return;
    case 'venue':
      world.venue.isDown = happening.isDown;
      return;
    case 'kill':
      return world.kill(() => doWork(world, happening.work), happening.afterMs);
    case 'relayer_key':
      return world.rotateRelayer();
    case 'master_key':
      return world.rotateMasterKey();
  }
}

/** Runs one kind of the service's background work as far as it goes now, on all networks at once. A later step retries failures. */
export async function doWork(world: World, which: Work): Promise<void> {
  const { networks, setupRunners, withdrawalRunners, relays } = world.domain;
  switch (which) {
    case 'setups':
      return each(setupRunners ?? {}, ({ turns }) => giveAllTurns(turns));
    case 'withdrawals':
      return each(withdrawalRunners ?? {}, ({ turns }) => giveAllTurns(turns));
    case 'legs':
      return giveAllTurns(world.legs.turns);
    case 'relayer':
      return each(relays ?? {}, ({ runner }) => giveAllTurns(runner.turns));
    case 'deposits':
      return each(networks, ({ watcher }) => refusable(() => watcher.advance()));
    case 'check':
      await each(networks, ({ comparison }) => refusable(() => comparison.check()));
      await refusable(() => world.checker.check());
  }
}

async function each<Part>(parts: Readonly<Record<string, Part>>, act: (part: Part) => Promise<void>): Promise<void> {
  await Promise.all(Object.values(parts).map(act));
}

/** Pays every account's wallet on every network, and has that booked. */
export async function payAll(world: World, amount: bigint): Promise<void> {
  const addresses = await Promise.all(accounts.map((accountId) => addressOf(world, accountId)));
  await world.onChains(async (chain) => {
    for (const address of addresses) await chain.test.mined(await chain.test.pay(address, amount));
    await chain.mine(3);
  });
  await doWork(world, 'deposits');
}

async function addressOf(world: World, accountId: string) {
  return (await world.domain.wallets.primary(accountId)).address;
}

/** Reverts a deposit, with what else the newest blocks have, after the service may have seen it. */
async function reorganise(world: World, { network: on, depth, account: accountId, work: which }: Reorganisation) {
  const chain = world.chains[on];
  await chain.test.mined(await chain.test.pay(await addressOf(world, accountId), BigInt(MICRO)));
  await doWork(world, which);
  await chain.reorganise(depth);
}

/** Withdraws to a new address, with the request sent twice, as by clients whose connection broke. */
async function withdraw(world: World, accountId: string, amount: bigint): Promise<void> {
  world.logins.loginWallets.set(accountId, privateKeyToAddress(generatePrivateKey()));
  const amountUsd = `${amount / BigInt(MICRO)}.${String(amount % BigInt(MICRO)).padStart(6, '0')}`;
  const request = { idempotencyKey: randomUUID(), amountUsd, replayOnly: false };
  const create = () => world.handlers.CreateWithdrawal(request, world.as(accountId));
  const [first, second] = [await create(), await create()];
  if (first.withdrawal?.id !== second.withdrawal?.id) throw new Error('one request made two withdrawals');
}

/** Withdraws from the venue to a new address, with the request made twice. */
async function withdrawFromVenue(world: World, accountId: string, amountMicroUsdc: bigint): Promise<void> {
  const { withdrawals } = world.domain;
  const { address: assetAddress } = tokenRow(usdcOn('arbitrum'));
  const route = { source: 'hyperliquid', chain: 'arbitrum', assetAddress, destinationWallet: newAddress() } as const;
  const request = { accountId, key: randomUUID(), intent: { ...route, amountMicroUsdc } };
  const [first, second] = [await withdrawals.accept(request, undefined), await withdrawals.accept(request, undefined)];
  if (first.withdrawal._id !== second.withdrawal._id) throw new Error('one request made two withdrawals');
}

/** Adds the profit of a closed position to an account at the venue, where there is one. */
async function earn(world: World, accountId: string, microUsdc: bigint): Promise<void> {
  const { equity } = world.venue;
  const user = (await addressOf(world, accountId)).toLowerCase();
  const held = equity.get(user);
  if (held !== undefined) equity.set(user, formatUnits(parseUnits(held, DECIMALS) + microUsdc, DECIMALS));
}

async function setUp(world: World, accountId: string, amountMicroUsdc: bigint): Promise<void> {
  await world.domain.setups.accept({ accountId, venue: 'hyperliquid', amountMicroUsdc, key: randomUUID() });
}

/** Moves money out of a wallet on one network, then on the other. */
async function moveByLegs(world: World, accountId: string, amounts: Readonly<Record<Network, bigint>>): Promise<void> {
  const leg = (from: Network): Leg => ({ network: from, amountMicroUsdc: amounts[from] });
  await world.legs.accept(accountId, [leg('polygon'), leg('arbitrum')]);
}

async function signOrder(world: World, accountId: string): Promise<void> {
  const order = { a: 0, b: true, p: '100000', s: '0.001', r: false, t: { limit: { tif: 'Gtc' } } };
  const actionJson = JSON.stringify({ type: 'order', orders: [order], grouping: 'na' });
  const caller = { kind: 'workload', workload: 'execution', accountId, cause: `execution ${randomUUID()}` } as const;
  const request = { accountId, venue: 'hyperliquid', actionJson, userToken: accountId };
  await world.handlers.SignAction(request, { ...world.as(accountId), caller });
}

/** Runs an action that callers and nodes may refuse in the documented ways. */
async function refusable(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof PlatformError) || !REFUSALS.has(error.code)) throw error;
  }
}
