import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Columns, numbersOf, readColumns, unusable } from '../../../simulation/index.js';
import type { Event, Fees, Market, Point } from '../model/market.js';
import { RecordedPrices } from './prices.js';

const MARKETS = '-markets.parquet';
const PRICES = '-prices-1m.parquet';
const DAY_MS = 86_400_000;
const TICK_SIZE = 0.001;
const TEXTS = [
  ...['event_id', 'event_slug', 'market_id', 'market_slug', 'condition_id', 'question', 'market_volume'],
  ...['outcome_0_label', 'outcome_0_price', 'outcome_0_token_id', 'outcome_1_label', 'outcome_1_token_id'],
] as const;
/** The fee schedule of takers, in recordings that name it. */
const FEES = ['fee_rate', 'fee_exponent'] as const;
const TIMES = ['market_start_date', 'market_end_date', 'closed_time'] as const;

/** One recorded market: texts and times by their columns, and its fees. */
type Row = Readonly<Record<(typeof TEXTS)[number], string>> &
  Readonly<Record<(typeof TIMES)[number], number>> & { readonly fees: Fees };

/**
 * Reads the markets of `<directory>/polymarket/<name>-markets.parquet` with the prices of `<name>-prices-1m.parquet`; none where that
 * folder is missing. Throws `ConfigurationError` naming the problem.
 */
export async function readRecordings(directory: string): Promise<Event[]> {
  const folder = join(directory, 'polymarket');
  const names = await readdir(folder).catch((): string[] => []);
  const events: Event[] = [];
  for (const name of names.filter((each) => each.endsWith(MARKETS)).sort()) {
    const base = name.slice(0, -MARKETS.length);
    if (!names.includes(base + PRICES)) throw unusable(join(folder, base + PRICES), 'is missing');
    const points = await readPoints(join(folder, base + PRICES));
    const rows = Map.groupBy(await readMarkets(join(folder, name)), ({ event_id }) => event_id);
    for (const [id, ofEvent] of rows) events.push(eventOf(id, ofEvent, points));
  }
  return events;
}

function eventOf(id: string, rows: readonly Row[], points: ReadonlyMap<string, readonly Point[]>): Event {
  const markets: Market[] = [];
  const slug = rows[0]?.event_slug ?? id;
  const event: Event = { id, slug, title: slug.replaceAll('-', ' '), negRisk: rows.length > 1, markets };
  for (const row of rows) {
    const tokenIds = [row.outcome_0_token_id, row.outcome_1_token_id];
    const days = Math.max(1, (row.closed_time - row.market_start_date) / DAY_MS);
    markets.push({
      ...{ event, tokenIds, id: row.market_id, question: row.question, label: '', slug: row.market_slug },
      conditionId: row.condition_id,
      questionId: '',
      outcomes: [row.outcome_0_label, row.outcome_1_label],
      startMs: row.market_start_date,
      endMs: row.market_end_date,
      closesAtMs: row.closed_time,
      winner: Number(row.outcome_0_price) === 1 ? 0 : 1,
      ...{ isActive: true, isArchived: false, takesOrders: true, tickSize: TICK_SIZE, minimumSize: 5 },
      fees: row.fees,
      dailyVolume: Number(row.market_volume) / days || 0,
      prices: new RecordedPrices(tokenIds.map((tokenId) => points.get(tokenId) ?? [])),
    });
  }
  return event;
}

async function readMarkets(path: string): Promise<Row[]> {
  const columns = await readColumns(path, [...TEXTS, ...TIMES], FEES);
  const fees = feesOf(path, columns);
  const count = columns.get(TEXTS[0])?.length ?? 0;
  return Array.from({ length: count }, (_, row) => {
    const texts = TEXTS.map((name) => [name, textOf(path, columns, name, row)] as const);
    const times = TIMES.map((name) => [name, timeOf(path, columns, name, row)] as const);
    // One entry per column.
    return Object.fromEntries([...texts, ...times, ['fees', fees[row] ?? 'unstated']]) as unknown as Row;
  });
}

/** Returns the fees of each row; none where the recording does not name them. */
function feesOf(path: string, columns: Columns): Fees[] {
  const [rates, exponents] = FEES.map((name) => numbersOf(path, columns, name, (value) => value >= 0));
  return (rates ?? []).map((rate, row) => (rate === 0 ? 'none' : { rate, exponent: exponents?.[row] ?? 1 }));
}

async function readPoints(path: string): Promise<ReadonlyMap<string, readonly Point[]>> {
  const columns = await readColumns(path, ['timestamp', 'token_id', 'price']);
  const prices = numbersOf(path, columns, 'price', (price) => price >= 0 && price <= 1);
  const byToken = new Map<string, Point[]>();
  for (const [row, price] of prices.entries()) {
    const tokenId = textOf(path, columns, 'token_id', row);
    const point = { timeMs: timeOf(path, columns, 'timestamp', row), price };
    const points = byToken.get(tokenId);
    if (points === undefined) byToken.set(tokenId, [point]);
    else points.push(point);
  }
  for (const each of byToken.values()) each.sort((left, right) => left.timeMs - right.timeMs);
  return byToken;
}

function textOf(path: string, columns: Columns, name: string, row: number): string {
  const value = columns.get(name)?.[row];
  if (typeof value === 'string') return value;
  throw unusable(path, `row ${row}: ${name} is not a text`);
}

function timeOf(path: string, columns: Columns, name: string, row: number): number {
  const value = columns.get(name)?.[row];
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.getTime();
  throw unusable(path, `row ${row}: ${name} is not a timestamp`);
}
