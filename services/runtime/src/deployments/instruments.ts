import type { TokenMinter } from '@platform/keys/tokens';
import type { ContextServiceDefinition } from '@platform/protos/context';
import type { GrpcClient } from '@platform/rpc/grpc';
import { z } from 'zod';
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
  return async ({ _id, accountId, venue, symbols, canonicalSymbols }) => {
    const caller = { kind: 'workload', workload: 'runtime', accountId, cause: `deployment ${_id}` } as const;
    const call = { token: await minter.mint(caller, AUDIENCE), requestId: nextRequestId() };
    const { instruments } = await client.listInstruments({ venue, symbols: [...canonicalSymbols] }, call);
    const aliases = new Map(canonicalSymbols.map((symbol, index) => [symbol, symbols[index] ?? symbol]));
    return instruments.map(({ symbol, coin, kind, sizeDecimals, tickSize, maxLeverage = 1, markPrice }) => ({
      ...{ alias: aliases.get(symbol) ?? symbol, symbol, coin, kind: kinds.parse(kind) },
      ...{ sizeDecimals, tickSize, maxLeverage, markPrice },
    }));
  };
}
