import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { MicroUsdc } from '@platform/kit/money';
import type { Address } from 'viem';
import { z } from 'zod';
import { RecentReads } from '../../http/index.js';
import type { FoundWithdrawal, OpenOrder, Position } from '../../trading-accounts/index.js';
import type { HyperliquidClient, Priority } from '../client/index.js';
import { WITHDRAWAL_FEE_MICRO_USDC } from '../codec/index.js';
import { microUsdc } from './amounts.js';
import { type BridgeCredit, CreditPolling } from './credit-polling.js';
import { assetPositions, openOrders, positions } from './holdings.js';

const VENUE = 'hyperliquid';
const Role = z.object({ role: z.string() });
const LedgerUpdates = z.array(
  z.object({
    time: z.int(),
    hash: z.string(),
    delta: z.object({
      type: z.string(),
      usdc: microUsdc.optional(),
      // Other kinds of entries may give these another shape.
      nonce: z.int().optional().catch(undefined),
      fee: microUsdc.optional().catch(undefined),
    }),
  }),
);
const State = z.object({ marginSummary: z.object({ accountValue: microUsdc }), withdrawable: microUsdc });
const Standing = State.extend({ assetPositions });

/** An account's money at Hyperliquid's perpetuals. */
export interface HyperliquidBalance {
  /** Equity: money plus the unrealised result of positions. */
  readonly equityMicroUsdc: MicroUsdc;
  /** The amount that may be withdrawn now. */
  readonly withdrawableMicroUsdc: MicroUsdc;
}

/**
 * Reads the state of wallets from Hyperliquid; failures are `wallet_upstream_unavailable`. Each read is the cheapest by the venue's
 * weights: an account's state costs 2, its role 60.
 */
export class HyperliquidInfo {
  readonly #balances: RecentReads<HyperliquidBalance>;
  readonly #positions: RecentReads<Position[]>;
  readonly #openOrders: RecentReads<OpenOrder[]>;
  readonly #credits: CreditPolling;

  /** `clock`: the machine's, since requests wait in real time. */
  constructor(
    private readonly client: HyperliquidClient,
    clock: Clock,
  ) {
    const recent = <Answer>(type: string, read: (address: Address) => Promise<Answer>) =>
      new RecentReads(read, () => client.mustWait(type, 'read'), clock);
    this.#balances = recent('clearinghouseState', (address) => this.#state(address, 'read'));
    this.#positions = recent('clearinghouseState', (user) =>
      this.#ask({ type: 'clearinghouseState', user }, positions, 'read'),
    );
    this.#openOrders = recent('frontendOpenOrders', (user) =>
      this.#ask({ type: 'frontendOpenOrders', user }, openOrders, 'read'),
    );
    this.#credits = new CreditPolling(
      {
        equity: async (address) => (await this.#state(address, 'proof')).equityMicroUsdc,
        ledger: (address, sinceMs) => this.#ledger(address, sinceMs),
      },
      clock,
    );
  }

  /**
   * Returns whether the venue has an account for the wallet: it creates one with the first credit. Every wallet with money there has one.
   */
  async hasAccount(address: Address): Promise<boolean> {
    const { equityMicroUsdc } = await this.#state(address, 'proof');
    if (equityMicroUsdc !== 0n) return true;
    const { role } = await this.#ask({ type: 'userRole', user: address }, Role, 'proof');
    return role !== 'missing';
  }

  /** Returns whether the wallet has money there, read now. */
  async isFunded(address: Address): Promise<boolean> {
    return (await this.#state(address, 'read')).equityMicroUsdc !== 0n;
  }

  /** Returns the wallet's balance, read now; up to 15 seconds old while reads have to wait for the venue's allowance. */
  balance(address: Address): Promise<HyperliquidBalance> {
    return this.#balances.of(address);
  }

  /** Returns the wallet's positions at the venue's own exchange; as old as a balance. */
  positions(address: Address): Promise<readonly Position[]> {
    return this.#positions.of(address);
  }

  /** Returns the wallet's equity and positions, read now and at once. */
  async standing(user: Address): Promise<{ equityMicroUsdc: MicroUsdc; positions: Position[] }> {
    const state = await this.#ask({ type: 'clearinghouseState', user }, Standing, 'money');
    return { equityMicroUsdc: state.marginSummary.accountValue, positions: state.assetPositions };
  }

  /** Returns the wallet's orders at the venue's own exchange that rest or wait; as old as a balance. */
  openOrders(address: Address): Promise<readonly OpenOrder[]> {
    return this.#openOrders.of(address);
  }

  /** Returns the venue's credits to the wallet from an instant on, oldest first. See `CreditPolling` for the delay. */
  bridgeCredits(address: Address, sinceMs: number): Promise<readonly BridgeCredit[]> {
    return this.#credits.look(address, sinceMs);
  }

  /** Returns what the wallet may withdraw, read now. */
  async withdrawable(address: Address): Promise<MicroUsdc> {
    const { withdrawableMicroUsdc } = await this.#state(address, 'money');
    return withdrawableMicroUsdc > 0n ? withdrawableMicroUsdc : 0n;
  }

  /** Returns the wallet's withdrawal with a nonce, in the venue's ledger from an instant on; undefined while there is none. */
  async withdrawal(address: Address, nonce: number, sinceMs: number): Promise<FoundWithdrawal | undefined> {
    const updates = await this.#updates(address, sinceMs, 'money');
    const found = updates.find(({ delta }) => delta.type === 'withdraw' && delta.nonce === nonce);
    return found && { feeMicroUsdc: found.delta.fee ?? WITHDRAWAL_FEE_MICRO_USDC };
  }

  /** Rejects unless the venue's server answers: any answer counts except its own failure. Asks for no data, which has a weight. */
  checkReachable(): Promise<void> {
    return this.client.checkReachable();
  }

  /** Disconnects. */
  close(): Promise<void> {
    return this.client.close();
  }

  async #state(address: Address, priority: Priority): Promise<HyperliquidBalance> {
    const question = { type: 'clearinghouseState', user: address };
    const { marginSummary, withdrawable } = await this.#ask(question, State, priority);
    return { equityMicroUsdc: marginSummary.accountValue, withdrawableMicroUsdc: withdrawable };
  }

  async #ledger(address: Address, sinceMs: number): Promise<BridgeCredit[]> {
    const updates = await this.#updates(address, sinceMs, 'proof');
    // The venue credits many at one instant, under one hash: those of one address are distinguished by their order.
    const alike = new Map<string, number>();
    return updates.flatMap(({ time, hash, delta }) => {
      if (delta.type !== 'deposit' || delta.usdc === undefined) return [];
      const id = `${time}:${hash}`;
      const earlier = alike.get(id) ?? 0;
      alike.set(id, earlier + 1);
      return [{ id: earlier === 0 ? id : `${id}:${earlier}`, amountMicroUsdc: delta.usdc }];
    });
  }

  #updates(user: Address, startTime: number, priority: Priority): Promise<z.output<typeof LedgerUpdates>> {
    return this.#ask({ type: 'userNonFundingLedgerUpdates', user, startTime }, LedgerUpdates, priority);
  }

  async #ask<Answer>(
    request: { readonly type: string; readonly user: Address; readonly startTime?: number },
    answer: z.ZodType<Answer>,
    priority: Priority,
  ): Promise<Answer> {
    try {
      return (await this.client.ask({ request, answer, priority })).data;
    } catch (error) {
      throw new PlatformError('wallet_upstream_unavailable', { details: { venue: VENUE }, cause: error });
    }
  }
}
