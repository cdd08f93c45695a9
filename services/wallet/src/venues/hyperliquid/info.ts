import type { Clock } from '@platform/clock';
import { PlatformError } from '@platform/errors';
import type { MicroUsdc } from '@platform/money';
import type { HyperliquidClient, Importance } from '@platform/venue-client-hyperliquid';
import { LRUCache } from 'lru-cache';
import type { Address } from 'viem';
import { z } from 'zod';
import { type BridgeCredit, CreditLooks } from './credit-looks.js';

const VENUE = 'hyperliquid';
const DECIMALS = 6;

const decimal = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .transform(toMicroUsdc);
const Role = z.object({ role: z.string() });
const LedgerUpdates = z.array(
  z.object({ time: z.int(), hash: z.string(), delta: z.object({ type: z.string(), usdc: decimal.optional() }) }),
);
const State = z.object({ marginSummary: z.object({ accountValue: decimal }), withdrawable: decimal });

/** An account's money at Hyperliquid's perpetuals. */
export interface HyperliquidBalance {
  /** Equity: money and what positions have won or lost. */
  readonly equityMicroUsdc: MicroUsdc;
  /** What may be taken out now. */
  readonly withdrawableMicroUsdc: MicroUsdc;
}

/** How old a balance may be that is shown while the venue's allowance is short (docs/interface.md, limits). */
const BALANCE_AGE_MS_MAX = 15_000;
const BALANCES_MAX = 10_000;

interface KnownBalance {
  readonly readAtMs: number;
  readonly balance: Promise<HyperliquidBalance>;
}

/**
 * What Hyperliquid says of wallets; failures are `wallet_upstream_unavailable`. Each question is put as cheaply as the venue's
 * weights allow: what an account has costs 2, what role it has 60.
 */
export class HyperliquidInfo {
  readonly #balances = new LRUCache<Address, KnownBalance>({ max: BALANCES_MAX });
  readonly #credits: CreditLooks;

  /** `clock`: the machine's, since requests wait in real time. */
  constructor(
    private readonly client: HyperliquidClient,
    private readonly clock: Clock,
  ) {
    this.#credits = new CreditLooks(
      {
        equity: async (address) => (await this.#state(address, 'proof')).equityMicroUsdc,
        ledger: (address, sinceMs) => this.#ledger(address, sinceMs),
      },
      clock,
    );
  }

  /** Whether the venue has an account for the wallet: it makes one with the first credit. Whoever has money there has one. */
  async hasAccount(address: Address): Promise<boolean> {
    const { equityMicroUsdc } = await this.#state(address, 'proof');
    if (equityMicroUsdc !== 0n) return true;
    const { role } = await this.#ask({ type: 'userRole', user: address }, Role, 'proof');
    return role !== 'missing';
  }

  /** Whether the wallet has money there, read now. */
  async isFunded(address: Address): Promise<boolean> {
    return (await this.#state(address, 'read')).equityMicroUsdc !== 0n;
  }

  /** The wallet's balance, read now; up to 15 seconds old while reads have to wait for the venue's allowance. */
  async balance(address: Address): Promise<HyperliquidBalance> {
    const known = this.#balances.get(address);
    const isRecent = known !== undefined && this.clock.nowMs() - known.readAtMs < BALANCE_AGE_MS_MAX;
    if (isRecent && this.client.mustWait('clearinghouseState', 'read')) return known.balance;
    const reading = { readAtMs: this.clock.nowMs(), balance: this.#state(address, 'read') };
    this.#balances.set(address, reading);
    reading.balance.catch(() => {
      if (this.#balances.get(address) === reading) this.#balances.delete(address);
    });
    return reading.balance;
  }

  /** What the venue has credited to the wallet from an instant on, oldest first. See `CreditLooks` for how soon it shows. */
  bridgeCredits(address: Address, sinceMs: number): Promise<readonly BridgeCredit[]> {
    return this.#credits.look(address, sinceMs);
  }

  /** Rejects unless the venue's server answers: any answer but a failure of its own. Asks for no data, which has a weight. */
  checkReachable(): Promise<void> {
    return this.client.checkReachable();
  }

  /** Disconnects. */
  close(): Promise<void> {
    return this.client.close();
  }

  async #state(address: Address, importance: Importance): Promise<HyperliquidBalance> {
    const question = { type: 'clearinghouseState', user: address };
    const { marginSummary, withdrawable } = await this.#ask(question, State, importance);
    return { equityMicroUsdc: marginSummary.accountValue, withdrawableMicroUsdc: withdrawable };
  }

  async #ledger(address: Address, sinceMs: number): Promise<BridgeCredit[]> {
    const question = { type: 'userNonFundingLedgerUpdates', user: address, startTime: sinceMs };
    const updates = await this.#ask(question, LedgerUpdates, 'proof');
    // The venue credits many at one instant, under one hash: those of one address are told apart by their order.
    const alike = new Map<string, number>();
    return updates.flatMap(({ time, hash, delta }) => {
      if (delta.type !== 'deposit' || delta.usdc === undefined) return [];
      const id = `${time}:${hash}`;
      const earlier = alike.get(id) ?? 0;
      alike.set(id, earlier + 1);
      return [{ id: earlier === 0 ? id : `${id}:${earlier}`, amountMicroUsdc: delta.usdc }];
    });
  }

  async #ask<Answer>(
    request: { readonly type: string; readonly user: Address },
    answer: z.ZodType<Answer>,
    importance: Importance,
  ): Promise<Answer> {
    try {
      return (await this.client.ask({ request, answer, importance })).data;
    } catch (error) {
      throw new PlatformError('wallet_upstream_unavailable', { details: { venue: VENUE }, cause: error });
    }
  }
}

/** Millionths, cut off: the venue may state more digits than USDC has. */
function toMicroUsdc(text: string): MicroUsdc {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const amount = BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
  return text.startsWith('-') ? -amount : amount;
}
