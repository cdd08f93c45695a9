import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { type ApiKeyCreds, Chain, ClobClient, Side, SignatureTypeV2 } from '@polymarket/clob-client-v2';
import { type Address, createWalletClient, http, type WalletClient } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { polygon } from 'viem/chains';
import { createFaults, type Faults } from '../../../simulation/index.js';
import { type PolymarketOptions, type RunningPolymarket, startPolymarket } from '../server.js';
import { microOf } from '../trading/units.js';

export { Side } from '@polymarket/clob-client-v2';
export * from './chain.js';
export * from './unified-client.js';

/** Shared parts of tests of the trading side: a venue on a stopped clock, and users with the official client. */

const START_MS = Date.UTC(2026, 10, 23, 5);

/** A venue with its own state; `again` reopens the state on disk, as after a kill. */
export interface TestVenue extends RunningPolymarket {
  readonly clock: ManualClock;
  readonly faults: Faults;
  again(): Promise<TestVenue>;
  /** Moves the clock second by second, as long as a wait takes. */
  wait(seconds: number): Promise<void>;
}

/** Starts a venue with a stopped clock. */
export async function startTestVenue(
  options: Pick<PolymarketOptions, 'readLagMs'> = {},
  stateDirectory = mkdtempSync(join(tmpdir(), 'sandbox-polymarket-')),
  clock = new ManualClock(START_MS),
): Promise<TestVenue> {
  const faults = createFaults();
  const logger = createLogger({ process: 'test', level: 'silent' });
  const venue = await startPolymarket({
    ...{ host: '127.0.0.1', port: 0, seed: 1, recordingsDirectory: undefined, stateDirectory, faults, clock, logger },
    ...options,
  });
  const wait = async (seconds: number) => {
    for (let waited = 0; waited < seconds; waited += 1) {
      clock.advance(1_000);
      // The ticker wakes, and what it began is done, before the next second.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const again = async () => {
    await venue.close();
    return startTestVenue(options, stateDirectory, clock);
  };
  return { ...venue, clock, faults, again, wait };
}

/** A user with the official client; its money is in its account, or in its deposit wallet. */
export interface Trader {
  readonly client: ClobClient;
  readonly account: PrivateKeyAccount;
  readonly signer: WalletClient;
  readonly creds: ApiKeyCreds;
  /** The wallet that pays. */
  readonly wallet: Address;
  /** Returns another client of the same user with other options. */
  with(options: { readonly creds?: ApiKeyCreds; readonly signatureType?: SignatureTypeV2 }): ClobClient;
}

/** Makes a user with so much collateral and an API key. */
export async function newTrader(venue: TestVenue, usd: number, of: 'account' | 'wallet' = 'account'): Promise<Trader> {
  const account = privateKeyToAccount(generatePrivateKey());
  const isWallet = of === 'wallet';
  const wallet = isWallet ? privateKeyToAddress(generatePrivateKey()) : account.address;
  if (isWallet) venue.books.addWallet(wallet, account.address);
  venue.books.credit(wallet, microOf(usd));
  return openTrader(venue.clobUrl, account, wallet);
}

/** Makes an API key for an account whose money is at its own address, or at its deposit wallet's. */
export async function openTrader(clobUrl: string, account: PrivateKeyAccount, wallet: Address): Promise<Trader> {
  const signer = createWalletClient({ account, chain: polygon, transport: http() });
  const shared = { host: clobUrl, chain: Chain.POLYGON, signer, useServerTime: true, throwOnError: true };
  const creds = await new ClobClient(shared).createOrDeriveApiKey();
  const signatureType = wallet === account.address ? SignatureTypeV2.EOA : SignatureTypeV2.POLY_1271;
  const own = { ...shared, creds, signatureType, funderAddress: wallet };
  return {
    client: new ClobClient(own),
    account,
    signer,
    creds,
    wallet,
    with: (options) => new ClobClient({ ...own, ...options }),
  };
}

/** A market that is traded, with the best prices of its first token. */
export interface TestMarket {
  readonly conditionId: string;
  readonly tokenId: string;
  readonly tick: number;
  readonly bid: number;
  readonly ask: number;
}

/** What a test needs of a market. */
export interface Wanted {
  readonly negRisk?: boolean;
  /** Whether its schedule of fees is shown and is not none. */
  readonly hasFees?: boolean;
  /** Whether there is a price between the best ones. */
  readonly isWide?: boolean;
}

/** Returns a market whose price is far from the ends. */
export async function pickMarket(
  { client }: Trader,
  { negRisk = false, hasFees = false, isWide = false }: Wanted = {},
): Promise<TestMarket> {
  const { data } = await client.getSamplingMarkets();
  for (const { condition_id: conditionId, neg_risk, tokens } of data as Listed[]) {
    const tokenId = tokens[0]?.token_id ?? '';
    const [bid, ask] = [await priceOf(client, tokenId, Side.BUY), await priceOf(client, tokenId, Side.SELL)];
    if (neg_risk !== negRisk || bid < 0.2 || ask > 0.8) continue;
    const { mts, fd } = await client.getClobMarketInfo(conditionId);
    if (isWide && ask - bid < 1.5 * mts) continue;
    if ((fd?.r ?? 0) > 0 === hasFees) return { conditionId, tokenId, tick: mts, bid, ask };
  }
  throw new Error('there is no such market');
}

interface Listed {
  readonly condition_id: string;
  readonly neg_risk: boolean;
  readonly tokens: readonly { readonly token_id: string }[];
}

async function priceOf(client: ClobClient, tokenId: string, side: Side): Promise<number> {
  return Number((await client.getPrice(tokenId, side)).price);
}
