// Why: docs/decisions/wallet/ledger-checks.md
import { formatUsd } from '@platform/kit/money';
import type { Logger } from '@platform/observability/logging';
import { type Connection, inTransaction } from '@platform/store/mongo';
import type { Ledger } from '../ledger/ledger.js';
import { spendableAt } from '../ledger/locations.js';
import { Fences } from './fences.js';
import { type FindHolding, type Inconsistency, Obligations } from './obligations.js';
import { ResumableScan } from './resumable-scan.js';

/** Balances per round that are summed again. */
const SUMS_A_ROUND = 40;

/**
 * Compares the ledger with itself: balances with the sums of their movements, and what is held with the operations that must be its reason.
 * What contradicts itself is fenced. The checker never corrects anything. `ChainComparison` compares with the chains.
 */
export class LedgerChecker {
  readonly #scan: ResumableScan;
  readonly #obligations: Obligations;
  readonly #fences: Fences;

  constructor(
    private readonly connection: Connection,
    private readonly ledger: Ledger,
    logger: Logger,
    /** What holds money beside withdrawals and setups, by the kinds' names. */
    others: Readonly<Record<string, FindHolding>> = {},
  ) {
    this.#scan = new ResumableScan(connection);
    this.#obligations = new Obligations(connection, this.#scan, others);
    this.#fences = new Fences(ledger.books, logger);
  }

  /** Runs one round. */
  async check(): Promise<void> {
    for (const { location, what } of await this.#obligations.check()) await this.#fences.fence(location, what);
    for (const { location, what } of await this.#audit()) await this.#fences.fence(location, what);
  }

  /**
   * Returns everything that no comparison with the chain shows: balances that differ from the sum of their movements, and holdings without
   * an operation.
   */
  async inconsistencies(): Promise<string[]> {
    const found = [...(await this.#obligations.checkAll())];
    for (let after = ''; ; ) {
      const { rows, wrong } = await this.#auditAfter(after, SUMS_A_ROUND);
      found.push(...wrong);
      after = rows.at(-1)?._id ?? '';
      if (rows.length < SUMS_A_ROUND) return found.map(({ what }) => what);
    }
  }

  async #audit(): Promise<Inconsistency[]> {
    const found: Inconsistency[] = [];
    await this.#scan.next('balances', SUMS_A_ROUND, async (after, limit) => {
      const { rows, wrong } = await this.#auditAfter(after, limit);
      found.push(...wrong);
      return rows;
    });
    return found;
  }

  /** Sums some balances again, with row and movements in one snapshot. */
  async #auditAfter(after: string, limit: number) {
    return inTransaction(this.connection, async (session) => {
      const { balances } = this.ledger;
      const rows = await balances.after(after, limit, session);
      const wrong: Inconsistency[] = [];
      for (const { _id: location, amountMicroUsdc } of rows) {
        const sum = await balances.sum(location, session);
        if (sum === amountMicroUsdc) continue;
        const what = `${location} holds ${formatUsd(amountMicroUsdc)}, its movements come to ${formatUsd(sum)}`;
        wrong.push({ location: spendableAt(location), what });
      }
      return { rows, wrong };
    });
  }
}
