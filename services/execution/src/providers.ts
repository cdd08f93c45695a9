import { TokenMinter } from '@platform/keys/tokens';
import type { Clock } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import { walletService } from '@platform/protos/wallet';
import { createGrpcClient, createHealthClient, type GrpcTls } from '@platform/rpc/grpc';
import type { SharedAllowances } from '@platform/store/allowances';
import { openVenues, type VenueEnvironment } from '@platform/venues/execution';
import type { ExecutionProviders } from './executions/submission.js';
import { GrpcTradingWallets } from './wallets/trading-wallets.js';

/** The addresses of the providers, and the settings of the connection to the wallet service; undefined is not configured. */
export interface ProviderAddresses {
  readonly venues: VenueEnvironment;
  readonly walletAddress: string | undefined;
  readonly workloadKeyFile: string | undefined;
  readonly tls: GrpcTls | undefined;
}

/** Connects the providers and returns them with the function that closes them; returns undefined unless all are configured. */
export async function connectProviders(
  { venues: environment, walletAddress, workloadKeyFile, tls }: ProviderAddresses,
  { clock, allowances }: { readonly clock: Clock; readonly allowances: SharedAllowances },
): Promise<(ExecutionProviders & Closeable) | undefined> {
  if (walletAddress === undefined || workloadKeyFile === undefined) return undefined;
  const wallet = createGrpcClient(walletService.definition, walletAddress, tls);
  const health = createHealthClient(walletAddress, tls);
  const minter = await TokenMinter.open('execution', workloadKeyFile, clock);
  const wallets = new GrpcTradingWallets(wallet, health, minter);
  const open = openVenues(environment, wallets, { clock, allowances });
  const close = async () => {
    wallet.close();
    health.close();
    await open?.close();
  };
  if (open !== undefined) return { wallets, venues: open.venues, close };
  await close();
  return undefined;
}
