import type { TokenMinter } from '@platform/keys/tokens';
import type { ContextServiceDefinition } from '@platform/protos/context';
import type { GrpcClient } from '@platform/rpc/grpc';
import type { Candle, Timeframe } from '@platform/venues/live-data';
import { type Answer, type Ask, FUNDING_MAX } from './questions.js';

const AUDIENCE = 'context';

/** What a feed reads besides what its venue tells: history, and prices that no stream has. */
export interface FeedHistory {
  /** Returns the newest closed candles of a market, ascending. */
  candles(symbol: string, timeframe: Timeframe, limit: number): Promise<Candle[]>;
  funding(symbol: string, fromMs: number): Promise<Answer<'funding'>['rates']>;
  tickers(symbols: Ask<'tickers'>['symbols']): Promise<Answer<'tickers'>['tickers']>;
}

/** Reads them from the context service, which keeps to the venue's allowance and stores what it has read. */
export class ContextHistory implements FeedHistory {
  constructor(
    private readonly client: GrpcClient<ContextServiceDefinition>,
    private readonly minter: TokenMinter,
    private readonly venue: string,
    private readonly nextRequestId: () => string,
  ) {}

  async candles(symbol: string, timeframe: Timeframe, limit: number): Promise<Candle[]> {
    const asked = { venue: this.venue, symbol, timeframe, limit, newestFirst: false };
    const { tMs, open, high, low, close, volume } = await this.client.listCandles(asked, await this.#call());
    const at = (column: readonly number[], index: number) => column[index] ?? 0;
    return tMs.map((atMs, index) => {
      const [opened, highest, lowest] = [at(open, index), at(high, index), at(low, index)];
      return [atMs, opened, highest, lowest, at(close, index), at(volume, index)];
    });
  }

  async funding(symbol: string, fromMs: number): Promise<Answer<'funding'>['rates']> {
    const asked = { venue: this.venue, symbol, fromMs, limit: FUNDING_MAX, newestFirst: false };
    const { tMs, rate } = await this.client.listFunding(asked, await this.#call());
    return tMs.map((atMs, index) => [atMs, rate[index] ?? 0]);
  }

  async tickers(symbols: Ask<'tickers'>['symbols']): Promise<Answer<'tickers'>['tickers']> {
    const references = symbols.map((symbol) => ({ venue: this.venue, symbol }));
    const { tickers } = await this.client.batchGetTickers({ references }, await this.#call());
    return tickers.map(({ symbol, mark, mid, volume24h, openInterest, fundingRate }) => ({
      symbol,
      mark: mark ?? null,
      mid: mid ?? null,
      volume24h: volume24h ?? null,
      openInterest: openInterest ?? null,
      fundingRate: fundingRate ?? null,
    }));
  }

  async #call() {
    const cause = `feed of ${this.venue}`;
    const token = await this.minter.mint({ kind: 'workload', workload: 'feed', cause }, AUDIENCE);
    return { token, requestId: this.nextRequestId() };
  }
}
