import { Status } from '../../parts/badge.js';
import { percent, short } from '../../parts/format.js';
import { Empty, Section } from '../../parts/heading.js';
import { Profit, Time } from '../../parts/money.js';
import { Progress } from '../../parts/progress.js';
import { type Column, Table } from '../../parts/table/table.js';
import type { OverviewQuery } from './generated/documents.js';

type Backtests = OverviewQuery['backtests'];
type Run = NonNullable<Backtests>['nodes'][number];

const COLUMNS: readonly Column<Run>[] = [
  {
    id: 'name',
    label: 'Run',
    value: (run) => run.name ?? run.id,
    cell: (run) => <a href={`/app/backtests/${run.id}`}>{run.name ?? short(run.id)}</a>,
  },
  { id: 'status', label: 'Status', value: ({ status }) => status, cell: (run) => <State run={run} /> },
  { id: 'venue', label: 'Venue', value: ({ venue }) => venue },
  { id: 'symbols', label: 'Markets', value: ({ symbols }) => symbols.length, cell: (run) => <Markets run={run} /> },
  {
    id: 'profit',
    label: 'Profit',
    isNumber: true,
    value: ({ result }) => result?.profitTotalPct,
    cell: ({ result }) => (result === null ? '—' : <Profit amount={result.profitTotalPct} unit="percent" />),
  },
  {
    id: 'drawdown',
    label: 'Drawdown',
    isNumber: true,
    value: ({ result }) => result?.maxDrawdownPct,
    cell: ({ result }) => percent(result?.maxDrawdownPct),
  },
  { id: 'trades', label: 'Trades', isNumber: true, value: ({ result }) => result?.trades ?? '—' },
  {
    id: 'created',
    label: 'Requested',
    value: ({ createdAt }) => createdAt,
    cell: (run) => <Time at={run.createdAt} />,
  },
];

/** The newest backtests. */
export function Runs({ backtests }: { readonly backtests: Backtests }) {
  return (
    <Section title="Recent runs" actions={<a href="/app/backtests">All backtests</a>}>
      {backtests === null ? (
        <Empty>The backtests can not be read now.</Empty>
      ) : (
        <Table
          caption="Recent backtests"
          rows={backtests.nodes}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          empty="No backtest has been run yet."
        />
      )}
    </Section>
  );
}

function State({ run: { status, progress, held } }: { readonly run: Run }) {
  if (progress !== null) return <Progress label="running" value={progress.fraction} />;
  return <Status of={held ? 'held' : status} />;
}

function Markets({ run: { symbols } }: { readonly run: Run }) {
  const [first = '—', ...others] = symbols;
  return (
    <span title={symbols.join(', ')}>
      {short(first, 10)}
      {others.length === 0 ? '' : ` and ${others.length} more`}
    </span>
  );
}
