import type { Clock } from '@platform/kit/clock';
import type { Readiness, ReadyPage } from '../markets/readiness.js';
import type { Releases } from './releases.js';

/** Readiness of a venue whose history is published in releases: a market is ready while its marker says that it is published. */
export class ReleaseReadiness implements Readiness {
  constructor(
    private readonly venue: string,
    private readonly releases: Releases,
    private readonly clock: Clock,
  ) {}

  readySymbols(): Promise<ReadonlySet<string>> {
    return this.releases.readySymbols(this.venue);
  }

  async readyOf(symbols: readonly string[]): Promise<ReadonlySet<string>> {
    const ready = await Promise.all(symbols.map((symbol) => this.releases.ready(this.venue, symbol)));
    return new Set(symbols.filter((_, index) => ready[index]));
  }

  /** Prediction markets that have ended are left out. */
  async readyPage(after: string | undefined, limit: number): Promise<ReadyPage> {
    const { entries, next } = await this.releases.readyPage(this.venue, after, limit);
    const nowMs = this.clock.nowMs();
    const trading = entries.filter(({ expiresAtMs = Number.POSITIVE_INFINITY }) => expiresAtMs > nowMs);
    return { symbols: trading.map(({ symbol }) => symbol), next };
  }
}
