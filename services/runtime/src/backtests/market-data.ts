import { PlatformError } from '@platform/errors';
import type { TokenMinter } from '@platform/keys/tokens';
import type { ContextServiceDefinition, Instrument } from '@platform/protos/context';
import type { GrpcClient } from '@platform/rpc/grpc';
import type { VenueOffering } from '@platform/venues/registry';
import { z } from 'zod';
import type { CandleTable, InstrumentFacts } from '../frameworks/framework.js';
import type { MarketDataSnapshot } from '../records/inputs.js';

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
  /** The tables of candles, by the aliases. */
  readonly tables: readonly CandleTable[];
  /** Whether the funding of each symbol is read too. */
  readonly funding: boolean;
  /** Whether symbols without funding for the whole window go without; else they are refused. */
  readonly fundingMayLack?: boolean;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The source of the markets and their history for backtests. */
export interface MarketData {
  /** Throws `invalid_request` naming each symbol for which the venue has no market. */
  requireMarkets(request: Pick<HistoryRequest, 'venue' | 'symbols' | 'canonicalSymbols'>, cause: Cause): Promise<void>;
  /** Returns the immutable objects that cover the window. Throws `data_unavailable` with the coverage in its details. */
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
      known.has(symbol) ? [] : [{ path: `symbols.${index}`, message: `${venue} has no market ${symbols[index]}` }],
    );
    const [first] = details;
    if (first !== undefined) throw new PlatformError('invalid_request', { message: `${first.message}.`, details });
  }

  async resolve(request: HistoryRequest, cause: Cause): Promise<MarketDataSnapshot> {
    const { venue, symbols, canonicalSymbols, tables, funding: wantsFunding, fundingMayLack = false } = request;
    const { fromMs, toMs } = request;
    const aliasOf = translation(canonicalSymbols, symbols);
    const canonicalOf = translation(symbols, canonicalSymbols);
    const { candles, funding, instruments, releases } = await this.client.resolveHistory(
      {
        venue,
        tables: tables.map(({ symbol, timeframe }) => ({ symbol: canonicalOf(symbol), timeframe })),
        funding: wantsFunding,
        fundingMayLack,
        fromMs,
        toMs,
      },
      await this.#call(cause),
    );
    return {
      candles: candles.map(({ symbol, timeframe, key, sha256 }) => ({
        symbol: aliasOf(symbol),
        timeframe,
        key,
        sha256,
      })),
      ...(wantsFunding && {
        funding: funding.map(({ symbol, key, sha256 }) => ({ symbol: aliasOf(symbol), key, sha256 })),
      }),
      instruments: instruments.map((instrument) => toFacts(instrument, aliasOf(instrument.symbol))),
      ...(releases.length > 0 && { release: [...new Set(releases)].join(',') }),
    };
  }

  async #call({ requestId, ...why }: Cause) {
    return { token: await this.minter.mint({ kind: 'workload', workload: 'runtime', ...why }, AUDIENCE), requestId };
  }
}

/** The other names of symbols; a symbol that isn't listed has the same name. */
function translation(from: readonly string[], to: readonly string[]): (symbol: string) => string {
  const names = new Map(from.map((symbol, index) => [symbol, to[index] ?? symbol]));
  return (symbol) => names.get(symbol) ?? symbol;
}

const kinds = z.enum(['perpetual', 'spot', 'prediction']);

function toFacts(instrument: Instrument, alias: string): InstrumentFacts {
  const { sizeDecimals, tickSize, maxLeverage = 1, markPrice, prediction } = instrument;
  const facts = { symbol: alias, kind: kinds.parse(instrument.kind), sizeDecimals, tickSize, maxLeverage, markPrice };
  if (prediction === null) return facts;
  const { question, outcome, endDateMs, resolution, takerFees } = prediction;
  const known = { ...(resolution !== undefined && { resolution }), ...(takerFees !== null && { takerFees }) };
  return { ...facts, prediction: { question, outcome, endDateMs, ...known } };
}
