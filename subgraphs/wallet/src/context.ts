import type { WalletServiceDefinition } from '@platform/protos/wallet';
import type { CallOptions, GrpcClient } from '@platform/rpc/grpc';
import type { SubgraphRequest } from '@platform/rpc/subgraph';
import { toWallet, type WalletParts } from './mapping.js';

type WalletClient = GrpcClient<WalletServiceDefinition>;

/** Context of the resolvers, created once per request. */
export interface WalletContext extends SubgraphRequest {
  readonly client: WalletClient;
  /** Metadata of each call to the service. */
  readonly call: CallOptions;
  /** The caller's wallet; fetched once per request, however often it is resolved. */
  readonly callersWallet: () => Promise<WalletParts>;
}

/** Returns the context of a request over a client of the wallet service. */
export function createContext(client: WalletClient, request: SubgraphRequest): WalletContext {
  const call = { token: request.token, requestId: request.requestId };
  let wallet: Promise<WalletParts> | undefined;
  return {
    ...request,
    client,
    call,
    callersWallet: () => {
      wallet ??= getWallet(client, call);
      return wallet;
    },
  };
}

async function getWallet(client: WalletClient, call: CallOptions): Promise<WalletParts> {
  const { wallet } = await client.getWallet({}, call);
  if (wallet === null) throw new Error('the wallet service returned no wallet');
  return toWallet(wallet);
}
