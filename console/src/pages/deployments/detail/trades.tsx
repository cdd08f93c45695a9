import { useState } from 'preact/hooks';
import { useQuery } from '../../../graph/use-query.js';
import { Badge } from '../../../parts/badge.js';
import { decimal, duration, price } from '../../../parts/format.js';
import { Empty, Section } from '../../../parts/heading.js';
import { Profit, Time } from '../../../parts/money.js';
import { Loaded } from '../../../parts/problem.js';
import { type Column, Table } from '../../../parts/table/table.js';
import { TradesDocument, type TradesQuery } from '../generated/documents.js';
import { useAgainAfter } from './again.js';

type Trade = NonNullable<TradesQuery['deployment']>['trades']['nodes'][number];

const PAGE_SIZE = 500;

const COLUMNS: readonly Column<Trade>[] = [
  { id: 'number', label: '#', isNumber: true, value: ({ number }) => number },
  { id: 'symbol', label: 'Market', value: ({ symbol }) => symbol },
  { id: 'side', label: 'Side', value: ({ side }) => side, cell: ({ side }) => <Badge tone="plain">{side}</Badge> },
  {
    id: 'opened',
    label: 'Opened (UTC)',
    value: ({ openedAt }) => openedAt,
    cell: ({ openedAt }) => <Time at={openedAt} />,
  },
  { id: 'closed', label: 'Closed', value: ({ closedAt }) => closedAt, cell: ({ closedAt }) => <Time at={closedAt} /> },
  {
    id: 'held',
    label: 'Held',
    isNumber: true,
    value: ({ durationSeconds }) => durationSeconds,
    cell: ({ durationSeconds }) => duration(durationSeconds),
  },
  {
    id: 'in',
    label: 'In at',
    isNumber: true,
    value: ({ openRate }) => openRate,
    cell: ({ openRate }) => price(openRate),
  },
  {
    id: 'out',
    label: 'Out at',
    isNumber: true,
    value: ({ closeRate }) => closeRate,
    cell: ({ closeRate }) => price(closeRate),
  },
  {
    id: 'profit',
    label: 'Profit, USD',
    isNumber: true,
    value: ({ profitAbs }) => profitAbs,
    cell: ({ profitAbs }) => <Profit amount={profitAbs} />,
  },
  {
    id: 'ratio',
    label: 'Of the stake',
    isNumber: true,
    value: ({ profitRatio }) => profitRatio,
    cell: ({ profitRatio }) => <Profit amount={profitRatio * 100} unit="percent" />,
  },
  {
    id: 'fees',
    label: 'Fees',
    isNumber: true,
    value: ({ feesAbs }) => feesAbs,
    cell: ({ feesAbs }) => decimal(feesAbs, 4),
  },
  { id: 'entry', label: 'Entry', value: ({ entryTag }) => entryTag ?? '—' },
  { id: 'exit', label: 'Exit', value: ({ exitReason }) => exitReason },
];

/** The trades that a deployment has closed, read again as there are more. */
export function Trades({ id, total }: { readonly id: string; readonly total: number }) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const answer = useQuery(TradesDocument, { id, first: PAGE_SIZE, after: cursors.at(-1) ?? null });
  useAgainAfter(total, answer.again);
  return (
    <Section title="Closed trades">
      <Loaded answer={answer}>
        {({ deployment }) =>
          deployment === null ? (
            <Empty>Its trades can not be read now.</Empty>
          ) : (
            <>
              <Table
                caption="Closed trades"
                rows={deployment.trades.nodes}
                columns={COLUMNS}
                rowKey={({ number }) => String(number)}
                empty="It has closed no trade yet."
              />
              {cursors.length === 0 && !deployment.trades.pageInfo.hasNextPage ? null : (
                <div class="buttons">
                  <button
                    type="button"
                    disabled={cursors.length === 0}
                    onClick={() => setCursors(cursors.slice(0, -1))}
                  >
                    Newer
                  </button>
                  <button
                    type="button"
                    disabled={!deployment.trades.pageInfo.hasNextPage}
                    onClick={() => setCursors([...cursors, deployment.trades.pageInfo.endCursor ?? ''])}
                  >
                    Older
                  </button>
                </div>
              )}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}
