// Why: docs/decisions/venues/lighter-setup.md
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { httpUrl } from '@platform/kit/config';
import { z } from 'zod';
import { noAgents, noApprovals, type VenueParts, type WalletVenue } from '../../trading-accounts/index.js';
import { LighterTrading, SHARES, shareSetting, TRANSACTION_SHARES, transactionsSetting } from '../client/index.js';
import { LighterSigner } from '../signer/index.js';
import { ApiKeys } from './api-keys.js';
import { Claims } from './claims.js';
import { LighterInfo } from './info.js';
import { Registration } from './registration.js';
import { paymentOver, setupSteps } from './setup.js';
import { giveBack, readHeaders, tradingActions } from './signing.js';
import { lighterWithdrawals } from './withdrawals.js';

/** The environment settings of the venue. */
export const lighterSettings = {
  LIGHTER_API_URL: httpUrl.describe("base of Lighter's API"),
  LIGHTER_WALLET_REQUESTS_PER_MINUTE: shareSetting(SHARES.wallet),
  LIGHTER_WALLET_TRANSACTIONS_PER_MINUTE: transactionsSetting(TRANSACTION_SHARES.wallet),
  LIGHTER_SIGNER_PROGRAM: z
    .string()
    .optional()
    .describe("file of the program that holds Lighter's signer; without it no wallet is set up there"),
  LIGHTER_SIGNER_LIBRARY: z
    .string()
    .optional()
    .describe('file of the shared library that LIGHTER_SIGNER_PROGRAM loads; it may come later'),
};

/** Opens the venue as it is configured. */
export function openLighter(
  environment: z.output<z.ZodObject<typeof lighterSettings>>,
  { nonces, secrets, clock, openBudget }: Omit<VenueParts<'consecutive'>, 'chain'>,
): WalletVenue {
  const { LIGHTER_API_URL: url, LIGHTER_WALLET_REQUESTS_PER_MINUTE: requestsPerMinute } = environment;
  const { LIGHTER_WALLET_TRANSACTIONS_PER_MINUTE: transactionsPerMinute } = environment;
  const { LIGHTER_SIGNER_PROGRAM: program = '', LIGHTER_SIGNER_LIBRARY: library = '' } = environment;
  const client = new LighterTrading({ url, requestsPerMinute, transactionsPerMinute, clock, openBudget });
  // Started at its first question: without its files none is answered.
  const signer = new LighterSigner({ program, library, clock });
  const keys = new ApiKeys(secrets, signer);
  const claims = new Claims({ client, nonces, wait });
  const signing = { client, keys, claims, clock };
  const info = new LighterInfo(client, signing);
  const trading = tradingActions(signing);
  const sign: typeof trading.sign = async (key, intent) => {
    const signed = await trading.sign(key, intent);
    info.forget(key.address);
    return signed;
  };
  const { accounts } = client;
  return {
    equity: async (owner) => (await info.account(owner))?.equityMicroUsdc ?? 0n,
    figures: async (owner) => ({ collateral_usd: (await info.account(owner))?.collateralMicroUsdc ?? 0n }),
    positions: (owner) => info.positions(owner),
    standing: (owner) => info.standing(owner),
    openOrders: (owner) => info.openOrders(owner),
    isFunded: async (owner) => ((await info.account(owner))?.equityMicroUsdc ?? 0n) !== 0n,
    // What is paid could not be traded with.
    payment: paymentOver(accounts, () => existsSync(program) && existsSync(library)),
    setup: setupSteps(accounts, new Registration({ client, keys })),
    signing: {
      action: { ...trading, sign },
      agent: noAgents('lighter'),
      readHeaders: (owner, path) => readHeaders(signing, owner, path),
      giveBack: (owner, signed) => giveBack(signing, owner, signed),
      fee: undefined,
    },
    approvals: noApprovals,
    withdrawals: lighterWithdrawals({ ...signing, newId: randomUUID }),
    checkReachable: () => client.checkReachable(),
    close: async () => {
      await Promise.all([client.close(), signer.close()]);
    },
  };
}
