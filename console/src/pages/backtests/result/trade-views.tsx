import { useMemo } from 'preact/hooks';
import { duration, share } from '../../../parts/format.js';
import { Section } from '../../../parts/heading.js';
import { Profit } from '../../../parts/money.js';
import { ProblemMessage } from '../../../parts/problem.js';
import { Progress } from '../../../parts/progress.js';
import { type Column, Table } from '../../../parts/table/table.js';
import { tradesOf, useAllTrades } from '../trades/all-trades.js';
import type { Detail } from './detail.js';
import { TradeChart } from './trade-chart.js';
import { TRADE_COLUMNS } from './trade-columns.js';
import { byEntryTag, type Group } from './trades.js';

/** The trades: on the candles, one by one, and by entry tag. */
export function TradeViews({ backtest }: { readonly backtest: Detail }) {
  const { trades, isComplete, problem } = useAllTrades(tradesOf(backtest.id));
  const groups = useMemo(() => byEntryTag(trades), [trades]);
  const total = backtest.result?.trades ?? trades.length;
  return (
    <>
      <ProblemMessage problem={problem} />
      {isComplete || problem !== undefined ? null : (
        <Progress label={`reading ${total} trades`} value={total === 0 ? null : trades.length / total} />
      )}
      <Section title="Trades on the candles">
        <TradeChart backtest={backtest} trades={trades} />
      </Section>
      <Section title="By entry tag">
        <Table
          caption="Result by entry tag"
          rows={groups}
          columns={GROUPS}
          rowKey={({ name }) => name}
          empty="No trade was closed."
        />
      </Section>
      <Section title="Trades">
        <Table
          caption="Trades"
          rows={trades}
          columns={TRADE_COLUMNS}
          rowKey={(_, index) => String(index)}
          empty="No trade was closed."
        />
      </Section>
    </>
  );
}

const GROUPS: readonly Column<Group>[] = [
  { id: 'name', label: 'Entry tag', value: ({ name }) => name },
  { id: 'trades', label: 'Trades', isNumber: true, value: ({ trades }) => trades },
  { id: 'wins', label: 'Won', isNumber: true, value: ({ wins }) => wins },
  {
    id: 'rate',
    label: 'Win rate',
    isNumber: true,
    value: ({ wins, trades }) => wins / trades,
    cell: ({ wins, trades }) => share(wins / trades),
  },
  {
    id: 'duration',
    label: 'Mean duration',
    isNumber: true,
    value: ({ meanDuration }) => meanDuration,
    cell: ({ meanDuration }) => duration(meanDuration),
  },
  {
    id: 'profit',
    label: 'Profit, stake currency',
    isNumber: true,
    value: ({ profitAbs }) => profitAbs,
    cell: ({ profitAbs }) => <Profit amount={profitAbs} unit="stake" />,
  },
];
