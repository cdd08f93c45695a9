import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sampled } from '@platform/kit/sampling';
import { BothWays } from './both-ways.js';
import { casesOf, checkedCases, ownCases, type ParityCase } from './cases.js';

/** A folder of foreign strategies, which are also run in both ways. */
const foreignFolder = process.env['PARITY_STRATEGIES'];
const foreignCases = foreignFolder === undefined ? [] : casesOf(foreignFolder);
const PACKAGED = ['AdvancedTemplate.py', 'FullTemplate.py', 'MinimalTemplate.py', 'sample_strategy.py'];

let both: BothWays;
let packaged: Awaited<ReturnType<BothWays['packagedStrategies']>>;

beforeAll(async () => {
  both = await BothWays.open();
  packaged = await both.packagedStrategies();
}, 10 * 60_000);

afterAll(() => both[Symbol.asyncDispose]());

/** Returns the rows of a table by their subject. */
function summaries(rows: readonly Record<string, unknown>[], key: 'symbol' | 'reason'): object {
  return Object.fromEntries(
    rows.map(({ profit_pct: profitPct, profit_abs: profitAbs, trades, wins, ...row }) => [
      row[key],
      { profitPct, profitAbs, trades, wins },
    ]),
  );
}

/** Runs it in both ways at once and compares every figure and every trade. */
async function compare(parityCase: ParityCase): Promise<void> {
  const [api, bare] = await Promise.all([both.runThroughApi(parityCase), both.runBare(parityCase)]);
  expect(api.backtest).toMatchObject({ status: 'finished' });
  const { result } = api.backtest;
  expect(bare.trades.length).toBeGreaterThanOrEqual(parityCase.tradesMin);
  expect(api.trades).toEqual(bare.trades);
  expect(result.recomputed).toEqual([]);
  const { profit_total_pct, market_change_pct, max_drawdown_pct, trades, win_rate, profit_factor, sharpe } = result;
  expect({
    ...{ profitTotalPct: profit_total_pct, marketChangePct: market_change_pct, maxDrawdownPct: max_drawdown_pct },
    ...{ trades, winRate: win_rate, profitFactor: profit_factor, sharpe },
  }).toEqual(bare.figures);
  expect(summaries(result.per_pair, 'symbol')).toEqual(bare.perPair);
  const reasons = bare.perExitReason.map(({ reason, ...summary }) => [reason, summary]);
  expect(summaries(result.per_exit_reason, 'reason')).toEqual(Object.fromEntries(reasons));
  expect(result.equity_curve.at(-1).equity).toBe(bare.finalBalance);
  expect([Date.parse(result.data.from), Date.parse(result.data.to)]).toEqual(bare.range);
}

describe('a backtest through the API and by the bare command, each with the data by its own way, are equal:', () => {
  test.each(
    sampled({ name: 'freqtrade parity', cases: ownCases, nameOf: ({ name }) => name, count: 2 }).map(
      (parityCase) => [parityCase.name, parityCase] as const,
    ),
  )('%s', (_name, parityCase) => compare(parityCase), 5 * 60_000);

  test.each(sampled({ name: 'packaged freqtrade strategies', cases: PACKAGED, nameOf: (name) => name, count: 1 }))(
    "the framework's own %s",
    async (name) => {
      const strategy = packaged.find((candidate) => candidate.name === name);
      if (strategy === undefined) throw new Error(`the framework brings no ${name}`);
      const [symbols, range] = [['BTC/USDC:USDC', 'SOL/USDC:USDC'], { from: '2025-05-16', to: '2025-05-30' }];
      await compare({ ...strategy, symbols, ...range, config: {}, tradesMin: 0 });
    },
    5 * 60_000,
  );
});

/** Returns the rows of the table that a command printed, cell by cell. */
function rowsOf(printed: string): string[][] {
  const rows = printed.split('\n').filter((line) => line.startsWith('│'));
  return rows.map((row) =>
    row
      .split('│')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Returns the start-up candles above the columns of recursive-analysis. */
function startupsOf(printed: string): number[] {
  const header = printed.split('\n').find((line) => line.startsWith('┃')) ?? '';
  return header.split('┃').slice(2, -1).map(Number.parseFloat);
}

describe("a strategy's checks through the API and by the bare commands are equal:", () => {
  test.each(
    sampled({ name: 'freqtrade checks', cases: checkedCases, nameOf: ({ name }) => name, count: 1 }).map(
      (parityCase) => [parityCase.name, parityCase] as const,
    ),
  )(
    '%s',
    async (_name, parityCase) => {
      const [api, bare] = await Promise.all([
        both.runThroughApi(parityCase, ['lookahead', 'recursive']),
        both.runBareChecks(parityCase),
      ]);
      const { lookahead, recursive } = api.backtest.checks;
      const { total_signals, biased_entry_signals, biased_exit_signals, biased_indicators } = lookahead;
      const figures = [total_signals, biased_entry_signals, biased_exit_signals].map(String);
      const verdict = lookahead.status === 'failed' ? 'Yes' : 'No';
      const { strategyClass } = parityCase;
      expect([['strategy.py', strategyClass, verdict, ...figures, biased_indicators.join(', ')]]).toEqual(
        rowsOf(bare.lookahead),
      );
      const startups = startupsOf(bare.recursive);
      const shown = recursive.indicators.map(({ indicator, differences }: RecursiveIndicator) => {
        const cells = new Map(differences.map(({ startup_candles: candles, difference_pct: pct }) => [candles, pct]));
        return [indicator, ...startups.map((candles) => cellOf(cells.get(candles)))];
      });
      expect(shown).toEqual(rowsOf(bare.recursive).map((cells) => cells.map(withoutSign)));
      const found = [...bare.recursive.matchAll(/found lookahead in indicator (.*)/g)].map(
        ([, indicator]) => indicator,
      );
      expect(recursive.lookahead_indicators).toEqual(found);
      expect(verdict).toBe(strategyClass === 'Biased' ? 'Yes' : 'No');
    },
    5 * 60_000,
  );
});

interface RecursiveIndicator {
  readonly indicator: string;
  readonly differences: readonly { readonly startup_candles: number; readonly difference_pct: number | null }[];
}

function withoutSign(cell: string): string {
  return cell === '-0.000%' ? '0.000%' : cell;
}

/** Returns a difference in the command's format. */
function cellOf(difference: number | null | undefined): string {
  if (difference === undefined) return '-';
  // A zero in REST never has a sign.
  return difference === null ? 'nan%' : withoutSign(`${difference.toFixed(3)}%`);
}

if (foreignCases.length > 0) {
  describe(`a strategy of ${foreignFolder}`, () => {
    test.each(foreignCases.map((parityCase) => [parityCase.name, parityCase] as const))(
      '%s gives what the bare command gives, or is refused where that fails',
      async (_name, parityCase) => {
        const bare = await both.runBare(parityCase).catch((error: unknown) => String(error));
        if (typeof bare !== 'string') return compare(parityCase);
        const { backtest } = await both.runThroughApi(parityCase);
        expect(backtest.status).not.toBe('finished');
      },
      10 * 60_000,
    );
  });
}
