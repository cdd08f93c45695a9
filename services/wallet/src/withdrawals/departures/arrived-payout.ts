// Why: docs/decisions/wallet/venue-withdrawals.md
import { formatUsd, type MicroUsdc } from '@platform/kit/money';
import type { Network } from '@platform/kit/networks';
import { type Hash, isAddressEqual } from 'viem';
import type { Chain } from '../../chains/chain.js';
import type { Transfer, TransferLog } from '../../chains/transfers.js';
import type { DepositRecord, depositModel } from '../../deposits/model.js';
import type { Wallets } from '../../wallets/wallets.js';
import type { WithdrawalRecord } from '../model.js';

type Deposits = ReturnType<typeof depositModel>;

/** What shows that a payout has arrived: proved wallets, and their chains. */
export interface ArrivalReaders {
  readonly wallets: Pick<Wallets, 'get'>;
  readonly networks: Readonly<Record<Network, { readonly chain: Chain; readonly log: TransferLog }>>;
}

/** A deposit that is the payout of a withdrawal, and what its wallet holds at the newest final block. */
export interface ArrivedPayout {
  readonly deposit: DepositRecord;
  readonly finalChainMicroUsdc: MicroUsdc;
}

/** Returns the deposits that may be the payout of a withdrawal, the oldest first; none where no other amount than the promised is paid. */
export function maybePayouts(withdrawal: WithdrawalRecord, deposits: Deposits): Promise<DepositRecord[]> {
  const { accountId, walletId, network: chain, departure, amountMicroUsdc, createdAt } = withdrawal;
  if (departure?.plan === undefined) return Promise.resolve([]);
  const open = { status: 'confirmed', venue: { $exists: false }, payout: { $exists: false } } as const;
  return deposits
    .find({
      ...{ accountId, walletId, chain, ...open },
      ...{ amountMicroUsdc: { $lte: amountMicroUsdc }, createdAt: { $gte: createdAt } },
    })
    .sort({ createdAt: 1, _id: 1 })
    .lean<DepositRecord[]>();
}

/**
 * Returns the deposit that a transaction has made and that is the payout of a withdrawal, as an operator says. Throws unless the chain and the
 * records show it: one final transfer to the wallet, booked as a deposit, after the withdrawal was made and of no more than left its venue.
 */
export async function arrivedPayout(
  withdrawal: WithdrawalRecord,
  txHash: Hash,
  deposits: Deposits,
  { wallets, networks }: ArrivalReaders,
): Promise<ArrivedPayout> {
  const { _id: id, accountId, walletId, network, departure } = withdrawal;
  if (departure?.plan === undefined) throw new Error(`${departure?.venue ?? id} pays exactly what it has promised`);
  const wallet = await wallets.get(walletId);
  if (wallet.accountId !== accountId) throw new Error(`${id}: wallet ${walletId} is not of account ${accountId}`);
  const { log, chain } = networks[network];
  const { final } = await log.heads();
  const paid = (await log.ofTransaction(txHash)).filter(({ to }) => isAddressEqual(to, wallet.address));
  const [transfer, ...others] = paid;
  if (transfer === undefined) throw new Error(`${txHash} pays nothing to ${wallet.address} on ${network}`);
  if (others.length > 0) throw new Error(`${txHash} pays ${wallet.address} several times: nobody knows which is meant`);
  if (transfer.blockNumber > final) throw new Error(`${txHash} is not final yet`);
  const deposit = await deposits
    .findOne({ accountId, walletId, chain: network, transferKey: transfer.key })
    .lean<DepositRecord>();
  if (deposit?.status !== 'confirmed') throw new Error(`${txHash} is not booked yet: see deposits rescan`);
  const obstacle = obstacleOf(deposit, transfer, withdrawal);
  if (obstacle !== undefined) throw new Error(`${txHash} ${obstacle}`);
  return { deposit, finalChainMicroUsdc: await chain.finalBalance(wallet.address) };
}

/** Returns why a booked deposit can't be the payout of a withdrawal. */
function obstacleOf(deposit: DepositRecord, transfer: Transfer, withdrawal: WithdrawalRecord): string | undefined {
  const { amountMicroUsdc: booked, payout, venue, createdAt } = deposit;
  const { amountMicroUsdc: sent } = withdrawal;
  if (booked !== transfer.amountMicroUsdc)
    return `pays ${formatUsd(transfer.amountMicroUsdc)}, and ${formatUsd(booked)} is booked: see ledger check`;
  if (payout !== undefined) return `is the payout of ${payout.withdrawalId}`;
  if (venue !== undefined) return `was paid by ${venue}`;
  if (createdAt < withdrawal.createdAt) return `had paid before ${withdrawal._id} was made`;
  return booked > sent ? `pays ${formatUsd(booked)}, and ${formatUsd(sent)} left the venue` : undefined;
}
