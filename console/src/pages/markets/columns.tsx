import { Badge, Status } from '../../parts/badge.js';
import { day, decimal, short } from '../../parts/format.js';
import { Money } from '../../parts/money.js';
import type { Column } from '../../parts/table/table.js';
import { addressOf } from './address.js';
import type { MarketsQuery } from './generated/documents.js';

type Market = NonNullable<MarketsQuery['markets']>['nodes'][number];

/** The columns of a list of markets. */
export const COLUMNS: readonly Column<Market>[] = [
  { id: 'market', label: 'Market', value: ({ symbol }) => symbol, cell: (market) => <Name market={market} /> },
  { id: 'venue', label: 'Venue', value: ({ venue }) => venue },
  { id: 'kind', label: 'Kind', value: ({ kind }) => kind },
  { id: 'status', label: 'Status', value: ({ status }) => status, cell: ({ status }) => <Status of={status} /> },
  {
    id: 'ready',
    label: 'Backtests',
    value: ({ backtestReady }) => (backtestReady ? 0 : 1),
    cell: ({ backtestReady }) =>
      backtestReady ? <Badge tone="good">ready</Badge> : <span class="unknown">not yet</span>,
  },
  {
    id: 'leverage',
    label: 'Leverage',
    isNumber: true,
    value: ({ maxLeverage }) => maxLeverage,
    cell: ({ maxLeverage }) => (maxLeverage === null ? 'none' : `${decimal(maxLeverage, 0)}×`),
  },
  {
    id: 'smallest',
    label: 'Smallest order',
    isNumber: true,
    value: ({ minOrderUsd }) => Number(minOrderUsd),
    cell: ({ minOrderUsd }) => <Money amount={minOrderUsd} />,
  },
];

/** A prediction is known by its question; its symbol is a number of 77 digits. */
function Name({ market }: { readonly market: Market }) {
  const { prediction, symbol, builderDex } = market;
  if (prediction === null)
    return (
      <>
        <a href={addressOf(market)}>{short(symbol, 14)}</a>{' '}
        {builderDex === null ? null : <Badge tone="plain">{builderDex}</Badge>}
      </>
    );
  return (
    <a href={addressOf(market)} title={symbol}>
      <span class="question">{prediction.question}</span> <b>{prediction.outcome}</b>{' '}
      <span class="unknown">({day(prediction.endDate)})</span>
    </a>
  );
}
