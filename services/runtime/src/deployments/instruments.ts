import type { TokenMinter } from '@platform/keys/tokens';
import type { ContextServiceDefinition } from '@platform/protos/context';
import type { GrpcClient } from '@platform/rpc/grpc';
import { z } from 'zod';
import { requirePair } from '../backtests/canonical-symbols.js';
import type { BotMarket } from '../bots/placement.js';
import type { DeploymentRecord } from './record.js';

const AUDIENCE = 'context';
const kinds = z.enum(['perpetual', 'spot', 'prediction']);

/** The markets that a deployment may follow: its own first. */
export type MarketsOf = (record: DeploymentRecord) => Promise<BotMarket[]>;

/** Reads them from the context service. */
export function contextMarkets(
  client: GrpcClient<ContextServiceDefinition>,
  minter: TokenMinter,
  nextRequestId: () => string,
): MarketsOf {
  return async ({ _id, accountId, venue, framework, symbols, canonicalSymbols }) => {
    const caller = { kind: 'workload', workload: 'runtime', accountId, cause: `deployment ${_id}` } as const;
    const call = { token: await minter.mint(caller, AUDIENCE), requestId: nextRequestId() };
    const { instruments } = await client.listInstruments({ venue, symbols: [...canonicalSymbols] }, call);
    const own = new Map(canonicalSymbols.map((symbol, index) => [symbol, symbols[index]]));
    const { canonical } = requirePair(framework.id, venue);
    return instruments.flatMap(({ symbol, coin, kind, sizeDecimals, tickSize, maxLeverage = 1, markPrice }) => {
      // Others are followed only where the framework names them as the platform does.
      const alias = own.get(symbol) ?? (canonical(symbol) === symbol ? symbol : undefined);
      if (alias === undefined) return [];
      return [{ alias, symbol, coin, kind: kinds.parse(kind), sizeDecimals, tickSize, maxLeverage, markPrice }];
    });
  };
}
