import { Badge } from '../../../parts/badge.js';
import { Section } from '../../../parts/heading.js';
import { Money } from '../../../parts/money.js';
import { type Column, Table } from '../../../parts/table/table.js';
import { cents } from './cents.js';
import type { Shown } from './shown.js';

type Position = Shown['metrics']['exposure']['positions'][number];

const COLUMNS: readonly Column<Position>[] = [
  { id: 'symbol', label: 'Market', value: ({ symbol }) => symbol },
  { id: 'side', label: 'Side', value: ({ side }) => side, cell: ({ side }) => <Badge tone="plain">{side}</Badge> },
  {
    id: 'size',
    label: 'Worth now',
    isNumber: true,
    value: ({ sizeUsd }) => sizeUsd,
    cell: ({ sizeUsd }) => <Money amount={cents(sizeUsd)} />,
  },
];

/** What a deployment holds, by its own word. */
export function Positions({ bot }: { readonly bot: Shown }) {
  const isStill = bot.status !== 'running' && bot.metrics.exposure.positions.length > 0;
  return (
    <Section title="Positions">
      {isStill ? <p class="fine">It does not run: nobody looks after these, and nothing closes them.</p> : null}
      <Table
        caption="Open positions"
        rows={bot.metrics.exposure.positions}
        columns={COLUMNS}
        rowKey={({ symbol, side }) => `${symbol} ${side}`}
        empty="It holds nothing."
      />
    </Section>
  );
}
