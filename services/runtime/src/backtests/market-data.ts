import { PlatformError } from '@platform/errors';
import type { GrpcClient } from '@platform/grpc';
import type { ContextServiceDefinition } from '@platform/protos/context';
import type { TokenMinter } from '@platform/tokens';
import type { VenueOffering } from '@platform/venues';
import type { MarketDataSnapshot } from './inputs.js';

const AUDIENCE = 'context';

/** On whose account's behalf market data is read, and why. */
export interface Cause {
  readonly accountId: string;
  /** For audit, for example `backtest bt_…`. */
  readonly cause: string;
  readonly requestId: string;
}

/** The history that a backtest reads. */
export interface HistoryRequest {
  readonly venue: VenueOffering<'backtest'>;
  /** Framework aliases, and the canonical symbols of the same markets at the same index. */
  readonly symbols: readonly string[];
  readonly canonicalSymbols: readonly string[];
  readonly timeframes: readonly string[];
  readonly fromMs: number;
  readonly toMs: number;
}

/** Where backtests get markets and their history from. */
export interface MarketData {
  /** Throws `invalid_request` naming each symbol that is no market of the venue. */
  requireMarkets(request: Pick<HistoryRequest, 'venue' | 'symbols' | 'canonicalSymbols'>, cause: Cause): Promise<void>;
  /** The immutable objects that cover the window. Throws `data_unavailable` with the coverage in its details. */
  resolve(request: HistoryRequest, cause: Cause): Promise<MarketDataSnapshot>;
}

/** The context service's markets and history. */
export class ContextMarketData implements MarketData {
  constructor(
    private readonly client: GrpcClient<ContextServiceDefinition>,
    private readonly minter: TokenMinter,
  ) {}

  async requireMarkets(
    { venue, symbols, canonicalSymbols }: Pick<HistoryRequest, 'venue' | 'symbols' | 'canonicalSymbols'>,
    cause: Cause,
  ): Promise<void> {
    const references = canonicalSymbols.map((symbol) => ({ venue, symbol }));
    const { markets } = await this.client.batchGetMarkets({ references }, await this.#call(cause));
    const known = new Set(markets.map(({ symbol }) => symbol));
    const details = canonicalSymbols.flatMap((symbol, index) =>
      known.has(symbol) ? [] : [{ path: `symbols.${index}`, message: `${symbols[index]} is no market of ${venue}` }],
    );
    const [first] = details;
    if (first !== undefined) throw new PlatformError('invalid_request', { message: `${first.message}.`, details });
  }

  async resolve(request: HistoryRequest, cause: Cause): Promise<MarketDataSnapshot> {
    const { venue, symbols, canonicalSymbols, timeframes, fromMs, toMs } = request;
    const alias = new Map(canonicalSymbols.map((symbol, index) => [symbol, symbols[index] ?? symbol]));
    const aliasOf = (symbol: string) => alias.get(symbol) ?? symbol;
    const { objects, instruments, release } = await this.client.resolveCandles(
      { venue, symbols: [...canonicalSymbols], timeframes: [...timeframes], fromMs, toMs },
      await this.#call(cause),
    );
    return {
      candles: objects.map(({ symbol, timeframe, key, sha256 }) => ({
        symbol: aliasOf(symbol),
        timeframe,
        key,
        sha256,
      })),
      instruments: instruments.map(({ symbol, ...facts }) => ({ symbol: aliasOf(symbol), ...facts })),
      ...(release === undefined ? {} : { release }),
    };
  }

  async #call({ requestId, ...why }: Cause) {
    return { token: await this.minter.mint({ kind: 'workload', workload: 'runtime', ...why }, AUDIENCE), requestId };
  }
}
