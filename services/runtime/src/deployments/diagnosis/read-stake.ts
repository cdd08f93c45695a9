import { parseJsonObject } from '@platform/kit/json';
import { z } from 'zod';
import type { DeploymentRecord, DeploymentStrategy } from '../record.js';
import type { StakeFacts } from './facts.js';

/** What freqtrade takes where a config says nothing. */
const STAKE_USD = 100;
const SPENDABLE_RATIO = 0.99;
/** Methods of a strategy that decide as it runs how much a trade takes, or how much less it needs. */
const STAKE_METHODS = ['custom_stake_amount', 'leverage'];

const schema = z.object({
  stake_amount: z.union([z.number(), z.literal('unlimited')]).default(STAKE_USD),
  max_open_trades: z.number().optional(),
  tradable_balance_ratio: z.number().default(SPENDABLE_RATIO),
  available_capital: z.number().optional(),
});

/** Returns how much a trade of a deployment takes, as far as its config and the text of its strategy tell; undefined for other frameworks. */
export function readStake(
  { framework }: Pick<DeploymentRecord, 'framework'>,
  { code, configJson }: Pick<DeploymentStrategy, 'code' | 'configJson'>,
): StakeFacts | undefined {
  if (framework.id !== 'freqtrade') return undefined;
  const config = schema.safeParse(parseJsonObject(configJson));
  // Its config was checked by freqtrade: what is not understood here is not an error in it.
  if (!config.success) return undefined;
  const { stake_amount: stake, max_open_trades: tradesMax } = config.data;
  return {
    by: STAKE_METHODS.some((name) => code.includes(name)) ? 'strategy' : 'config',
    stake,
    tradesMax: tradesMax === -1 ? Number.POSITIVE_INFINITY : tradesMax,
    spendableRatio: config.data.tradable_balance_ratio,
    capitalUsd: config.data.available_capital,
  };
}
