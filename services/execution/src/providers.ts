import type { Clock } from '@platform/clock';
import { createGrpcClient, createHealthClient, type GrpcTls } from '@platform/grpc';
import type { Closeable } from '@platform/lifecycle';
import { walletService } from '@platform/protos/wallet';
import { TokenMinter } from '@platform/tokens';
import type { ExecutionProviders } from './executions/submission.js';
import { HyperliquidClient } from './venues/hyperliquid/client.js';
import { HyperliquidVenue } from './venues/hyperliquid/hyperliquid.js';
import { GrpcTradingWallets } from './wallets/trading-wallets.js';

/** Shorter than what callers wait for an answer. */
const VENUE_TIMEOUT_MS = 5_000;

/** Where the providers are, and how the wallet is spoken to; undefined is what isn't configured. */
export interface ProviderAddresses {
  readonly hyperliquidUrl: string | undefined;
  readonly walletAddress: string | undefined;
  readonly workloadKeyFile: string | undefined;
  readonly tls: GrpcTls | undefined;
}

/** The providers with what closes their connections; undefined unless all are configured. */
export async function connectProviders(
  { hyperliquidUrl, walletAddress, workloadKeyFile, tls }: ProviderAddresses,
  clock: Clock,
): Promise<(ExecutionProviders & Closeable) | undefined> {
  if (hyperliquidUrl === undefined || walletAddress === undefined || workloadKeyFile === undefined) return undefined;
  const wallet = createGrpcClient(walletService.definition, walletAddress, tls);
  const health = createHealthClient(walletAddress, tls);
  const minter = await TokenMinter.open('execution', workloadKeyFile, clock);
  const wallets = new GrpcTradingWallets(wallet, health, minter);
  const hyperliquid = new HyperliquidClient(hyperliquidUrl, VENUE_TIMEOUT_MS);
  return {
    wallets,
    venues: new Map([['hyperliquid', new HyperliquidVenue(hyperliquid, wallets)]]),
    close: async () => {
      wallet.close();
      health.close();
      await hyperliquid.close();
    },
  };
}
