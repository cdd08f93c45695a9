import { Agent } from 'node:http';
import { timeframes } from '@platform/venues/live-data';
import { z } from 'zod';
import { type QuestionName, questions, refusalSchema } from '../../feed/questions.js';
import { requestOverSocket } from '../../feed/socket-request.js';
import type { Incident } from '../observation.js';
import type { BotMarket } from '../placement.js';
import { IncidentKeeper } from './incident-keeper.js';

const ANSWER_BYTES_MAX = 8 * 1024 * 1024;
const TIMEOUT_MS = 80_000;
/** Questions at once of one process; further ones are refused. */
const UNDER_WAY_MAX = 64;
const FAILED = 'the feed can not be reached';

/** An answer, or why there is none. */
export type FeedAnswer = { readonly answer: unknown } | { readonly reason: string };

/** The questions that bots may ask. */
const ASKABLE: ReadonlySet<string> = new Set(['candles', 'book', 'funding', 'tickers'] satisfies QuestionName[]);

/** Of these the feed knows what its venue says now: the others are answered from what is stored. */
const LIVE: ReadonlySet<QuestionName> = new Set(['candles', 'book']);
const marketAsked = z.object({ symbol: z.string() });
const candlesAsked = z.object({ symbol: z.string(), timeframe: z.enum(timeframes) });

/** Asks a venue's feed what bots ask, for the markets that they may ask about and no others. */
export class FeedClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: UNDER_WAY_MAX });
  readonly #markets: ReadonlyMap<string, BotMarket>;
  readonly #incidents: IncidentKeeper;
  /** When each question that has no answer yet was asked; the oldest first. */
  readonly #askedAtMs = new Map<symbol, number>();

  constructor(
    private readonly socketPath: string,
    markets: readonly BotMarket[],
    private readonly nowMs: () => number,
  ) {
    this.#markets = new Map(markets.map((market) => [market.alias, market]));
    this.#incidents = new IncidentKeeper(nowMs);
  }

  /** Since when the feed gives no answer; null where it does. */
  get silentSinceMs(): number | null {
    return this.#incidents.silentSinceMs;
  }

  /** Since when its oldest question has had no answer; undefined where none waits. */
  get waitingSinceMs(): number | undefined {
    return this.#askedAtMs.values().next().value;
  }

  /** The newest times in which the bot wasn't told what happened. */
  get incidents(): readonly Incident[] {
    return this.#incidents.newest;
  }

  /** Returns the answer to a bot's question, whatever it is: what isn't a question is refused. */
  async answer(question: string, asked: unknown): Promise<FeedAnswer> {
    const translated = this.#translate(question, asked);
    if ('reason' in translated) return translated;
    if (this.#askedAtMs.size >= UNDER_WAY_MAX) return { reason: 'too many questions at once' };
    const key = Symbol();
    const askedAtMs = this.nowMs();
    this.#askedAtMs.set(key, askedAtMs);
    try {
      const answer = await this.#ask(translated.name, translated.ask);
      if (LIVE.has(translated.name)) this.#note(asked, translated, answer, askedAtMs);
      return answer;
    } finally {
      this.#askedAtMs.delete(key);
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #note(asked: unknown, { name }: { name: QuestionName }, answer: FeedAnswer, atMs: number): void {
    this.#incidents.noteAnswer({ question: name, ...marketAsked.parse(asked), atMs }, 'answer' in answer);
    if (name !== 'candles' || !('answer' in answer)) return;
    const { symbol, timeframe } = candlesAsked.parse(asked);
    const { closed, corrections } = questions.candles.answer.parse(answer.answer);
    this.#incidents.noteCandles(symbol, timeframe, closed.at(-1)?.[0], corrections);
  }

  /** Puts the venue's names in the place of a framework's aliases. */
  #translate(question: string, asked: unknown): { name: QuestionName; ask: unknown } | { reason: string } {
    if (!isAskable(question)) return { reason: `there is no question ${question}` };
    const given = z.record(z.string(), z.unknown()).safeParse(asked).data ?? {};
    const { symbol, symbols, ...rest } = given;
    const aliases = symbols === undefined ? [symbol] : z.array(z.unknown()).safeParse(symbols).data;
    const markets = (aliases ?? []).map((alias) => this.#markets.get(String(alias)));
    const known = markets.filter((market) => market !== undefined);
    if (known.length < markets.length || known.length === 0) return { reason: 'the bot may not ask about this market' };
    const [first] = known;
    const ask =
      symbols === undefined
        ? { ...rest, symbol: first?.symbol, coin: first?.coin }
        : { ...rest, symbols: known.map((market) => market.symbol) };
    const parsed = questions[question].ask.safeParse(ask);
    return parsed.success ? { name: question, ask: parsed.data } : { reason: z.prettifyError(parsed.error) };
  }

  async #ask(name: QuestionName, asked: unknown): Promise<FeedAnswer> {
    try {
      const { status, text } = await requestOverSocket({
        ...{ socketPath: this.socketPath, agent: this.#agent, method: 'POST', path: `/${name}`, body: asked },
        ...{ timeoutMs: TIMEOUT_MS, answerBytesMax: ANSWER_BYTES_MAX },
      });
      const body: unknown = JSON.parse(text);
      return status === 200 ? { answer: this.#named(name, body) } : refusalSchema.parse(body);
    } catch {
      return { reason: FAILED };
    }
  }

  /** Puts the framework's aliases back in the place of canonical symbols. */
  #named(name: QuestionName, body: unknown): unknown {
    if (name !== 'tickers') return body;
    const { tickers } = questions.tickers.answer.parse(body);
    const aliases = new Map([...this.#markets.values()].map(({ alias, symbol }) => [symbol, alias]));
    return { tickers: tickers.map((ticker) => ({ ...ticker, symbol: aliases.get(ticker.symbol) ?? ticker.symbol })) };
  }
}

function isAskable(question: string): question is QuestionName {
  return ASKABLE.has(question);
}
