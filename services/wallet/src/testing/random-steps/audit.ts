/** The invariants of a world once nothing is under way any more. */
import { BRIDGE_ADDRESS } from '@platform/venues/hyperliquid/codec';
import type { Address } from 'viem';
import { usdcOn } from '../../chains/token.js';
import { inTransit, inWallet, walletAt } from '../../ledger/locations.js';
import { setupModel } from '../../setups/model.js';
import { withdrawalModel } from '../../withdrawals/model.js';
import { ACCOUNTS, doWork } from './steps.js';
import type { World } from './world.js';

const ROUNDS_MAX = 120;
const ROUND_MS = 60_000;
/** Longer than the lifetime of any authorization. */
const SETTLED_ROUNDS = 60;
const CHECKS = 12;
/** The loss of each robbed account. */
export const CENT_MICRO_USDC = 10_000n;
const WORKS = ['setups', 'withdrawals', 'relayer', 'deposits'] as const;

/** Stops all faults and advances time until everything under way has ended; then runs the checker. */
export async function settle(world: World): Promise<void> {
  world.arbitrum.faults.clear();
  world.venue.isDown = false;
  for (let round = 0; ; round += 1) {
    for (const work of WORKS) await doWork(world, work);
    await world.pass(ROUND_MS);
    await world.arbitrum.client.mine({ blocks: 3 });
    await world.credit();
    if (round >= SETTLED_ROUNDS && (await open(world)) === 0) break;
    if (round >= ROUNDS_MAX) throw new Error(`${await open(world)} operations never ended`);
  }
  for (let check = 0; check < CHECKS; check += 1) {
    await doWork(world, 'deposits');
    await doWork(world, 'check');
    await world.pass(ROUND_MS);
    await world.arbitrum.client.mine({ blocks: 3 });
  }
}

async function open({ connection }: World): Promise<number> {
  const withdrawals = { state: { $in: ['accepted', 'submitted', 'broadcast'] } } as const;
  const setups = { status: 'processing' } as const;
  return (
    (await withdrawalModel(connection).countDocuments(withdrawals)) +
    (await setupModel(connection).countDocuments(setups))
  );
}

/** Returns every violation, one per line; `robbed` names the robbed accounts. */
export async function audit(world: World, robbed: ReadonlySet<string>): Promise<string[]> {
  const transfers = await world.transfers({ fromBlock: 0n });
  const sum = (wanted: { from?: Address; to?: Address }) =>
    transfers
      .filter(({ from, to }) => (wanted.from ?? from) === from && (wanted.to ?? to) === to)
      .reduce((total, { microUsdc }) => total + microUsdc, 0n);
  const wrong: string[] = [];
  const must = (holds: boolean, what: string) => void (holds || wrong.push(what));

  const withdrawals = await withdrawalModel(world.connection).find().lean();
  for (const { _id, state, destinationWallet, amountMicroUsdc } of withdrawals) {
    const expected = state === 'confirmed' ? amountMicroUsdc : 0n;
    const paid = sum({ to: destinationWallet });
    must(paid === expected, `${_id} is ${state} over ${amountMicroUsdc}, and ${paid} were paid`);
  }
  const setups = await setupModel(world.connection).find().lean();
  for (const { _id, status } of setups)
    must(
      (await world.domain.ledger.balance(inTransit(_id, usdcOn('arbitrum')))) === 0n,
      `${_id} is ${status} and still in transit`,
    );

  for (let index = 0; index < ACCOUNTS; index += 1) {
    const accountId = `acc_${index}`;
    const { _id: walletId, address } = await world.domain.wallets.primary(accountId);
    const held = sum({ to: address }) - sum({ from: address });
    const booked = await world.domain.ledger.balance(inWallet(walletId, usdcOn('arbitrum')));
    must(booked === held, `${accountId} holds ${held} by the chain's transfers, ${booked} by the ledger`);
    const there = await world.balance(address);
    const taken = robbed.has(accountId) ? CENT_MICRO_USDC : 0n;
    must(there === held - taken, `${accountId} has ${there} on the chain, ${held} by its transfers`);
    const toVenue = setups
      .filter((setup) => setup.accountId === accountId && setup.status === 'completed')
      .reduce((total, { amountMicroUsdc }) => total + amountMicroUsdc, 0n);
    const bridged = sum({ from: address, to: BRIDGE_ADDRESS });
    must(bridged === toVenue, `${accountId} paid the bridge ${bridged}, its setups say ${toVenue}`);
    const reserved = await world.domain.ledger.reserved(inWallet(walletId, usdcOn('arbitrum')));
    must(reserved === 0n, `${accountId} has ${reserved} reserved for nothing`);
  }
  const unbalanced = await world.domain.ledger.unbalanced();
  must(unbalanced.length === 0, `movements that do not sum to zero: ${unbalanced.join(', ')}`);
  const fenced = await fencedAccounts(world);
  for (const [accountId, reason] of fenced)
    must(robbed.has(accountId), `${accountId} was never robbed, and is fenced: ${reason}`);
  for (const accountId of robbed) must(fenced.has(accountId), `${accountId} was robbed, and is not fenced`);
  return wrong;
}

/** Returns the fences' reasons by account. */
async function fencedAccounts({ domain }: World): Promise<ReadonlyMap<string, string | undefined>> {
  const reasons = new Map(
    (await domain.ledger.books.fenced()).map(({ _id, fence }) => [walletAt(_id)?.walletId, fence?.reason]),
  );
  const accounts = new Map<string, string | undefined>();
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const { _id } = await domain.wallets.primary(`acc_${index}`);
    if (reasons.has(_id)) accounts.set(`acc_${index}`, reasons.get(_id));
  }
  return accounts;
}
