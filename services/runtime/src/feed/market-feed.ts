// Why: docs/decisions/runtime/feeds.md
import type { Clock } from '@platform/kit/clock';
import {
  type Book,
  type ConnectionListener,
  type ConnectionStatus,
  keyOfStream,
  type Stream,
  type Timeframe,
  type VenueConnection,
  type WeightBudget,
} from '@platform/venues/live-data';
import { CandleSeries } from './candle-series.js';
import { FundingRates } from './funding-rates.js';
import type { FeedHistory } from './history.js';
import type { Answer, Ask } from './questions.js';

/** How long a stream is followed after it was last asked for. */
const INTEREST_MS = 10 * 60_000;
/** How long an answer waits for what the venue is about to tell. */
const WAIT_MS_MAX = 8_000;
const LOOK_INTERVAL_MS = 250;
/** Readings of history for one answer: a connection that breaks meanwhile makes another one necessary. */
const READINGS_MAX = 3;
const READING_WAIT_MS_MAX = 60_000;
/** An order book that was not told again for longer shows no market as it is. */
const BOOK_AGE_MS_MAX = 15_000;

/** The feed has no answer now; the message says why. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

interface Followed {
  readonly stream: Stream;
  /** What is kept of it: candles, or the newest book. */
  readonly series: CandleSeries | undefined;
  askedAtMs: number;
  book?: Book;
  reading?: Promise<void>;
}

interface MarketFeedOptions {
  readonly history: FeedHistory;
  /** Readings of history per minute. */
  readonly historyBudget: WeightBudget;
  readonly clock: Clock;
}

/**
 * What a venue tells of its markets, for all bots at once: each stream is followed while anybody asks for it. After a reconnect all of them
 * are asked for again, and candles that ended meanwhile are read from history before any is shown.
 */
export class MarketFeed implements ConnectionListener {
  readonly #followed = new Map<string, Followed>();
  readonly #closing = new AbortController();
  #changed = Promise.withResolvers<void>();
  #connection: VenueConnection | undefined;

  readonly #funding: FundingRates;

  constructor(private readonly options: MarketFeedOptions) {
    const read = (symbol: string, fromMs: number) => this.#readFunding(symbol, fromMs);
    this.#funding = new FundingRates(read, options.clock);
  }

  /** Begins to follow over a connection, whose listener this is. */
  start(connection: VenueConnection): void {
    this.#connection = connection;
  }

  close(): void {
    this.#closing.abort();
  }

  status(): ConnectionStatus {
    return this.#started.status;
  }

