/** The invariants of a world once nothing is under way any more. */
import { type Network, networkNames } from '@platform/kit/networks';
import { BRIDGE_ADDRESS } from '@platform/venues/hyperliquid/codec';
import type { Address } from 'viem';
import { z } from 'zod';
import { usdcOn } from '../../chains/token.js';
import { inTransit, inWallet, type Location } from '../../ledger/locations.js';
import { setupModel } from '../../setups/model.js';
import { arrivesOf, withdrawalModel } from '../../withdrawals/model.js';
import { openStates } from '../../withdrawals/states.js';
import type { ChainTransfer } from './chain.js';
import { legsModel } from './legs/model.js';
import { isUnderReview } from './legs/operations.js';
import { accounts, doWork, payAll } from './steps.js';
import type { World } from './world.js';

const ROUNDS_MAX = 120;
const ROUND_MS = 90_000;
/** Longer than the lifetime of any authorization. */
const SETTLED_ROUNDS = 40;
const CHECKS = 12;
const withNonce = z.object({ delta: z.object({ nonce: z.int().optional() }) });
/** The loss of each robbed location. */
export const CENT_MICRO_USDC = 10_000n;
const DOLLAR_MICRO_USDC = 1_000_000n;
const WORKS = ['setups', 'withdrawals', 'legs', 'relayer', 'deposits'] as const;

/** An account that has lost a cent on one network. */
export interface Robbed {
  readonly accountId: string;
  readonly network: Network;
}

/** An account's wallet on a network. */
interface Place {
  readonly accountId: string;
  readonly network: Network;
  readonly walletId: string;
  readonly address: Address;
  readonly location: Location;
  readonly isRobbed: boolean;
}

/** Stops all faults and advances time until everything under way has ended; then runs the checker. */
export async function settle(world: World): Promise<void> {
  for (const { test } of Object.values(world.chains)) test.faults.clear();
  world.venue.isDown = false;
  Object.assign(world.venue.money, { answersLost: 0, actionsLost: 0 });
  for (let round = 0; ; round += 1) {
    for (const work of WORKS) await doWork(world, work);
    await world.pass(ROUND_MS);
    await world.onChains((chain) => chain.mine(3));
    await world.credit();
    await world.payOut();
    if (round >= SETTLED_ROUNDS && (await open(world)) === 0) break;
    if (round >= ROUNDS_MAX) throw new Error(`${await open(world)} operations never ended`);
  }
  for (let check = 0; check < CHECKS; check += 1) {
    await doWork(world, 'deposits');
    await doWork(world, 'check');
    await world.pass(ROUND_MS);
    await world.onChains((chain) => chain.mine(3));
  }
}

