import { Status } from '../../../parts/badge.js';
import { day, share, short } from '../../../parts/format.js';
import { Profit, Time } from '../../../parts/money.js';
import { Progress } from '../../../parts/progress.js';
import type { Column } from '../../../parts/table/table.js';
import { drawdown } from '../result/figures.js';
import type { BacktestsQuery } from './generated/documents.js';

/** A backtest of the list. */
export type Listed = NonNullable<BacktestsQuery['backtests']>['nodes'][number];

/** The columns of the list; the first chooses what is compared. */
export function columnsOf(
  chosen: ReadonlySet<string>,
  choose: (id: string, isChosen: boolean) => void,
): readonly Column<Listed>[] {
  const choice: Column<Listed> = {
    id: 'chosen',
    label: 'Compare',
    isUnsorted: true,
    value: () => null,
    cell: ({ id, name, result }) => (
      <input
        type="checkbox"
        aria-label={`Compare ${name ?? id}`}
        checked={chosen.has(id)}
        disabled={result === null}
        onChange={({ currentTarget }) => choose(id, currentTarget.checked)}
      />
    ),
  };
  return [choice, ...COLUMNS];
}

const COLUMNS: readonly Column<Listed>[] = [
  {
    id: 'name',
    label: 'Backtest',
    value: (run) => run.name ?? run.id,
    cell: (run) => <a href={`/app/backtests/${run.id}`}>{run.name ?? short(run.id)}</a>,
  },
  // Beside the name: many have one name, and this tells them apart.
  {
    id: 'created',
    label: 'Requested, UTC',
    value: ({ createdAt }) => createdAt,
    cell: (run) => <Time at={run.createdAt} />,
  },
  { id: 'status', label: 'Status', value: ({ status }) => status, cell: (run) => <State run={run} /> },
  {
    id: 'profit',
    label: 'Profit',
    isNumber: true,
    value: ({ result }) => result?.profitTotalPct,
    cell: ({ result }) => (result === null ? '—' : <Profit amount={result.profitTotalPct} unit="percent" />),
  },
  {
    id: 'market',
    label: 'Market',
    isNumber: true,
    value: ({ result }) => result?.marketChangePct,
    cell: ({ result }) => (result === null ? '—' : <Profit amount={result.marketChangePct} unit="percent" />),
  },
  {
    id: 'drawdown',
    label: 'Drawdown',
    isNumber: true,
    value: ({ result }) => result?.maxDrawdownPct,
    cell: ({ result }) => drawdown(result?.maxDrawdownPct),
  },
  {
    id: 'trades',
    label: 'Trades',
    isNumber: true,
    value: ({ result }) => result?.trades,
    cell: ({ result }) => result?.trades ?? '—',
  },
  {
    id: 'wins',
    label: 'Win rate',
    isNumber: true,
    value: ({ result }) => result?.winRate,
    cell: ({ result }) => (result?.trades === 0 ? '—' : share(result?.winRate)),
  },
  { id: 'markets', label: 'Markets', value: ({ symbols }) => symbols.join(' '), cell: (run) => <Markets run={run} /> },
  { id: 'where', label: 'On', value: ({ framework, venue }) => `${framework.name}, ${venue}` },
  {
    id: 'range',
    label: 'Window, UTC',
    value: ({ range }) => range.from,
    cell: ({ range }) => `${day(range.from)} to ${day(range.to)}`,
  },
];

function State({ run: { status, progress, held, error } }: { readonly run: Listed }) {
  if (progress !== null) return <Progress label="running" value={progress.fraction} />;
  return (
    <span title={error?.message ?? ''}>
      <Status of={held ? 'held' : status} />
    </span>
  );
}

function Markets({ run: { symbols } }: { readonly run: Listed }) {
  const [first = '—', ...others] = symbols;
  return (
    <span title={symbols.join(', ')}>
      {short(first, 10)}
      {others.length === 0 ? '' : ` +${others.length}`}
    </span>
  );
}
