import type { Clock } from '@platform/kit/clock';
import type { MicroUsdc } from '@platform/kit/money';
import { LRUCache } from 'lru-cache';
import type { Address } from 'viem';

/** How long a read of the ledger stays valid while the account's equity is the same. */
const LEDGER_AGE_MS_MAX = 120_000;
/** A setup that looks back no further is young: its payment has not been credited and withdrawn again. */
const YOUNG_MS = 12 * 60_000;
const LOOKS_MAX = 1_000;

/** An entry of the venue's own ledger for a credited bridge payment. */
export interface BridgeCredit {
  /** Identifies the entry among those of its address: its time at the venue, its hash, and its index among equal ones. */
  readonly id: string;
  readonly amountMicroUsdc: MicroUsdc;
}

/** The reads of the venue: the equity is cheap, the ledger ten times as expensive. */
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
 * Polls for credits without reading the ledger each time: a credit changes the account's equity, so the ledger is read when that has
 * changed, and every two minutes in any case.
 */
export class CreditPolling {
  readonly #looks = new LRUCache<string, Look>({ max: LOOKS_MAX });

  constructor(
    private readonly reads: Reads,
    private readonly clock: Clock,
  ) {}

  /** Returns the visible credits from an instant on, oldest first. */
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