async function open({ connection }: World): Promise<number> {
  const withdrawals = { state: { $in: [...openStates] } };
  const setups = { status: 'processing' } as const;
  const legs = { state: { $in: ['held', 'sent'] } } as const;
  const counts = [
    withdrawalModel(connection).countDocuments(withdrawals),
    setupModel(connection).countDocuments(setups),
    legsModel(connection).countDocuments(legs),
  ];
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Returns every violation, one per line. */
export async function audit(world: World, robbed: readonly Robbed[]): Promise<string[]> {
  const places = await placesOf(world, robbed);
  const transfers = (await world.onChains((chain) => chain.transfers({ fromBlock: 0n }))).flat();
  return [
    ...(await wrongPayments(world, transfers)),
    ...(await wrongSetups(world, places, transfers)),
    ...(await wrongExits(world)),
    ...(await wrongBalances(world, places, transfers)),
    ...(await wrongChecks(world, places)),
    ...(await wrongFences(world, places)),
  ];
}

async function placesOf({ domain }: World, robbed: readonly Robbed[]): Promise<Place[]> {
  const places: Place[] = [];
  for (const accountId of accounts) {
    const { _id: walletId, address } = await domain.wallets.primary(accountId);
    for (const network of networkNames) {
      const isRobbed = robbed.some((each) => each.accountId === accountId && each.network === network);
      const location = inWallet(walletId, usdcOn(network));
      places.push({ accountId, network, walletId, address, location, isRobbed });
    }
  }
  return places;
}

/** Every withdrawal and every leg has paid once, on its own network, if it says that it has. */
async function wrongPayments({ connection }: World, transfers: readonly ChainTransfer[]): Promise<string[]> {
  const withdrawals = (await withdrawalModel(connection).find().lean()).map((withdrawal) => ({
    ...{ name: `${withdrawal._id} is ${withdrawal.state}`, isDone: withdrawal.state === 'confirmed' },
    ...{ network: withdrawal.network, to: withdrawal.destinationWallet, microUsdc: arrivesOf(withdrawal) },
  }));
  const operations = await legsModel(connection).find().lean();
  const legs = operations.flatMap((operation) =>
    operation.legs.map(({ network, to, amountMicroUsdc: microUsdc }, index) => ({
      ...{ name: `leg ${index} of ${operation._id}, of which ${operation.booked} are booked,` },
      ...{ isDone: index < operation.booked, network, to, microUsdc },
    })),
  );
  return [...withdrawals, ...legs].flatMap(({ name, isDone, network, to, microUsdc }) => {
    const paid = transfers
      .filter((transfer) => transfer.to === to)
      .map((each) => `${each.microUsdc} on ${each.network}`);
    const expected = isDone ? [`${microUsdc} on ${network}`] : [];
    const isRight = paid.join() === expected.join();
    return isRight ? [] : [`${name} over ${microUsdc} on ${network}, and paid were: ${paid.join()}`];
  });
}

/** No setup's money is still in transit, and the bridge has what the completed ones say. */
async function wrongSetups(
  world: World,
  places: readonly Place[],
  transfers: readonly ChainTransfer[],
): Promise<string[]> {
  const wrong: string[] = [];
  const setups = await setupModel(world.connection).find().lean();
  for (const { _id, status, network } of setups)
    if ((await world.domain.ledger.balance(inTransit(_id, usdcOn(network)))) !== 0n)
      wrong.push(`${_id} is ${status} and still in transit`);
  for (const { accountId, network, address } of places) {
    const own = setups.filter((setup) => setup.accountId === accountId && setup.network === network);
    const toVenue = sumOf(
      own.filter(({ status }) => status === 'completed').map(({ amountMicroUsdc }) => amountMicroUsdc),
    );
    const paid = transfers.filter(
      (each) => each.network === network && each.from === address && each.to === BRIDGE_ADDRESS,
    );
    const bridged = sumOf(paid.map(({ microUsdc }) => microUsdc));
    if (bridged !== toVenue)
      wrong.push(`${accountId} paid the bridge ${bridged} on ${network}, its setups say ${toVenue}`);
  }
  return wrong;
}

/** What left the venue by its own ledger left by the books too; no payout is a deposit, or still on its way. */
async function wrongExits({ connection, domain, venue }: World): Promise<string[]> {
  const wrong: string[] = [];
  const exits = await withdrawalModel(connection).find({ source: 'hyperliquid' }).lean();
  const shown = new Set([...venue.ledger.values()].flat().flatMap((entry) => nonceOf(entry)));
  for (const { _id, state, network, departure, payout } of exits) {
    const hasLeft = departure !== undefined && shown.has(departure.nonce);
    if (hasLeft !== (payout !== undefined))
      wrong.push(`${_id} is ${state}, and ${hasLeft ? 'has' : 'has not'} left the venue`);
    if ((await domain.ledger.balance(inTransit(_id, usdcOn(network)))) !== 0n) wrong.push(`${_id} is still in transit`);
  }
  for (const accountId of accounts) {
    const { items } = await domain.deposits.list(accountId, { limit: 100 });
    const listed = items.filter(({ _id }) => exits.some(({ payout }) => payout?.depositId === _id));
    if (listed.length > 0) wrong.push(`${accountId} has ${listed.length} payouts in its list of deposits`);
  }
  return wrong;
}

/** Returns the nonce of a withdrawal in the venue's ledger. */
function nonceOf(entry: object): number[] {
  const { delta } = withNonce.parse(entry);
  return delta.nonce === undefined ? [] : [delta.nonce];
}

/** The ledger says what the chain's transfers come to, and reserves nothing. */
async function wrongBalances(
  { chains, domain: { ledger } }: World,
  places: readonly Place[],
  transfers: readonly ChainTransfer[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { accountId, network, walletId, address, isRobbed } of places) {
    const here = transfers.filter((transfer) => transfer.network === network);
    const held =
      sumOf(here.filter(({ to }) => to === address).map(({ microUsdc }) => microUsdc)) -
      sumOf(here.filter(({ from }) => from === address).map(({ microUsdc }) => microUsdc));
    const name = `${accountId} on ${network}`;
    const booked = await ledger.balance(inWallet(walletId, usdcOn(network)));
    if (booked !== held) wrong.push(`${name} holds ${held} by the chain's transfers, ${booked} by the ledger`);
    const there = await chains[network].balance(address);
    if (there !== held - (isRobbed ? CENT_MICRO_USDC : 0n))
      wrong.push(`${name} has ${there} on the chain, ${held} by its transfers`);
    const reserved = await ledger.reserved(inWallet(walletId, usdcOn(network)));
    if (reserved !== 0n) wrong.push(`${name} has ${reserved} reserved for nothing`);
  }
  return wrong;
}

/** The checker finds what was robbed, and nothing else. */
async function wrongChecks({ domain, checker }: World, places: readonly Place[]): Promise<string[]> {
  const wrong = (await domain.ledger.unbalanced()).map((movement) => `${movement} does not sum to zero`);
  wrong.push(...(await checker.inconsistencies()));
  for (const { comparison } of Object.values(domain.networks))
    for (const { location, what } of await comparison.compare())
      if (!places.some((place) => place.isRobbed && place.location === location)) wrong.push(`${location}: ${what}`);
  return wrong;
}

/** What was robbed is fenced, and nothing else: not what the same account holds on the other network. */
async function wrongFences({ domain }: World, places: readonly Place[]): Promise<string[]> {
  const fences = new Map((await domain.ledger.books.fenced()).map(({ _id, fence }) => [_id, fence?.reason]));
  const expected = places.filter(({ isRobbed }) => isRobbed);
  const innocent = [...fences].filter(([location]) => !expected.some((place) => place.location === location));
  return [
    ...innocent.map(([location, reason]) => `${location} was never robbed, and is fenced: ${reason}`),
    ...expected
      .filter(({ location }) => !fences.has(location))
      .map(({ accountId, network }) => `${accountId} was robbed on ${network}, and is not fenced`),
  ];
}

/** Pays every wallet a dollar on every network and has a cent leave it there; returns every violation: only what was robbed may be stuck. */
export async function spend(world: World, robbed: readonly Robbed[]): Promise<string[]> {
  await payAll(world, DOLLAR_MICRO_USDC);
  const wrong: string[] = [];
  for (const { accountId, network, isRobbed } of await placesOf(world, robbed)) {
    const accepted = world.legs.accept(accountId, [{ network, amountMicroUsdc: CENT_MICRO_USDC }]);
    const isRefused = await accepted.then(() => false).catch(isRefusedUnderReview);
    if (isRefused !== isRobbed) wrong.push(`${accountId} can ${isRefused ? 'not ' : ''}spend on ${network}`);
  }
  return wrong;
}

function isRefusedUnderReview(error: unknown): true {
  if (isUnderReview(error)) return true;
  throw error;
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
