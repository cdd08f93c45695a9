/** An account with a backtest that waits. */
export interface WaitingAccount {
  readonly accountId: string;
  /** Its oldest waiting backtest: ids sort by creation. */
  readonly oldestQueuedId: string;
  /** The slots that its runs hold. */
  readonly usedSlots: readonly number[];
}

/** The account and the backtest that start next. */
export interface Turn {
  readonly accountId: string;
  readonly backtestId: string;
  readonly slot: number;
}

const REMEMBERED_ACCOUNTS_MAX = 10_000;

/** Round robin between accounts: the one that was served longest ago comes first, a newcomer before all others. */
export class RoundRobin {
  /** Accounts in the order served, the latest last. */
  readonly #served = new Set<string>();

  constructor(private readonly slotsPerAccount: number) {}

  /** Returns the next turn among the accounts that wait and have a free slot; within an account the oldest backtest is first. */
  next(accounts: readonly WaitingAccount[]): Turn | undefined {
    const order = new Map([...this.#served].map((accountId, index) => [accountId, index]));
    const rank = ({ accountId }: WaitingAccount) => order.get(accountId) ?? -1;
    const turns = accounts
      .map((account) => ({ account, slot: this.#freeSlot(account) }))
      .filter((turn): turn is { account: WaitingAccount; slot: number } => turn.slot !== undefined)
      .sort(
        ({ account: left }, { account: right }) =>
          rank(left) - rank(right) || (left.oldestQueuedId < right.oldestQueuedId ? -1 : 1),
      );
    const [first] = turns;
    return first && { accountId: first.account.accountId, backtestId: first.account.oldestQueuedId, slot: first.slot };
  }

  /** Remembers that an account had its turn. */
  served(accountId: string): void {
    this.#served.delete(accountId);
    this.#served.add(accountId);
    const [oldest] = this.#served;
    if (this.#served.size > REMEMBERED_ACCOUNTS_MAX && oldest !== undefined) this.#served.delete(oldest);
  }

  #freeSlot({ usedSlots }: WaitingAccount): number | undefined {
    const slots = Array.from({ length: this.slotsPerAccount }, (_, slot) => slot);
    return slots.find((slot) => !usedSlots.includes(slot));
  }
}
