import type { TokenMinter } from '@platform/keys/tokens';
import type { ContextServiceDefinition } from '@platform/protos/context';
import type { GrpcClient } from '@platform/rpc/grpc';
import type { DeploymentRecord } from '../record.js';
import type { MarketFacts } from './facts.js';

const AUDIENCE = 'context';

/** The markets of a deployment as they are now, in the order of its symbols; undefined for one that the venue does not have. */
export type MarketFactsOf = (record: DeploymentRecord) => Promise<readonly (MarketFacts | undefined)[]>;

/** Reads them from the context service. */
export function contextMarketFacts(
  client: GrpcClient<ContextServiceDefinition>,
  minter: TokenMinter,
  nextRequestId: () => string,
): MarketFactsOf {
  return async ({ _id, accountId, venue, canonicalSymbols }) => {
    const caller = {
      kind: 'workload',
      workload: 'runtime',
      accountId,
      cause: `diagnosis of deployment ${_id}`,
    } as const;
    const call = { token: await minter.mint(caller, AUDIENCE), requestId: nextRequestId() };
    const references = canonicalSymbols.map((symbol) => ({ venue, symbol }));
    const { markets } = await client.batchGetMarkets({ references }, call);
    const known = new Map(markets.map((market) => [market.symbol, market]));
    return canonicalSymbols.map((symbol) => {
      const market = known.get(symbol);
      if (market === undefined) return undefined;
      const { status, minOrderUsd, maxLeverage = 1 } = market;
      return { symbol, status, minOrderUsd: Number(minOrderUsd), maxLeverage };
    });
  };
}
