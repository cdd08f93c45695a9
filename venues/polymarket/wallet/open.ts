// Why: docs/decisions/venues/polymarket-setup.md
import { PlatformError } from '@platform/errors';
import { httpUrl, Secret, secretText } from '@platform/kit/config';
import type { Address } from 'viem';
import type { z } from 'zod';
import {
  noAgents,
  noApprovals,
  type OpenOrder,
  type VenueParts,
  type WalletVenue,
} from '../../trading-accounts/index.js';
import {
  PolymarketAccounts,
  PolymarketBridge,
  PolymarketRelayer,
  PolymarketTrading,
  SHARES,
  shareSetting,
} from '../client/index.js';
import { type ClobCredentials, depositWalletOf, requestHeaders } from '../codec/index.js';
import { builderSignature } from './builder.js';
import { clobAccounts, keptCredentials } from './clob-accounts.js';
import { DepositWallets } from './deposit-wallets.js';
import { openOrderOf } from './holdings.js';
import { PositionBatches } from './positions/batches.js';
import { Positions } from './positions/positions.js';
import { Registration } from './registration.js';
import { paymentOver, setupSteps } from './setup.js';
import { lookUpBatch, readHeaders, tradingRequests } from './signing.js';
import { ofVenue } from './upstream.js';
import { polymarketWithdrawals } from './withdrawals.js';

/** The environment settings of the venue. */
export const polymarketSettings = {
  POLYMARKET_CLOB_URL: httpUrl.describe("base of Polymarket's CLOB"),
  POLYMARKET_BRIDGE_URL: httpUrl.describe("base of Polymarket's bridge"),
  POLYMARKET_RELAYER_URL: httpUrl.describe("base of Polymarket's relayer"),
  POLYMARKET_CLOB_REQUESTS_PER_MINUTE: shareSetting('clob', SHARES.wallet),
  POLYMARKET_BUILDER_KEY: secretText
    .optional()
    .describe("key of the builder for whose users Polymarket's relayer sends; without it no wallet is set up there"),
  POLYMARKET_BUILDER_SECRET: secretText.optional().describe('secret of POLYMARKET_BUILDER_KEY, in base64'),
  POLYMARKET_BUILDER_PASSPHRASE: secretText.optional().describe('passphrase of POLYMARKET_BUILDER_KEY'),
};
type Environment = z.output<z.ZodObject<typeof polymarketSettings>>;

/** Opens the venue as it is configured. */
export function openPolymarket(
  environment: Environment,
  { chain, secrets, clock, openBudget }: VenueParts<'none'>,
): WalletVenue {
  const { POLYMARKET_CLOB_URL: clobUrl, POLYMARKET_CLOB_REQUESTS_PER_MINUTE: requestsPerMinute } = environment;
  // Opening accounts and reading orders share what this process may ask.
  const clob = { clobUrl, requestsPerMinute: requestsPerMinute / 2, clock, openBudget };
  const accounts = new PolymarketAccounts(clob);
  const trading = new PolymarketTrading(clob);
  const bridge = new PolymarketBridge({ url: environment.POLYMARKET_BRIDGE_URL, clock, openBudget });
  const credentials = builderOf(environment);
  const builder = credentials && builderSignature(credentials, clock);
  const relayer = new PolymarketRelayer({
    url: environment.POLYMARKET_RELAYER_URL,
    share: 'wallet',
    clock,
    openBudget,
  });
  const relay = builder && ((body: string) => relayer.submit(body, builder(body)));
  const polygon = chain('polygon');
  const wallets = new DepositWallets(polygon);
  const registration = new Registration({ wallets, relay, accounts, secrets, clock });
  const batches = new PositionBatches({ wallets, positions: new Positions(polygon), builder });
  const known = clobAccounts(secrets);
  const cash = (owner: Address) => wallets.cash(depositWalletOf(owner));
  const openOrders = async (owner: Address): Promise<readonly OpenOrder[]> => {
    const kept = await keptCredentials(secrets, owner);
    if (kept === undefined) return [];
    const orders = trading.openOrders({}, async (request) =>
      requestHeaders(owner, kept, request, Math.floor(clock.nowMs() / 1_000)),
    );
    return (await ofVenue(orders)).map(openOrderOf);
  };
  return {
    equity: cash,
    figures: async (owner) => ({ cash_usd: await cash(owner) }),
    // Shares are no positions with a margin: nothing shows them yet.
    positions: async () => {
      throw new PlatformError('feature_not_available');
    },
    standing: async (owner) => ({ equityMicroUsdc: await cash(owner), positions: [] }),
    openOrders,
    isFunded: async (owner) => (await cash(owner)) !== 0n,
    // What is paid could not be traded with.
    payment: paymentOver(bridge, builder !== undefined),
    setup: setupSteps({ bridge, wallets, registration }),
    signing: {
      action: tradingRequests(known, batches, clock),
      lookUp: (owner, sent) => lookUpBatch(batches, owner, sent),
      agent: noAgents('polymarket'),
      readHeaders: async (owner, path) => readHeaders(await known(owner), path, clock.nowMs()),
      fee: undefined,
    },
    approvals: noApprovals,
    withdrawals: polymarketWithdrawals({ bridge, relay, wallets, clock }),
    checkReachable: () => accounts.checkReachable(),
    close: async () => {
      await Promise.all([accounts, trading, bridge, relayer].map((each) => each.close()));
    },
  };
}

/** Returns the builder's credentials; undefined unless all three are configured. */
function builderOf(environment: Environment): Secret<ClobCredentials> | undefined {
  const { POLYMARKET_BUILDER_KEY: key, POLYMARKET_BUILDER_SECRET: secret } = environment;
  const { POLYMARKET_BUILDER_PASSPHRASE: passphrase } = environment;
  if (key === undefined || secret === undefined || passphrase === undefined) return undefined;
  return new Secret({ key: key.reveal(), secret: secret.reveal(), passphrase: passphrase.reveal() });
}
