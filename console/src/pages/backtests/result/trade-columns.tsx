import { duration, price, words } from '../../../parts/format.js';
import { Profit, Time } from '../../../parts/money.js';
import type { Column } from '../../../parts/table/table.js';
import type { Trade } from './trades.js';

/** What of a trade is listed. */
type ListedTrade = Omit<Trade, 'amount' | 'stakeAmount' | 'feesAbs'>;

/** The columns of a list of trades. */
export const TRADE_COLUMNS: readonly Column<ListedTrade>[] = [
  { id: 'symbol', label: 'Market', value: ({ symbol }) => symbol },
  { id: 'side', label: 'Side', value: ({ side }) => side },
  {
    id: 'opened',
    label: 'Opened, UTC',
    value: ({ openedAt }) => openedAt,
    cell: (trade) => <Time at={trade.openedAt} />,
  },
  {
    id: 'closed',
    label: 'Closed, UTC',
    value: ({ closedAt }) => closedAt,
    cell: (trade) => <Time at={trade.closedAt} />,
  },
  {
    id: 'duration',
    label: 'Duration',
    isNumber: true,
    value: ({ durationSeconds }) => durationSeconds,
    cell: ({ durationSeconds }) => duration(durationSeconds),
  },
  { id: 'open', label: 'Entry', isNumber: true, value: ({ openRate }) => openRate, cell: (t) => price(t.openRate) },
  { id: 'close', label: 'Exit', isNumber: true, value: ({ closeRate }) => closeRate, cell: (t) => price(t.closeRate) },
  {
    id: 'profit',
    label: 'Profit',
    isNumber: true,
    value: ({ profitAbs }) => profitAbs,
    cell: ({ profitAbs }) => <Profit amount={profitAbs} unit="stake" />,
  },
  {
    id: 'ratio',
    label: 'Of its stake',
    isNumber: true,
    value: ({ profitRatio }) => profitRatio,
    cell: ({ profitRatio }) => <Profit amount={profitRatio * 100} unit="percent" />,
  },
  { id: 'leverage', label: 'Leverage', isNumber: true, value: (t) => t.leverage, cell: (t) => t.leverage ?? '—' },
  { id: 'tag', label: 'Entry tag', value: ({ entryTag }) => entryTag, cell: ({ entryTag }) => entryTag ?? '—' },
  { id: 'reason', label: 'Exit reason', value: ({ exitReason }) => exitReason, cell: (t) => words(t.exitReason) },
];
