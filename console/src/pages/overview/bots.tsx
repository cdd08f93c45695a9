import { nowMs } from '../../app/clock.js';
import { Badge, Mode, Status } from '../../parts/badge.js';
import { Figure, Figures } from '../../parts/figure.js';
import { ago, count } from '../../parts/format.js';
import { Empty, Section } from '../../parts/heading.js';
import { Profit } from '../../parts/money.js';
import { type Column, Table } from '../../parts/table/table.js';
import { warningsOf } from './find-alerts.js';
import type { OverviewQuery } from './generated/documents.js';

type Deployments = OverviewQuery['deployments'];
type Bot = NonNullable<Deployments>['nodes'][number];

const COLUMNS: readonly Column<Bot>[] = [
  { id: 'name', label: 'Name', value: ({ name }) => name, cell: (bot) => <Name bot={bot} /> },
  { id: 'mode', label: 'Mode', value: ({ mode }) => mode, cell: ({ mode }) => <Mode of={mode} /> },
  { id: 'status', label: 'Status', value: ({ status }) => status, cell: ({ status }) => <Status of={status} /> },
  {
    id: 'seen',
    label: 'Last seen at work',
    value: ({ health }) => health.lastHeartbeat,
    cell: ({ health }) => (health.lastHeartbeat === null ? 'not yet' : ago(health.lastHeartbeat, nowMs())),
  },
  {
    id: 'profit',
    label: 'Realised, USD',
    isNumber: true,
    value: ({ metrics }) => metrics.pnl.realizedUsd,
    cell: ({ metrics }) => <Profit amount={metrics.pnl.realizedUsd} />,
  },
];

const ENDED: ReadonlySet<Bot['status']> = new Set(['deleting', 'deleted']);

/** The deployments that run, and how many of them are live, on paper, or have warnings. */
export function Bots(props: {
  readonly deployments: Deployments;
  /** What a first deployment begins with. */
  readonly from: string;
}) {
  const { deployments } = props;
  if (deployments === null)
    return (
      <Section title="Bots">
        <Empty>The deployments can not be read now.</Empty>
      </Section>
    );
  const running = deployments.nodes.filter(({ status }) => status === 'running');
  const live = running.filter(({ mode }) => mode === 'live').length;
  const others = deployments.nodes.filter(({ status }) => !ENDED.has(status)).length - running.length;
  const warned = deployments.nodes.filter((bot) => warningsOf(bot) > 0).length;
  return (
    <Section title="Bots" actions={<a href="/app/deployments">All deployments</a>}>
      <Figures>
        <Figure label="Running live">{count(live)}</Figure>
        <Figure label="Running on paper">{count(running.length - live)}</Figure>
        <Figure label="Not running">
          <a href="/app/deployments">{count(others)}</a>
        </Figure>
        <Figure label="With warnings">{count(warned)}</Figure>
      </Figures>
      {deployments.pageInfo.hasNextPage ? <p class="fine">Of the newest 50 deployments.</p> : null}
      <Table
        caption="Running deployments"
        rows={running}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={
          <>
            Nothing runs. <a href={`/app/deployments/new?${props.from}`}>Deploy a strategy on paper</a>: it costs
            nothing.
          </>
        }
      />
    </Section>
  );
}

function Name({ bot }: { readonly bot: Bot }) {
  return (
    <>
      <a href={`/app/deployments/${bot.id}`}>{bot.name}</a>{' '}
      {bot.entriesBlocked === true ? <Badge tone="warn">opens nothing</Badge> : null}
    </>
  );
}
