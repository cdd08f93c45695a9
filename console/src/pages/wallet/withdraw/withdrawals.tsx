import { Status } from '../../../parts/badge.js';
import { Section } from '../../../parts/heading.js';
import { Money, Time } from '../../../parts/money.js';
import { Notice } from '../../../parts/problem.js';
import { Steps } from '../../../parts/progress.js';
import { type Column, Table } from '../../../parts/table/table.js';
import type { PaidFragment, WithdrawalTermsQuery } from '../generated/documents.js';
import { Transaction } from '../transaction.js';

type List = NonNullable<WithdrawalTermsQuery['wallet']>['withdrawals'];

const STEPS = ['Accepted', 'Sent to the chain', 'Final'] as const;
const DONE: Readonly<Record<string, number>> = { processing: 1, broadcast: 2, confirmed: 3 };

const COLUMNS: readonly Column<PaidFragment>[] = [
  { id: 'made', label: 'Made', value: ({ createdAt }) => createdAt, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { id: 'status', label: 'Status', value: ({ status }) => status, cell: ({ status }) => <Status of={status} /> },
  {
    id: 'amount',
    label: 'Amount',
    isNumber: true,
    value: ({ amountUsd }) => Number(amountUsd),
    cell: ({ amountUsd }) => <Money amount={amountUsd} />,
  },
  {
    id: 'arrives',
    label: 'Arrives',
    isNumber: true,
    value: ({ arrivesUsd }) => Number(arrivesUsd),
    cell: ({ arrivesUsd }) => <Money amount={arrivesUsd} />,
  },
  {
    id: 'source',
    label: 'From',
    value: ({ source }) => source,
    cell: ({ source }) => (source === 'arbitrum' ? 'wallet' : source),
  },
  {
    id: 'destination',
    label: 'To',
    value: ({ destinationWallet }) => destinationWallet,
    cell: ({ destinationWallet }) => <Transaction hash={destinationWallet} what="the destination" />,
  },
  {
    id: 'transaction',
    label: 'Transaction',
    value: ({ txHash }) => txHash,
    cell: ({ txHash }) => <Transaction hash={txHash} />,
  },
];

/** Earlier withdrawals; those on their way with how far they are. */
export function Withdrawals({ withdrawals: { nodes, pageInfo } }: { readonly withdrawals: List }) {
  const underWay = nodes.filter(({ status }) => status === 'processing' || status === 'broadcast');
  const [latest] = nodes;
  return (
    <Section title="Withdrawals">
      {underWay.map((withdrawal) => (
        <div key={withdrawal.id}>
          <p>
            <Money amount={withdrawal.amountUsd} /> to <code>{withdrawal.destinationWallet}</code>
          </p>
          <Steps label="Steps of the withdrawal" steps={STEPS} current={DONE[withdrawal.status] ?? 1} />
        </div>
      ))}
      {latest?.status === 'failed' ? (
        <Notice tone="bad">
          The latest one did not happen: {latest.error?.message ?? 'the platform gave no reason.'} The amount is free
          again.
        </Notice>
      ) : null}
      <Table
        caption="Withdrawals"
        rows={nodes}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty="Nothing has been withdrawn yet."
        footer={
          pageInfo.hasNextPage ? (
            <p class="fine">
              The newest 50. <a href="/app/wallet/statement">The statement</a> has them all.
            </p>
          ) : undefined
        }
      />
    </Section>
  );
}
