import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { breakdownOf, DayTally, type PeriodResults } from './breakdown.js';
import { freqtrade } from './freqtrade/definition.js';
import { provisionPython } from './python/environment.js';

const WINDOW = { fromMs: Date.UTC(2025, 11, 28), lastMs: Date.UTC(2026, 1, 3) };

function breakdown(trades: readonly (readonly [closedAt: string, profitAbs: number])[]) {
  const tally = new DayTally(WINDOW);
  for (const [closedAt, profitAbs] of trades) tally.add({ closedAtMs: Date.parse(closedAt), profitAbs });
  const dates = (startMs: readonly number[]) => startMs.map((time) => new Date(time).toISOString().slice(0, 10));
  const { day, week, month } = breakdownOf(tally.results());
  return {
    day: { ...day, start: dates(day.startMs) },
    week: dates(week.startMs),
    weeks: week,
    month,
    months: dates(month.startMs),
  };
}

test('trades are counted by the day of their close, in the order of time, and draws apart', () => {
  const { day } = breakdown([
    ['2026-01-02T00:00:00Z', -2],
    ['2026-01-01T23:59:59.999Z', 3],
    ['2026-01-02T12:00:00Z', 0],
    ['2026-01-02T13:00:00Z', 5],
  ]);
  expect(day).toMatchObject({
    start: ['2026-01-01', '2026-01-02'],
    ...{ profitAbs: [3, 3], trades: [1, 3], wins: [1, 1], draws: [0, 1], losses: [0, 1] },
  });
});

test('weeks begin on Monday, also those that a year ends in, and months on their first', () => {
  const { week, weeks, months, month } = breakdown([
    ['2025-12-28T10:00:00Z', 1],
    ['2025-12-29T00:00:00Z', 2],
    ['2026-01-04T23:00:00Z', 4],
    ['2026-01-05T00:00:00Z', 8],
    ['2026-02-01T00:00:00Z', -1],
  ]);
  expect(week).toEqual(['2025-12-22', '2025-12-29', '2026-01-05', '2026-01-26']);
  expect(weeks.profitAbs).toEqual([1, 6, 8, -1]);
  expect(months).toEqual(['2025-12-01', '2026-01-01', '2026-02-01']);
  expect(month).toMatchObject({ profitAbs: [3, 12, -1], trades: [2, 2, 1], losses: [0, 0, 1] });
});

test('what a run says of trades outside its window makes no more days than the window has', () => {
  const { day } = breakdown([
    ['1970-01-01T00:00:00Z', 1],
    ['9999-12-31T00:00:00Z', 1],
  ]);
  expect(day.start).toEqual(['2025-12-28', '2026-02-03']);
});

/** freqtrade's own table of each period. Its weeks go from Tuesday to Monday and bear that Monday's name; ours from Monday on. */
const FREQTRADES_OWN = `
import json, sys
from pandas import DataFrame, Timedelta, to_datetime
from freqtrade.optimize.optimize_reports import generate_periodic_breakdown_stats

trades = DataFrame(json.load(sys.stdin))
trades["close_date"] = to_datetime(trades.pop("closedAtMs"), unit="ms", utc=True)
tables = {period: generate_periodic_breakdown_stats(trades.copy(), period) for period in ("day", "month")}
trades["close_date"] += Timedelta(days=1)
tables["week"] = generate_periodic_breakdown_stats(trades, "week")
print(json.dumps(tables, default=int))
`;

async function freqtradesOwn(trades: readonly object[]): Promise<Record<'day' | 'week' | 'month', Row[]>> {
  const options = { cacheDirectory: defaultCacheDirectory(process.env), environment: process.env, report: () => {} };
  const { python } = await provisionPython(freqtrade.images[0], { name: 'freqtrade', relatives: [] }, options);
  const own = spawn(python, ['-P', '-s', '-c', FREQTRADES_OWN], { stdio: ['pipe', 'pipe', 'inherit'] });
  own.stdin.end(JSON.stringify(trades));
  return JSON.parse(await text(own.stdout));
}

interface Row {
  readonly date_ts: number;
  readonly profit_abs: number;
  readonly trades: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

/** A period with a trade as `[start, trades, wins, draws, losses]`, and its profit. */
function rowsOf(periods: PeriodResults) {
  return periods.startMs.map((startMs, row) => ({
    row: [startMs, periods.trades[row], periods.wins[row], periods.draws[row], periods.losses[row]],
    profit: periods.profitAbs[row],
  }));
}

test("days, weeks and months are freqtrade's own, its empty ones apart", async () => {
  const fromMs = Date.UTC(2023, 10, 3);
  const trades = Array.from({ length: 600 }, (_, index) => ({
    closedAtMs: fromMs + Math.floor((index * 1.7) ** 1.55) * 3_600_000,
    profitAbs: index % 11 === 0 ? 0 : Math.sin(index * index) * 100,
  }));
  const tally = new DayTally({ fromMs, lastMs: trades.at(-1)?.closedAtMs ?? 0 });
  for (const trade of trades) tally.add(trade);
  const ours = breakdownOf(tally.results());
  const theirs = await freqtradesOwn(
    trades.map(({ closedAtMs, profitAbs }) => ({ closedAtMs, profit_abs: profitAbs })),
  );
  const startOf = {
    day: (labelMs: number) => labelMs,
    week: (labelMs: number) => labelMs - 7 * 86_400_000,
    month: (labelMs: number) => new Date(labelMs).setUTCDate(1),
  };
  for (const period of ['day', 'week', 'month'] as const) {
    const rows = theirs[period].filter((row) => row.trades > 0);
    expect(rows.length).toBeGreaterThan(15);
    expect(rowsOf(ours[period])).toEqual(
      rows.map(({ date_ts: labelMs, profit_abs: profit, trades: count, wins, draws, losses }) => ({
        row: [startOf[period](labelMs), count, wins, draws, losses],
        // It rounds to ten digits.
        profit: expect.closeTo(profit, 9),
      })),
    );
  }
}, 600_000);
