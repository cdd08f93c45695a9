import { useState } from 'preact/hooks';
import { useQuery } from '../../graph/use-query.js';
import { TextField } from '../../parts/field.js';
import { Empty, Heading, Section } from '../../parts/heading.js';
import { Profit, Time } from '../../parts/money.js';
import { Loaded } from '../../parts/problem.js';
import { type Column, Table } from '../../parts/table/table.js';
import { type LineFragment, StatementDocument } from './generated/documents.js';
import { WalletPages } from './pages.js';
import { Download } from './statement/download.js';
import { Transaction } from './transaction.js';

const PAGE_SIZE = 100;

const COLUMNS: readonly Column<LineFragment>[] = [
  {
    id: 'booked',
    label: 'Booked (UTC)',
    value: ({ bookedAt }) => bookedAt,
    cell: ({ bookedAt }) => <Time at={bookedAt} />,
  },
  { id: 'amount', label: 'Amount, USD', isNumber: true, value: ({ amountUsd }) => Number(amountUsd) },
  { id: 'description', label: 'What happened', value: ({ description }) => description },
  { id: 'fee', label: 'Fee, USD', isNumber: true, value: ({ feeUsd }) => Number(feeUsd) },
  {
    id: 'held',
    label: 'Wallet, USD',
    isNumber: true,
    value: ({ heldChangeUsd }) => Number(heldChangeUsd),
    cell: ({ heldChangeUsd }) => <Profit amount={heldChangeUsd} />,
  },
  {
    id: 'venue',
    label: 'Venue, USD',
    isNumber: true,
    value: ({ venueChangeUsd }) => Number(venueChangeUsd),
    cell: (line) => (
      <>
        <Profit amount={line.venueChangeUsd} /> {line.venue}
      </>
    ),
  },
  {
    id: 'transaction',
    label: 'Transaction',
    value: ({ txHash }) => txHash,
    cell: ({ txHash }) => <Transaction hash={txHash} />,
  },
];

/** Each movement of the account's money, once it was final, as a table and as a file. */
export default function StatementPage() {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const range = { ...(from === '' ? {} : { createdFrom: from }), ...(to === '' ? {} : { createdTo: to }) };
  const answer = useQuery(StatementDocument, { first: PAGE_SIZE, ...range, after: cursors.at(-1) ?? null });
  const within = (set: (value: string) => void) => (value: string) => {
    setCursors([]);
    set(value);
  };
  return (
    <>
      <Heading title="Statement">
        <Download range={range} />
      </Heading>
      <WalletPages current="/app/wallet/statement" />
      <Section title="Movements">
        <div class="form-row">
          <TextField label="From (UTC)" type="date" value={from} onChange={within(setFrom)} />
          <TextField label="Until, without that day (UTC)" type="date" value={to} onChange={within(setTo)} />
        </div>
        <p class="fine">
          Newest first. The column of the wallet adds up to what it holds; that of venues to what was paid to them and
          not paid back.
        </p>
        <Loaded answer={answer}>
          {({ account }) => {
            const ledger = account?.ledger;
            if (ledger === undefined || ledger === null) return <Empty>The statement can not be read now.</Empty>;
            const { hasNextPage, endCursor } = ledger.pageInfo;
            return (
              <>
                <Table
                  caption="Movements"
                  rows={ledger.nodes}
                  columns={COLUMNS}
                  rowKey={({ id }) => id}
                  empty="No money has moved in this time."
                />
                <div class="buttons">
                  {cursors.length === 0 ? null : (
                    <button type="button" onClick={() => setCursors(cursors.slice(0, -1))}>
                      Newer
                    </button>
                  )}
                  {hasNextPage && endCursor !== null ? (
                    <button type="button" onClick={() => setCursors([...cursors, endCursor])}>
                      Older
                    </button>
                  ) : null}
                </div>
              </>
            );
          }}
        </Loaded>
      </Section>
    </>
  );
}
