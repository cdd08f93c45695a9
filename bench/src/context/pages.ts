import { GENERATED_FROM_MS, GENERATED_ROWS, type GeneratedHistory } from '@platform/context-service/testing';

const MINUTE_MS = 60_000;
/** The number of candles of a page. */
export const PAGE_ROWS = 1_000;

/** A page of a market's candles from somewhere in its history. */
export interface Page {
  readonly symbol: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns pages from random points of random markets; the same for the same seed. */
export function randomPages(symbols: readonly string[], count: number, seed: number): Page[] {
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: count }, () => {
    const fromMs = GENERATED_FROM_MS + random(GENERATED_ROWS - PAGE_ROWS) * MINUTE_MS;
    return { symbol: symbols[random(symbols.length)] ?? '', fromMs, toMs: fromMs + PAGE_ROWS * MINUTE_MS };
  });
}

/** Returns a page of each object of each market, in random-like order. */
export function pageOfEveryObject(history: GeneratedHistory): Page[] {
  const perMarket = history.symbols.map((symbol) => history.filesOf(symbol).map(({ fromMs }) => ({ symbol, fromMs })));
  const objects = Math.max(...perMarket.map(({ length }) => length));
  const jumping = Array.from({ length: objects }, (_, index) => (index * 7) % objects);
  return jumping.flatMap((index) =>
    perMarket.flatMap((pages) => {
      const page = pages[index];
      return page === undefined ? [] : [{ ...page, toMs: page.fromMs + PAGE_ROWS * MINUTE_MS }];
    }),
  );
}

/** Returns the milliseconds of each call, one after the other. */
export async function timed<Item>(items: readonly Item[], work: (item: Item) => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (const item of items) {
    const startedAtMs = performance.now();
    const rows = await work(item);
    times.push(performance.now() - startedAtMs);
    if (rows !== PAGE_ROWS) throw new Error(`${JSON.stringify(item)}: ${rows} rows instead of ${PAGE_ROWS}`);
  }
  return times;
}
