import type {
  Deposit as DepositMessage,
  LedgerLine as LedgerLineMessage,
  OpenOrder as OpenOrderMessage,
  SetupOperation as SetupOperationMessage,
  TradingAccount as TradingAccountMessage,
  TradingAccountState as TradingAccountStateMessage,
  VenueSummary as VenueSummaryMessage,
  Wallet as WalletMessage,
  Withdrawal as WithdrawalMessage,
} from '@platform/protos/wallet';
import { byVenue, venuesOf } from '@platform/venues/registry';
import type { Deposit } from './schema/deposit.js';
import type { OpenOrder } from './schema/holdings.js';
import type { LedgerLine } from './schema/ledger.js';
import type { TradingAccount, TradingAccountState } from './schema/trading-account.js';
import type { SetupOperation, VenueSummaries, VenueSummary } from './schema/venues.js';
import type { DepositInstructions, WalletBalance } from './schema/wallet.js';
import type { Withdrawal } from './schema/withdrawal.js';

/** Returns the parts of a wallet in their GraphQL form. */
export interface WalletParts {
  readonly address: string;
  readonly deposit: DepositInstructions;
  readonly balance: WalletBalance;
  readonly venues: VenueSummaries;
}

/** Returns a wallet in its GraphQL form. */
export function toWallet({ address, deposit, balance, venues }: WalletMessage): WalletParts {
  if (deposit === null || balance === null || venues === null) throw halfAnswer();
  return {
    address,
    deposit,
    balance,
    venues: byVenue(venuesOf('wallet'), (venue) => toVenue(venues[venue])),
  };
}

function toVenue(message: VenueSummaryMessage | null): VenueSummary {
  if (message === null || message.readiness === null) throw halfAnswer();
  const { minimumDepositUsd, balanceUsd, deposit, readiness, operation } = message;
  return {
    minimumDepositUsd,
    balanceUsd,
    deposit: deposit ?? null,
    readiness,
    operation: operation ? toSetupOperation(operation) : null,
  };
}

/** Returns a setup in its GraphQL form. */
export function toSetupOperation({ updatedAtMs, ...same }: SetupOperationMessage): SetupOperation {
  return { ...same, updatedAt: new Date(updatedAtMs) };
}

/** Returns a line of a statement in its GraphQL form. */
export function toLedgerLine({ bookedAtMs, ...same }: LedgerLineMessage): LedgerLine {
  return { ...same, bookedAt: new Date(bookedAtMs) };
}

/** Returns a trading account in its GraphQL form. */
export function toTradingAccount({ createdAtMs, ...same }: TradingAccountMessage): TradingAccount {
  return { ...same, createdAt: new Date(createdAtMs) };
}

/** Returns what a venue says of a trading account in its GraphQL form. */
export function toTradingAccountState({ status, details }: TradingAccountStateMessage): TradingAccountState {
  if (details === null) throw halfAnswer();
  return { status, details };
}

/** Returns an open order in its GraphQL form. */
export function toOpenOrder({ createdAtMs, ...same }: OpenOrderMessage): OpenOrder {
  return { ...same, createdAt: new Date(createdAtMs) };
}

/** Returns a deposit in its GraphQL form. */
export function toDeposit({ createdAtMs, confirmedAtMs, ...same }: DepositMessage): Deposit {
  return {
    ...same,
    createdAt: new Date(createdAtMs),
    ...(confirmedAtMs !== undefined && { confirmedAt: new Date(confirmedAtMs) }),
  };
}

/** Returns a withdrawal in its GraphQL form. */
export function toWithdrawal({ createdAtMs, updatedAtMs, ...same }: WithdrawalMessage): Withdrawal {
  return { ...same, createdAt: new Date(createdAtMs), updatedAt: new Date(updatedAtMs) };
}

function halfAnswer(): Error {
  return new Error('the wallet service answered half a wallet');
}