  onDisconnected(): void {
    for (const { series } of this.#followed.values()) series?.end();
  }

  onEvent(event: Parameters<ConnectionListener['onEvent']>[0]): void {
    if (event.kind === 'trades') return;
    if (event.kind === 'malformed') this.#followed.get(keyOfStream(event.stream))?.series?.lack(event.atMs);
    else if (event.kind === 'begun') this.#followed.get(keyOfStream(event.stream))?.series?.begin();
    else if (event.kind === 'candle') {
      const { coin, timeframe, candle } = event;
      this.#followed
        .get(keyOfStream({ kind: 'candles', coin, timeframe }))
        ?.series?.tell(candle, this.options.clock.nowMs());
    } else {
      const followed = this.#followed.get(keyOfStream({ kind: 'book', coin: event.coin }));
      if (followed !== undefined) followed.book = event.book;
    }
    this.#change();
  }

  /** Returns the newest candles of a market. Throws `NoAnswer`. */
  async candles({ coin, symbol, timeframe, limit }: Ask<'candles'>): Promise<Answer<'candles'>> {
    const { series, followed } = this.#followSeries(coin, timeframe);
    const { clock } = this.options;
    for (let attempt = 0; !series.hasBegun || series.mustRead(limit, clock.nowMs()); attempt += 1) {
      if (attempt === READINGS_MAX) throw new NoAnswer(`${coin} ${timeframe}: the connection to the venue breaks`);
      await this.#until(() => series.hasBegun, `${coin} ${timeframe}: the venue tells nothing of it`);
      followed.reading ??= this.#read(followed, series, symbol, timeframe, limit);
      await followed.reading;
    }
    await this.#until(() => series.isFinal(clock.nowMs()), `${coin} ${timeframe}: its newest candle is not final`);
    return series.newest(limit, clock.nowMs());
  }

  /** Returns a market's order book. Throws `NoAnswer`. */
  async book({ coin }: Ask<'book'>): Promise<Answer<'book'>> {
    const followed = this.#follow({ kind: 'book', coin });
    const fresh = () => {
      const { book } = followed;
      return book !== undefined && this.options.clock.nowMs() - book.atMs <= BOOK_AGE_MS_MAX ? book : undefined;
    };
    await this.#until(() => fresh() !== undefined, `${coin}: the venue tells no order book`);
    const book = fresh();
    if (book === undefined) throw new NoAnswer(`${coin}: its order book is too old`);
    return book;
  }

  /** Returns the funding rates of a market. Throws `NoAnswer`. */
  async funding({ symbol, fromMs }: Ask<'funding'>): Promise<Answer<'funding'>> {
    return { rates: await this.#funding.from(symbol, fromMs) };
  }

  get #started(): VenueConnection {
    if (this.#connection === undefined) throw new Error('the feed has no connection yet');
    return this.#connection;
  }

  #followSeries(coin: string, timeframe: Timeframe): { followed: Followed; series: CandleSeries } {
    const followed = this.#follow({ kind: 'candles', coin, timeframe });
    if (followed.series === undefined) throw new Error('a stream of candles has no series');
    return { followed, series: followed.series };
  }

  #follow(stream: Stream): Followed {
    const key = keyOfStream(stream);
    const known = this.#followed.get(key);
    const askedAtMs = this.options.clock.nowMs();
    if (known !== undefined) {
      known.askedAtMs = askedAtMs;
      return known;
    }
    if (!this.#started.want(stream)) throw new NoAnswer('as many markets are followed as the venue allows');
    const series = stream.kind === 'candles' ? new CandleSeries(stream.timeframe) : undefined;
    const followed: Followed = { stream, series, askedAtMs };
    this.#followed.set(key, followed);
    return followed;
  }

  /** Reads history once for all who wait for it. */
  async #read(
    followed: Followed,
    series: CandleSeries,
    symbol: string,
    timeframe: Timeframe,
    limit: number,
  ): Promise<void> {
    const { history, clock } = this.options;
    try {
      await this.#takeReading();
      series.addHistory(await history.candles(symbol, timeframe, limit), limit, clock.nowMs());
    } catch (error) {
      throw new NoAnswer(`${symbol} ${timeframe}: its history can not be read: ${reasonOf(error)}`);
    } finally {
      delete followed.reading;
    }
  }

  async #readFunding(symbol: string, fromMs: number): Promise<Answer<'funding'>['rates']> {
    try {
      await this.#takeReading();
      return await this.options.history.funding(symbol, fromMs);
    } catch (error) {
      throw new NoAnswer(`${symbol}: its funding rates can not be read: ${reasonOf(error)}`);
    }
  }

  /** Waits until the venue's allowance covers a reading. */
  #takeReading(): Promise<void> {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(READING_WAIT_MS_MAX)]);
    return this.options.historyBudget.take(1, 'read', signal);
  }

  #change(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /** Waits until something holds; what the clock alone changes is looked at from time to time. */
  async #until(holds: () => boolean, otherwise: string): Promise<void> {
    const { clock } = this.options;
    const giveUpAtMs = clock.nowMs() + WAIT_MS_MAX;
    while (!holds()) {
      if (clock.nowMs() >= giveUpAtMs || this.#closing.signal.aborted) throw new NoAnswer(otherwise);
      const look = clock.sleep(LOOK_INTERVAL_MS, this.#closing.signal).catch(() => undefined);
      await Promise.race([this.#changed.promise, look]);
    }
  }

  /** Follows and keeps no longer what nobody has asked for in a while. */
  sweep(): void {
    const { clock } = this.options;
    this.#funding.sweep();
    for (const [key, { stream, askedAtMs }] of this.#followed) {
      if (clock.nowMs() - askedAtMs < INTEREST_MS) continue;
      this.#followed.delete(key);
      this.#started.unwant(stream);
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
