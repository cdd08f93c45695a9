import { type Timeframe, tableKinds } from '@platform/venues/live-data';
import type { Correction } from '../../feed/candle-series.js';
import type { Incident } from '../observation.js';

/** Shorter times change nothing: bots ask every few seconds. */
const LENGTH_MS_MIN = 10_000;
/** What a bot has not asked for as long, it does not want to know any more. */
const ASKED_MS_MAX = 120_000;
const KEPT_MAX = 50;

/** What the bot was told of the candles of a market in one timeframe. */
interface Told {
  /** When the newest of them began. */
  readonly newestMs: number;
  /** The latest correction that is noted. */
  readonly correctedAtMs: number;
}

/** A question about the venue's live market. */
export interface Asked {
  readonly question: string;
  readonly symbol: string;
  readonly atMs: number;
}

/** A question that gets no answer. */
interface Silence {
  /** When it was asked first. */
  readonly sinceMs: number;
  readonly lastAskedAtMs: number;
}

/** Notes the times in which a bot wasn't told what its venue did: it may have missed a signal then. */
export class IncidentKeeper {
  readonly #kept: Incident[] = [];
  /** Candles that have ended and were not told, by market and timeframe: when the oldest of them ended. */
  readonly #missingSinceMs = new Map<string, number>();
  readonly #told = new Map<string, Told>();
  /** By question and market: an answer to one says nothing of another. */
  readonly #silences = new Map<string, Silence>();

  constructor(private readonly nowMs: () => number) {}

  /** Since when the feed gives no answer to something that the bot asks; null where it answers all of it. */
  get silentSinceMs(): number | null {
    const nowMs = this.nowMs();
    const asked = [...this.#silences.values()].filter(({ lastAskedAtMs }) => nowMs - lastAskedAtMs <= ASKED_MS_MAX);
    return asked.length === 0 ? null : Math.min(...asked.map(({ sinceMs }) => sinceMs));
  }

  /** The newest of them, ascending by their end. */
  get newest(): readonly Incident[] {
    return this.#kept;
  }

  /** Notes whether the feed has answered a question. */
  noteAnswer({ question, symbol, atMs }: Asked, hasAnswered: boolean): void {
    const key = `${question} ${symbol}`;
    const silence = this.#silences.get(key);
    if (!hasAnswered) this.#silences.set(key, { sinceMs: silence?.sinceMs ?? atMs, lastAskedAtMs: atMs });
    else if (silence !== undefined) {
      this.#silences.delete(key);
      this.#keep({ kind: 'feed_silent', symbol, fromMs: silence.sinceMs, toMs: this.nowMs() });
    }
  }

  /** Notes when the newest candle began that was told as closed, undefined where none was, and which ones the venue has corrected. */
  noteCandles(
    symbol: string,
    timeframe: Timeframe,
    newestMs: number | undefined,
    corrections: readonly Correction[] = [],
  ): void {
    const { intervalMs } = tableKinds[`candles_${timeframe}`];
    const nowMs = this.nowMs();
    const endedAtMs = nowMs - (nowMs % intervalMs);
    const key = `${symbol} ${timeframe}`;
    const told = this.#told.get(key);
    if (told !== undefined) this.#noteCorrections(symbol, intervalMs, told, corrections);
    this.#told.set(key, {
      newestMs: Math.max(newestMs ?? Number.NEGATIVE_INFINITY, told?.newestMs ?? Number.NEGATIVE_INFINITY),
      correctedAtMs: corrections.at(-1)?.[1] ?? told?.correctedAtMs ?? Number.NEGATIVE_INFINITY,
    });
    const isMissing = newestMs === undefined || newestMs + intervalMs < endedAtMs;
    const sinceMs = this.#missingSinceMs.get(key);
    if (isMissing) this.#missingSinceMs.set(key, sinceMs ?? endedAtMs);
    else if (sinceMs !== undefined) {
      this.#missingSinceMs.delete(key);
      this.#keep({ kind: 'late_candle', symbol, fromMs: sinceMs, toMs: nowMs });
    }
  }

  /** Those count that are new, of candles that the bot was told before. */
  #noteCorrections(symbol: string, intervalMs: number, told: Told, corrections: readonly Correction[]): void {
    for (const [openedAtMs, correctedAtMs] of corrections)
      if (openedAtMs <= told.newestMs && correctedAtMs > told.correctedAtMs)
        this.#keep({ kind: 'late_candle', symbol, fromMs: openedAtMs + intervalMs, toMs: correctedAtMs });
  }

  #keep(incident: Incident): void {
    if (incident.toMs - incident.fromMs < LENGTH_MS_MIN) return;
    const { kind, symbol, fromMs } = incident;
    const known = this.#kept.findIndex(
      (each) => each.kind === kind && each.symbol === symbol && each.fromMs === fromMs,
    );
    if (known !== -1) this.#kept.splice(known, 1);
    this.#kept.push(incident);
    if (this.#kept.length > KEPT_MAX) this.#kept.shift();
  }
}
