import { type DecidedBy, requireEvidence } from '@platform/flows';
import type { IdSource } from '@platform/kit/clock';
import { formatUsd, type MicroUsdc } from '@platform/kit/money';
import { type Connection, inTransaction } from '@platform/store/mongo';
import type { Ledger } from '../ledger/ledger.js';
import { external, type WalletLocation, walletAt } from '../ledger/locations.js';
import type { ChainComparison } from './chain-comparison.js';

/** An operator's correction of the ledger, where its difference from the chain is real. */
export interface Adjustment extends DecidedBy {
  readonly location: WalletLocation;
  /** The location's gain, or its loss when negative. */
  readonly amountMicroUsdc: MicroUsdc;
}

/**
 * Books an adjustment in double entry, with its operator and evidence; returns its id. Throws unless it brings the ledger closer to the
 * chain: nothing else is a correction. Throws while anything at the location is under way, since that may be the difference.
 */
export async function adjust(
  { location, amountMicroUsdc, evidence, operator }: Adjustment,
  parts: {
    readonly connection: Connection;
    readonly ledger: Ledger;
    /** Of the location's token. */
    readonly comparison: ChainComparison;
    readonly ids: IdSource;
  },
): Promise<string> {
  requireEvidence({ evidence, operator });
  const { walletId, token } = walletAt(location) ?? {};
  if (walletId === undefined || token === undefined) throw new Error(`${location} is not a wallet's location`);
  const reading = await parts.comparison.read(walletId);
  if (reading === undefined) throw new Error('no block is settled yet, so nothing can be compared');
  const { ledgerMicroUsdc, chainMicroUsdc, wallet } = reading;
  const missing = chainMicroUsdc - ledgerMicroUsdc;
  const isCloser =
    missing > 0n
      ? amountMicroUsdc > 0n && amountMicroUsdc <= missing
      : amountMicroUsdc < 0n && amountMicroUsdc >= missing;
  if (missing === 0n || !isCloser)
    throw new Error(
      `${location} lacks ${formatUsd(missing)} in the ledger: ${formatUsd(amountMicroUsdc)} is not a correction`,
    );
  const id = parts.ids.next('adj');
  const postings = [
    { location: external(token), amountMicroUsdc: -amountMicroUsdc },
    { location, amountMicroUsdc },
  ];
  const operation = { kind: 'adjustment', id } as const;
  const movement = { accountId: wallet.accountId, walletId, operation, step: 'adjust', postings };
  await inTransaction(parts.connection, async (session) => {
    const reservedMicroUsdc = await parts.ledger.reserved(location, session);
    if (reservedMicroUsdc > 0n)
      throw new Error(`${location} has ${formatUsd(reservedMicroUsdc)} under way: adjust it when that is settled`);
    await parts.ledger.post({ ...movement, adjustment: { operator, evidence } }, session);
  });
  return id;
}
