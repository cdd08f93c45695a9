/** Networks that stand still. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Network } from '@platform/kit/networks';
import { TRANSFER_TTL_MS } from '../../transfers/transfers.js';
import { transferOf, type WithdrawalRecord, withdrawalModel } from '../../withdrawals/model.js';
import { newAddress } from '../stage.js';
import { CENT_MICRO_USDC } from './amounts.js';
import type { LiveService } from './live-service.js';
import { askForMany } from './older-withdrawals.js';

/** How the node of a network fails: it never answers, or it closes every connection. */
export type Failure = 'timeout' | 'disconnect';

const CALLS_MAX = 1_000_000;
const ON_POLYGON = 20;

/** Lets the node of a network fail all calls, or those of one method, until its faults are cleared. */
export function fail({ stage }: LiveService, venue: Network, kind: Failure, method?: 'eth_estimateGas'): void {
  const fault = { venue, kind, when: 'before_accept', scope: 'all', count: CALLS_MAX } as const;
  stage.chains[venue].faults.inject({ ...fault, ...(method !== undefined && { method }) });
}

/** Halts Polygon for good, with withdrawals of an account under way there. */
export async function haltPolygon(service: LiveService, accountId: string, failure: Failure): Promise<void> {
  const { connection, clock, domain } = service.stage;
  const { transfers, wallets } = domain;
  if (transfers === undefined) throw new Error('no money can leave a wallet');
  // First what the relayer alone asks, so that they are accepted.
  fail(service, 'polygon', failure, 'eth_estimateGas');
  const wallet = await wallets.primary(accountId);
  for (let index = 0; index < ON_POLYGON; index += 1) {
    const id = `wd_polygon_${index}`;
    const now = clock.now();
    const times = {
      createdAt: now,
      updatedAt: now,
      dueAt: now,
      validBefore: new Date(now.getTime() + TRANSFER_TTL_MS),
    };
    const withdrawal: WithdrawalRecord = {
      ...{ _id: id, key: id, intentHash: id, accountId, walletId: wallet._id, state: 'accepted', ...times },
      ...{ source: 'arbitrum', network: 'polygon', asset: 'USDC', amountMicroUsdc: CENT_MICRO_USDC },
      feeMicroUsdc: 0n,
      destinationWallet: newAddress(),
    };
    const transfer = transferOf(withdrawal);
    const record = { ...withdrawal, seal: transfers.seal(transfer) };
    await transfers.accept(wallet, transfer.token, async (session, hold) => {
      await hold(transfer);
      await withdrawalModel(connection).create([record], { session });
    });
  }
  fail(service, 'polygon', failure);
}

/**
 * Halts Arbitrum for a while, with withdrawals under way: those of the first half of the accounts are being signed when no more blocks are
 * made, and the node then loses them; those of the second half the relayer can't sign.
 */
export async function haltArbitrum(
  service: LiveService,
  accounts: readonly string[],
  { failure, each, haltMs }: { readonly failure: Failure; readonly each: number; readonly haltMs: number },
): Promise<void> {
  const { arbitrum, stage } = service;
  const half = accounts.length / 2;
  arbitrum.isHalted = true;
  await askForMany(service, accounts.slice(0, half), each);
  fail(service, 'arbitrum', failure, 'eth_estimateGas');
  await askForMany(service, accounts.slice(half), each);
  fail(service, 'arbitrum', failure);
  await wait(haltMs);
  await stage.arbitrum.client.request<DropAllTransactions>({ method: 'anvil_dropAllTransactions' });
  stage.arbitrum.faults.clear();
  arbitrum.isHalted = false;
}

interface DropAllTransactions {
  Method: 'anvil_dropAllTransactions';
  Parameters?: undefined;
  ReturnType: null;
}
