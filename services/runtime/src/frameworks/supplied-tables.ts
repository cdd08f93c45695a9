import { PlatformError } from '@platform/errors';
import type { CandleFile, CandlesOf } from './framework.js';
import type { TableAnswer } from './python/worker/worker.js';

/** A strategy that asks for more tables than this asks for its own sake. */
const TABLES_WANTED_MAX = 2_000;
/** The errors by which a caller's request would have been refused: the strategy gets the reason. */
const REFUSALS: ReadonlySet<string> = new Set(['data_unavailable', 'invalid_request', 'market_not_found']);

/** Returns the name of a table among those of a run. */
export function tableKey(symbol: string, timeframe: string): string {
  return JSON.stringify([symbol, timeframe]);
}

/** Answers what a run asks for, each table once, and remembers every file that it was given. */
export class SuppliedTables {
  readonly #answers = new Map<string, Promise<TableAnswer>>();
  readonly #files: CandleFile[];

  constructor(
    given: readonly CandleFile[],
    private readonly candlesOf: CandlesOf,
  ) {
    this.#files = [...given];
  }

  /** The files given so far. */
  get files(): readonly CandleFile[] {
    return this.#files;
  }

  /** Returns the files of a table, or why there are none. Rejects where the platform can't tell. */
  answer(symbol: string, timeframe: string): Promise<TableAnswer> {
    const key = tableKey(symbol, timeframe);
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    if (this.#answers.size >= TABLES_WANTED_MAX)
      return Promise.resolve({ reason: `a run reads at most ${TABLES_WANTED_MAX} tables`, files: [] });
    const answer = this.#find(symbol, timeframe);
    this.#answers.set(key, answer);
    return answer;
  }

  async #find(symbol: string, timeframe: string): Promise<TableAnswer> {
    try {
      const files = await this.candlesOf(symbol, timeframe);
      this.#files.push(...files);
      return { files: files.map(({ path }) => path), reason: 'nothing is stored' };
    } catch (error) {
      if (!(error instanceof PlatformError) || !REFUSALS.has(error.code)) throw error;
      return { reason: error.message, files: [] };
    }
  }
}
