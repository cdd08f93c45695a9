import type { IdentityServiceDefinition } from '@platform/protos/identity';
import type { CallOptions, GrpcClient } from '@platform/rpc/grpc';
import type { SubgraphRequest } from '@platform/rpc/subgraph';
import { toAccount } from './mapping.js';
import type { Account } from './schema/account.js';

type IdentityClient = GrpcClient<IdentityServiceDefinition>;

/** Context of the resolvers, created once per request. */
export interface IdentityContext extends SubgraphRequest {
  readonly client: IdentityClient;
  /** Metadata of each call to the service. */
  readonly call: CallOptions;
  /** The caller's account; fetched once per request, however often it is resolved. */
  readonly callersAccount: () => Promise<Account>;
}

/** Returns the context of a request over a client of the identity service. */
export function createContext(client: IdentityClient, request: SubgraphRequest): IdentityContext {
  const call = { token: request.token, requestId: request.requestId };
  let account: Promise<Account> | undefined;
  return {
    ...request,
    client,
    call,
    callersAccount: () => {
      account ??= getAccount(client, call);
      return account;
    },
  };
}

async function getAccount(client: IdentityClient, call: CallOptions): Promise<Account> {
  const { account } = await client.getAccount({}, call);
  if (account === null) throw new Error('the identity service returned no account');
  return toAccount(account);
}
