import { Status } from '../../parts/badge.js';
import { Section } from '../../parts/heading.js';
import { Money, Time } from '../../parts/money.js';
import { type Column, Table } from '../../parts/table/table.js';
import type { ReceivedFragment, WalletQuery } from './generated/documents.js';
import { Transaction } from './transaction.js';

const COLUMNS: readonly Column<ReceivedFragment>[] = [
  { id: 'seen', label: 'Seen', value: ({ createdAt }) => createdAt, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { id: 'status', label: 'Status', value: ({ status }) => status, cell: (deposit) => <State deposit={deposit} /> },
  {
    id: 'amount',
    label: 'Amount',
    isNumber: true,
    value: ({ amountUsd }) => Number(amountUsd),
    cell: ({ amountUsd }) => <Money amount={amountUsd} />,
  },
  { id: 'network', label: 'Network', value: ({ chain }) => chain, cell: ({ chain, asset }) => `${asset} on ${chain}` },
  {
    id: 'final',
    label: 'Final',
    value: ({ confirmedAt }) => confirmedAt,
    cell: ({ confirmedAt }) => <Time at={confirmedAt} />,
  },
  {
    id: 'transaction',
    label: 'Transaction',
    value: ({ txHash }) => txHash,
    cell: ({ txHash }) => <Transaction hash={txHash} />,
  },
];

/** What arrived, and what is not final yet. */
export function Deposits({ deposits }: { readonly deposits: NonNullable<WalletQuery['wallet']>['deposits'] }) {
  return (
    <Section title="Deposits">
      <Table
        caption="Deposits"
        rows={deposits.nodes}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty="Nothing has arrived yet. A transfer is shown here as soon as it is in a block."
        footer={
          deposits.pageInfo.hasNextPage ? (
            <p class="fine">
              The newest 20. <a href="/app/wallet/statement">The statement</a> has them all.
            </p>
          ) : undefined
        }
      />
    </Section>
  );
}

function State({ deposit: { status, error } }: { readonly deposit: ReceivedFragment }) {
  return (
    <>
      <Status of={status} /> {status === 'observed' ? 'waiting to be final' : error?.message}
    </>
  );
}
