import { useQuery } from '../../../graph/use-query.js';
import { Badge } from '../../../parts/badge.js';
import { price, words } from '../../../parts/format.js';
import { Empty, Section } from '../../../parts/heading.js';
import { Money, Profit, Time } from '../../../parts/money.js';
import { Loaded } from '../../../parts/problem.js';
import { type Column, Table } from '../../../parts/table/table.js';
import { useChanges } from '../../../streams/watch.js';
import { MarketsDocument, OrdersDocument, type OrdersQuery } from '../generated/documents.js';
import { cents } from './cents.js';
import type { Shown } from './shown.js';

type Wallet = NonNullable<OrdersQuery['wallet']>;
type Order = NonNullable<Wallet['openOrders']>[number];
type Position = NonNullable<Wallet['positions']>[number];

const ORDER_COLUMNS: readonly Column<Order>[] = [
  { id: 'symbol', label: 'Market', value: ({ symbol }) => symbol },
  { id: 'side', label: 'Side', value: ({ side }) => side, cell: ({ side }) => <Badge tone="plain">{side}</Badge> },
  {
    id: 'type',
    label: 'Type',
    value: ({ type }) => type,
    cell: ({ type, reduceOnly }) => `${words(type)}${reduceOnly ? ', only reduces' : ''}`,
  },
  {
    id: 'limit',
    label: 'Limit',
    isNumber: true,
    value: ({ limitPrice }) => Number(limitPrice),
    cell: ({ limitPrice }) => limitPrice,
  },
  { id: 'trigger', label: 'Trigger', isNumber: true, value: ({ triggerPrice }) => triggerPrice ?? '—' },
  {
    id: 'size',
    label: 'Unfilled of',
    isNumber: true,
    value: ({ size }) => Number(size),
    cell: ({ size, originalSize }) => `${size} of ${originalSize}`,
  },
  {
    id: 'created',
    label: 'Placed (UTC)',
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

const POSITION_COLUMNS: readonly Column<Position>[] = [
  { id: 'symbol', label: 'Market', value: ({ symbol }) => symbol },
  { id: 'side', label: 'Side', value: ({ side }) => side, cell: ({ side }) => <Badge tone="plain">{side}</Badge> },
  { id: 'size', label: 'Size', isNumber: true, value: ({ size }) => Number(size), cell: ({ size }) => size },
  {
    id: 'worth',
    label: 'Worth',
    isNumber: true,
    value: ({ sizeUsd }) => Number(sizeUsd),
    cell: ({ sizeUsd }) => <Money amount={cents(sizeUsd)} />,
  },
  {
    id: 'entry',
    label: 'In at',
    isNumber: true,
    value: ({ entryPrice }) => Number(entryPrice),
    cell: ({ entryPrice }) => (entryPrice === null ? '—' : price(Number(entryPrice))),
  },
  {
    id: 'profit',
    label: 'Unrealised, USD',
    isNumber: true,
    value: ({ unrealizedPnlUsd }) => Number(unrealizedPnlUsd),
    cell: ({ unrealizedPnlUsd }) => <Profit amount={unrealizedPnlUsd} />,
  },
  {
    id: 'liquidation',
    label: 'Liquidated at',
    isNumber: true,
    value: ({ liquidationPrice }) => liquidationPrice ?? '—',
  },
];

/** The orders of a deployment that wait at the venue, and what the venue says that its markets hold. */
export function Orders({ bot }: { readonly bot: Shown }) {
  if (bot.mode === 'paper')
    return (
      <Section title="Orders">
        <Empty>
          On paper its framework simulates orders itself, and the venue knows of none. Each one is in its log, and each
          one that was filled in its trades.
        </Empty>
      </Section>
    );
  return <AtVenue bot={bot} />;
}

function AtVenue({ bot: { id, venue, status } }: { readonly bot: Shown }) {
  const answer = useQuery(OrdersDocument, { venue });
  const { data } = useQuery(MarketsDocument, { id });
  useChanges(status === 'running' ? { kind: 'deployment', id } : undefined, answer.again);
  const own = new Set(data?.deployment?.markets.flatMap((market) => market?.symbol ?? []));
  const isOwn = ({ symbol }: { readonly symbol: string }) => own.has(symbol);
  return (
    <Loaded answer={answer}>
      {({ wallet }) => (
        <>
          <Section title={`Orders that wait at ${venue}`}>
            {wallet?.openOrders == null ? (
              <Empty>The venue can not be read now.</Empty>
            ) : (
              <Table
                caption="Open orders"
                rows={wallet.openOrders.filter(isOwn)}
                columns={ORDER_COLUMNS}
                rowKey={({ id: order }) => order}
                empty="None in its markets."
              />
            )}
          </Section>
          <Section title={`Positions by the word of ${venue}`}>
            {wallet?.positions == null ? (
              <Empty>The venue can not be read now.</Empty>
            ) : (
              <Table
                caption="Positions at the venue"
                rows={wallet.positions.filter(isOwn)}
                columns={POSITION_COLUMNS}
                rowKey={({ symbol }) => symbol}
                empty="None in its markets."
              />
            )}
          </Section>
        </>
      )}
    </Loaded>
  );
}
