import { type OperatorDecision, requireEvidence } from '@platform/flows';
import type { IdSource } from '@platform/kit/clock';
import { formatUsd, type MicroUsdc } from '@platform/kit/money';
import { type Connection, inTransaction } from '@platform/store/mongo';
import type { Ledger } from '../ledger/ledger.js';
import { external, inWallet } from '../ledger/locations.js';
import type { LedgerChecker } from './checker.js';

/** An operator's correction of the ledger, where its difference from the chain is real. */
export interface Adjustment extends Pick<OperatorDecision, 'evidence' | 'operator'> {
  readonly walletId: string;
  /** The wallet's gain, or its loss when negative. */
  readonly amountMicroUsdc: MicroUsdc;
}

/**
 * Books an adjustment in double entry, with its operator and evidence; returns its id. Throws unless it brings the ledger closer to the
 * chain: nothing else is a correction. Throws while anything of the wallet is under way, since that may be the difference.
 */
export async function adjust(
  { walletId, amountMicroUsdc, evidence, operator }: Adjustment,
  parts: {
    readonly connection: Connection;
    readonly ledger: Ledger;
    readonly checker: LedgerChecker;
    readonly ids: IdSource;
  },
): Promise<string> {
  requireEvidence({ evidence, operator });
  const reading = await parts.checker.read(walletId);
  if (reading === undefined) throw new Error('no block is settled yet, so nothing can be compared');
  const { ledgerMicroUsdc, chainMicroUsdc, wallet } = reading;
  const missing = chainMicroUsdc - ledgerMicroUsdc;
  const isCloser =
    missing > 0n
      ? amountMicroUsdc > 0n && amountMicroUsdc <= missing
      : amountMicroUsdc < 0n && amountMicroUsdc >= missing;
  if (missing === 0n || !isCloser)
    throw new Error(
      `${walletId} lacks ${formatUsd(missing)} in the ledger: ${formatUsd(amountMicroUsdc)} is not a correction`,
    );
  const id = parts.ids.next('adj');
  const postings = [
    { location: external('arbitrum'), amountMicroUsdc: -amountMicroUsdc },
    { location: inWallet(walletId, 'arbitrum'), amountMicroUsdc },
  ];
  const operation = { kind: 'adjustment', id } as const;
  const movement = { accountId: wallet.accountId, walletId, operation, step: 'adjust', postings };
  await inTransaction(parts.connection, async (session) => {
    const reservedMicroUsdc = await parts.ledger.reserved(inWallet(walletId, 'arbitrum'), session);
    if (reservedMicroUsdc > 0n)
      throw new Error(`${walletId} has ${formatUsd(reservedMicroUsdc)} under way: adjust it when that is settled`);
    await parts.ledger.post({ ...movement, adjustment: { operator, evidence } }, session);
  });
  return id;
}
