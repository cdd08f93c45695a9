import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import type { Address, Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import type { BridgeTrouble, Journal } from '../../../simulation/index.js';
import { BridgeChain, keyFromFaucet, Payouts, payoutsTable } from '../../../simulation/money/index.js';
import type { ArbitrumOptions } from '../bridge/bridge.js';

const PAYOUTS = 'fast_withdrawal_payouts';
const TAKEN_AT_ONCE = 100;

/** The tables of withdrawals that were executed, and of what is paid for them. */
export const FAST_WITHDRAWALS_SCHEMA = `
  CREATE TABLE IF NOT EXISTS fast_withdrawals (
    id INTEGER PRIMARY KEY, destination TEXT NOT NULL, amount_micro_usdc INTEGER NOT NULL, executed_ms INTEGER NOT NULL,
    status TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS fast_withdrawals_pending ON fast_withdrawals (id) WHERE status = 'pending';
  ${payoutsTable(PAYOUTS)}
`;

const row = z.object({
  id: z.number(),
  destination: z.string(),
  amount_micro_usdc: z.number().transform(BigInt),
  executed_ms: z.number(),
});

/** A withdrawal that has left its account. */
interface Withdrawal {
  readonly destination: string;
  readonly amountMicroUsdc: bigint;
  readonly executedMs: number;
}

/** Within a transaction of the journal: notes a withdrawal that is to be paid. */
export function addWithdrawal(journal: Journal, { destination, amountMicroUsdc, executedMs }: Withdrawal): void {
  journal.run(
    "INSERT INTO fast_withdrawals (destination, amount_micro_usdc, executed_ms, status) VALUES (?, ?, ?, 'pending')",
    ...[destination, amountMicroUsdc, executedMs],
  );
}

/** Returns the address from which the venue pays: the real one's is in no document. */
export function payerOf(faucetPrivateKey: Hex): Address {
  return privateKeyToAccount(keyFromFaucet(faucetPrivateKey, 'lighter fast withdrawals')).address;
}

/** The options of payments. */
export interface PaymentOptions {
  readonly journal: Journal;
  readonly arbitrum: ArbitrumOptions;
  /** How long after its execution a withdrawal is paid. */
  readonly delayMs: number;
  /** Returns what is wrong with payments now. */
  readonly trouble: () => BridgeTrouble;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Pays withdrawals on Arbitrum, each once: what is to be paid is on disk before a transaction is sent, and its number too. */
export class Payments {
  readonly #payouts: Payouts;

  constructor(private readonly options: PaymentOptions) {
    const { journal, arbitrum, delayMs, trouble, clock, logger } = options;
    const { rpcUrl, usdcAddress: token, faucetPrivateKey } = arbitrum;
    const account = payerOf(faucetPrivateKey);
    const chain = new BridgeChain({ rpcUrl, token, account, minterPrivateKey: faucetPrivateKey });
    const wait = () => delayMs + trouble().delayMs;
    this.#payouts = new Payouts({ journal, table: PAYOUTS, chain, delayMs: wait, clock, logger });
  }

  /** Takes what was executed, and pays what is due. */
  async pay(): Promise<void> {
    const { journal } = this.options;
    journal.transaction(() => {
      const found = "SELECT * FROM fast_withdrawals WHERE status = 'pending' ORDER BY id LIMIT ?";
      for (const taken of journal.all(found, TAKEN_AT_ONCE)) this.#take(row.parse(taken));
    });
    await this.#payouts.payDue();
  }

  #take({ id, destination, amount_micro_usdc: amount, executed_ms: executedMs }: z.output<typeof row>): void {
    const { journal, trouble, logger } = this.options;
    const { fails, feeMicroUsd } = trouble();
    const paid = amount - feeMicroUsd;
    const isPaid = !fails && paid > 0n;
    journal.run('UPDATE fast_withdrawals SET status = ? WHERE id = ?', isPaid ? 'taken' : 'failed', id);
    const fields = { destination, amountMicroUsdc: amount.toString() };
    if (!isPaid) {
      logger.warn(fields, 'a fast withdrawal is never paid');
      return;
    }
    const insert = `INSERT INTO ${PAYOUTS} (requested_ms, destination, amount_micro_usdc) VALUES (?, ?, ?)`;
    journal.run(insert, executedMs, destination, paid);
    logger.info(fields, 'a fast withdrawal is going to be paid');
  }
}
