import type { Clock } from '@platform/kit/clock';
import type { MicroUsdc } from '@platform/kit/money';
import { LRUCache } from 'lru-cache';
import type { Address } from 'viem';

/** How long what the ledger said holds while the account's equity is the same. */
const LEDGER_AGE_MS_MAX = 120_000;
/** A setup that asks for no more than this is young: what it waits for has not been credited and taken out again. */
const YOUNG_MS = 12 * 60_000;
const LOOKS_MAX = 1_000;

/** An entry of the venue's own ledger that says that it has credited what came over its bridge. */
export interface BridgeCredit {
  /** Names the entry among those of its address: its time at the venue, its hash, and which of such it is. */
  readonly id: string;
  readonly amountMicroUsdc: MicroUsdc;
}

/** What is asked of the venue: the equity is cheap, the ledger ten times as dear. */
interface Reads {
  equity(address: Address): Promise<MicroUsdc>;
  ledger(address: Address, sinceMs: number): Promise<readonly BridgeCredit[]>;
}

interface Look {
  readonly equityMicroUsdc: MicroUsdc;
  readonly ledgerReadAtMs: number;
  readonly credits: readonly BridgeCredit[];
}

/**
 * Looks for credits again and again without asking for the ledger each time: a credit changes the account's equity, so the
 * ledger is read when that has changed, and every two minutes in any case.
 */
export class CreditPolling {
  readonly #looks = new LRUCache<string, Look>({ max: LOOKS_MAX });

  constructor(
    private readonly reads: Reads,
    private readonly clock: Clock,
  ) {}

  /** The credits from an instant on, oldest first, as far as they show by now. */
  async look(address: Address, sinceMs: number): Promise<readonly BridgeCredit[]> {
    const key = `${address}:${sinceMs}`;
    const equityMicroUsdc = await this.reads.equity(address);
    const nowMs = this.clock.nowMs();
    const isYoung = nowMs - sinceMs < YOUNG_MS;
    const nothing = { equityMicroUsdc: 0n, ledgerReadAtMs: nowMs, credits: [] };
    const last = this.#looks.get(key) ?? (isYoung ? nothing : undefined);
    const isSame = last?.equityMicroUsdc === equityMicroUsdc && nowMs - last.ledgerReadAtMs < LEDGER_AGE_MS_MAX;
    const look = isSame
      ? last
      : { equityMicroUsdc, ledgerReadAtMs: nowMs, credits: await this.reads.ledger(address, sinceMs) };
    this.#looks.set(key, look);
    return look.credits;
  }
}
