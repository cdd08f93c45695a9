import type { WalletServiceDefinition } from '@platform/protos/wallet';
import type { CallOptions, GrpcClient } from '@platform/rpc/grpc';
import type { SubgraphRequest } from '@platform/rpc/subgraph';
import DataLoader from 'dataloader';
import { toTradingAccount, toTradingAccountState, toWallet, type WalletParts } from './mapping.js';
import type { TradingAccount, TradingAccountState } from './schema/trading-account.js';

type WalletClient = GrpcClient<WalletServiceDefinition>;

const BATCH_SIZE_MAX = 100;
/** Each state is a read of its venue. */
const STATES_MAX = 20;
const PRIMARY = '';

/** Context of the resolvers, created once per request. */
export interface WalletContext extends SubgraphRequest {
  readonly client: WalletClient;
  /** Metadata of each call to the service. */
  readonly call: CallOptions;
  /** Returns a wallet of the caller, by default the primary one; fetched once per request, however often it is resolved. */
  readonly walletAt: (accountAddress: string | undefined) => Promise<WalletParts>;
  /** The caller's trading accounts by id, many in one call; null if there is none. */
  readonly tradingAccounts: DataLoader<string, TradingAccount | null>;
  /** What the venues say of them, by id. */
  readonly tradingAccountStates: DataLoader<string, TradingAccountState | null>;
}

/** Returns the context of a request over a client of the wallet service. */
export function createContext(client: WalletClient, request: SubgraphRequest): WalletContext {
  const call = { token: request.token, requestId: request.requestId };
  const wallets = new DataLoader<string, WalletParts>(
    async ([address = PRIMARY]) => [await getWallet(client, call, address)],
    { maxBatchSize: 1 },
  );
  const tradingAccounts = new DataLoader<string, TradingAccount | null>(
    async (ids) => {
      const { accounts } = await client.batchGetTradingAccounts({ ids: [...ids] }, call);
      const found = new Map(accounts.map((message) => [message.id, toTradingAccount(message)]));
      return ids.map((id) => found.get(id) ?? null);
    },
    { maxBatchSize: BATCH_SIZE_MAX },
  );
  const tradingAccountStates = new DataLoader<string, TradingAccountState | null>(
    async (ids) => {
      const { states } = await client.readTradingAccounts({ ids: [...ids] }, call);
      const found = new Map(states.map((message) => [message.id, toTradingAccountState(message)]));
      return ids.map((id) => found.get(id) ?? null);
    },
    { maxBatchSize: STATES_MAX },
  );
  const walletAt = (accountAddress: string | undefined) => wallets.load(accountAddress ?? PRIMARY);
  return { ...request, client, call, walletAt, tradingAccounts, tradingAccountStates };
}

async function getWallet(client: WalletClient, call: CallOptions, address: string): Promise<WalletParts> {
  const { wallet } = await client.getWallet(address === PRIMARY ? {} : { accountAddress: address }, call);
  if (wallet === null) throw new Error('the wallet service returned no wallet');
  return toWallet(wallet);
}
