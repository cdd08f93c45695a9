import { httpUrl } from '@platform/kit/config';
import type { z } from 'zod';
import type { VenueParts, WalletVenue } from '../../trading-accounts/index.js';
import { builderSetting, HyperliquidClient, SHARES, shareSetting } from '../client/index.js';
import { BUILDER_FEE_TENTHS_OF_BASIS_POINT } from '../codec/index.js';
import { HyperliquidApprovals } from './approvals.js';
import { HyperliquidInfo } from './info.js';
import { payment, setupSteps } from './setup.js';
import { agentApprovals, feeApprovals, l1Actions } from './signing.js';
import { hyperliquidWithdrawals } from './withdrawals.js';

/** The environment settings of the venue. */
export const hyperliquidSettings = {
  HYPERLIQUID_API_URL: httpUrl.describe('the venue'),
  HYPERLIQUID_WEIGHT_PER_MINUTE: shareSetting(SHARES.wallet),
  HYPERLIQUID_BUILDER_ADDRESS: builderSetting,
};

/** Opens the venue as it is configured. */
export function openHyperliquid(
  environment: z.output<z.ZodObject<typeof hyperliquidSettings>>,
  { nonces, clock, openBudget }: Pick<VenueParts<'unused-above-window'>, 'nonces' | 'clock' | 'openBudget'>,
): WalletVenue {
  const { HYPERLIQUID_API_URL: url, HYPERLIQUID_WEIGHT_PER_MINUTE: weightPerMinute } = environment;
  const client = new HyperliquidClient({ url, weightPerMinute, clock, openBudget });
  const info = new HyperliquidInfo(client, clock);
  const { HYPERLIQUID_BUILDER_ADDRESS: builderAddress } = environment;
  return {
    equity: async (address) => (await info.balance(address)).equityMicroUsdc,
    figures: async (address) => {
      const { equityMicroUsdc, withdrawableMicroUsdc } = await info.balance(address);
      return { perp_equity_usd: equityMicroUsdc, perp_withdrawable_usd: withdrawableMicroUsdc };
    },
    positions: (address) => info.positions(address),
    standing: (address) => info.standing(address),
    openOrders: (address) => info.openOrders(address),
    isFunded: (address) => info.isFunded(address),
    payment,
    setup: setupSteps(info),
    signing: {
      action: l1Actions(nonces),
      agent: agentApprovals(nonces),
      readHeaders: undefined,
      fee:
        builderAddress &&
        feeApprovals({ builderAddress, maximumFeeTenthsOfBasisPoint: BUILDER_FEE_TENTHS_OF_BASIS_POINT }, nonces),
    },
    withdrawals: hyperliquidWithdrawals(client, info, nonces),
    approvals: new HyperliquidApprovals(client, clock),
    checkReachable: () => info.checkReachable(),
    close: () => info.close(),
  };
}
