import { PlatformError } from '@platform/errors';
import type { MicroUsdc } from '@platform/money';
import type { Address } from 'viem';
import { z } from 'zod';

const TIMEOUT_MS = 2_000;
const ATTEMPTS = 2;
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

/** An entry of the venue's own ledger that says that it has credited what came over its bridge. */
export interface BridgeCredit {
  /** Names the entry: its time at the venue, and its hash. */
  readonly id: string;
  readonly amountMicroUsdc: MicroUsdc;
}

/** What Hyperliquid says of wallets. Reads alone, retried once; failures are `wallet_upstream_unavailable`. */
export class HyperliquidInfo {
  constructor(private readonly apiUrl: string) {}

  /** Whether the venue has an account for the wallet: it makes one with the first credit. */
  async hasAccount(address: Address): Promise<boolean> {
    const { role } = await this.#read({ type: 'userRole', user: address }, Role);
    return role !== 'missing';
  }

  /** The wallet's balance. */
  async balance(address: Address): Promise<HyperliquidBalance> {
    const { marginSummary, withdrawable } = await this.#read({ type: 'clearinghouseState', user: address }, State);
    return { equityMicroUsdc: marginSummary.accountValue, withdrawableMicroUsdc: withdrawable };
  }

  /** What the venue has credited to the wallet from an instant on, oldest first. */
  async bridgeCredits(address: Address, sinceMs: number): Promise<BridgeCredit[]> {
    const question = { type: 'userNonFundingLedgerUpdates', user: address, startTime: sinceMs };
    const updates = await this.#read(question, LedgerUpdates);
    return updates.flatMap(({ time, hash, delta }) =>
      delta.type === 'deposit' && delta.usdc !== undefined
        ? [{ id: `${time}:${hash}`, amountMicroUsdc: delta.usdc }]
        : [],
    );
  }

  /** Rejects unless the venue's server answers: any answer but a failure of its own. Asks for no data, which has a weight. */
  async checkReachable(): Promise<void> {
    const response = await fetch(this.apiUrl, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
    await response.body?.cancel();
    if (response.status >= 500) throw new Error(`the venue answered ${response.status}`);
  }

  async #read<Result>(request: object, schema: z.ZodType<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return schema.parse(await this.#post(request));
      } catch (error) {
        if (attempt < ATTEMPTS) continue;
        throw new PlatformError('wallet_upstream_unavailable', { details: { venue: 'hyperliquid' }, cause: error });
      }
    }
  }

  async #post(request: object): Promise<unknown> {
    const response = await fetch(new URL('/info', this.apiUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // Nobody but the venue is asked: a balance that another server states would be believed.
      redirect: 'error',
    });
    if (!response.ok) throw new Error(`the venue answered ${response.status}`);
    return response.json();
  }
}

/** Millionths, cut off: the venue may state more digits than USDC has. */
function toMicroUsdc(text: string): MicroUsdc {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const amount = BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
  return text.startsWith('-') ? -amount : amount;
}
