import { type Timeframe, tableKinds } from '@platform/venues/live-data';
import type { Incident } from '../observation.js';

/** Shorter times change nothing: bots ask every few seconds. */
const LENGTH_MS_MIN = 10_000;
const KEPT_MAX = 50;

/** Notes the times in which a bot wasn't told what its venue did: it may have missed a signal then. */
export class IncidentKeeper {
  readonly #kept: Incident[] = [];
  /** Candles that have ended and were not told, by market and timeframe: when the oldest of them ended. */
  readonly #missingSinceMs = new Map<string, number>();
  #silentSinceMs: number | null = null;

  constructor(private readonly nowMs: () => number) {}

  /** Since when the feed gives no answer; null where it does. */
  get silentSinceMs(): number | null {
    return this.#silentSinceMs;
  }

  /** The newest of them, ascending by their end. */
  get newest(): readonly Incident[] {
    return this.#kept;
  }

  /** Notes whether the feed has answered a question. */
  noteAnswer(hasAnswered: boolean): void {
    const nowMs = this.nowMs();
    if (!hasAnswered) this.#silentSinceMs ??= nowMs;
    else if (this.#silentSinceMs !== null) {
      this.#keep({ kind: 'feed_silent', symbol: null, fromMs: this.#silentSinceMs, toMs: nowMs });
      this.#silentSinceMs = null;
    }
  }

  /** Notes when the newest candle began that was told as closed; undefined: none was. */
  noteCandles(symbol: string, timeframe: Timeframe, newestMs: number | undefined): void {
    const { intervalMs } = tableKinds[`candles_${timeframe}`];
    const nowMs = this.nowMs();
    const endedAtMs = nowMs - (nowMs % intervalMs);
    const key = `${symbol} ${timeframe}`;
    const isMissing = newestMs === undefined || newestMs + intervalMs < endedAtMs;
    const sinceMs = this.#missingSinceMs.get(key);
    if (isMissing) this.#missingSinceMs.set(key, sinceMs ?? endedAtMs);
    else if (sinceMs !== undefined) {
      this.#missingSinceMs.delete(key);
      this.#keep({ kind: 'late_candle', symbol, fromMs: sinceMs, toMs: nowMs });
    }
  }

  #keep(incident: Incident): void {
    if (incident.toMs - incident.fromMs < LENGTH_MS_MIN) return;
    this.#kept.push(incident);
    if (this.#kept.length > KEPT_MAX) this.#kept.shift();
  }
}
