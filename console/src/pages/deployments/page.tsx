import { useState } from 'preact/hooks';
import { nowMs } from '../../app/clock.js';
import { navigate } from '../../app/location.js';
import type { PageProps } from '../../app/routing.js';
import { useQuery } from '../../graph/use-query.js';
import { Badge, Mode, Status } from '../../parts/badge.js';
import { SelectField } from '../../parts/field.js';
import { ago, count, decimal, short } from '../../parts/format.js';
import { Empty, Heading, Section } from '../../parts/heading.js';
import { Profit } from '../../parts/money.js';
import { Loaded } from '../../parts/problem.js';
import { type Column, Table } from '../../parts/table/table.js';
import { useChanges } from '../../streams/watch.js';
import { type DeploymentStatus, DeploymentsDocument, type DeploymentsQuery } from './generated/documents.js';

type Deployments = NonNullable<DeploymentsQuery['deployments']>;
type Bot = Deployments['nodes'][number];

const PAGE_SIZE = 50;
const STATUSES: readonly {
  readonly value: string;
  readonly label: string;
  readonly of: readonly DeploymentStatus[];
}[] = [
  { value: '', label: 'All but deleted', of: [] },
  { value: 'running', label: 'Running', of: ['starting', 'running', 'stopping'] },
  { value: 'stopped', label: 'Not running', of: ['created', 'stopped'] },
  { value: 'error', label: 'Can not go on', of: ['error'] },
  { value: 'deleted', label: 'Deleted, of 30 days', of: ['deleting', 'deleted'] },
];
const MODES = [
  { value: '', label: 'Paper and live' },
  { value: 'paper', label: 'Paper' },
  { value: 'live', label: 'Live money' },
];

const COLUMNS: readonly Column<Bot>[] = [
  { id: 'name', label: 'Name', value: ({ name }) => name, cell: (bot) => <Name bot={bot} /> },
  { id: 'mode', label: 'Mode', value: ({ mode }) => mode, cell: ({ mode }) => <Mode of={mode} /> },
  { id: 'status', label: 'Status', value: ({ status }) => status, cell: ({ status }) => <Status of={status} /> },
  { id: 'venue', label: 'Venue', value: ({ venue }) => venue },
  {
    id: 'symbols',
    label: 'Markets',
    value: ({ symbols }) => symbols[0],
    cell: ({ symbols }) => <Symbols of={symbols} />,
  },
  {
    id: 'trades',
    label: 'Trades',
    isNumber: true,
    value: ({ metrics }) => metrics.trades.total,
    cell: ({ metrics }) => <Counted of={metrics.trades} />,
  },
  {
    id: 'balance',
    label: 'Equity, USD',
    isNumber: true,
    value: ({ metrics }) => metrics.balance.venueUsd,
    cell: ({ metrics }) => decimal(metrics.balance.venueUsd, 2),
  },
  {
    id: 'profit',
    label: 'Realised, USD',
    isNumber: true,
    value: ({ metrics }) => metrics.pnl.realizedUsd,
    cell: ({ metrics }) => <Profit amount={metrics.pnl.realizedUsd} />,
  },
  {
    id: 'seen',
    label: 'Seen',
    value: ({ health }) => health.lastHeartbeat,
    cell: ({ health }) => (health.lastHeartbeat === null ? 'never' : ago(health.lastHeartbeat, nowMs())),
  },
];

/** The account's deployments, newest first. */
export default function DeploymentsPage({ query }: PageProps) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const status = query.get('status') ?? '';
  const mode = query.get('mode') ?? '';
  const statuses = STATUSES.find(({ value }) => value === status)?.of ?? [];
  const answer = useQuery(DeploymentsDocument, {
    ...{ first: PAGE_SIZE, after: cursors.at(-1) ?? null },
    statuses: statuses.length === 0 ? null : [...statuses],
    mode: mode === 'paper' || mode === 'live' ? mode : null,
  });
  useChanges({ kind: 'deployments' }, answer.again);
  const change = (name: string, value: string) => {
    setCursors([]);
    const next = new URLSearchParams(query);
    if (value === '') next.delete(name);
    else next.set(name, value);
    navigate(next.size === 0 ? '/app/deployments' : `/app/deployments?${next}`, 'replace');
  };
  return (
    <>
      <Heading title="Deployments">
        <a class="button primary" href="/app/deployments/new">
          New deployment
        </a>
      </Heading>
      <Section title="Strategies that keep running">
        <div class="form-row">
          <SelectField label="Status" value={status} options={STATUSES} onChange={(value) => change('status', value)} />
          <SelectField label="Money" value={mode} options={MODES} onChange={(value) => change('mode', value)} />
        </div>
        <Loaded answer={answer}>
          {({ deployments }) =>
            deployments === null ? (
              <Empty>The deployments can not be read now.</Empty>
            ) : (
              <List deployments={deployments} cursors={cursors} onTurn={setCursors} />
            )
          }
        </Loaded>
      </Section>
    </>
  );
}

function List(props: {
  readonly deployments: Deployments;
  readonly cursors: readonly string[];
  readonly onTurn: (cursors: readonly string[]) => void;
}) {
  const { cursors, onTurn } = props;
  const { nodes, pageInfo } = props.deployments;
  return (
    <>
      <Table
        caption="Deployments"
        rows={nodes}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={
          <>
            None here. <a href="/app/deployments/new?sample=dip">Deploy the sample strategy on paper</a>: it costs
            nothing.
          </>
        }
      />
      {cursors.length === 0 && !pageInfo.hasNextPage ? null : (
        <div class="buttons">
          <button type="button" disabled={cursors.length === 0} onClick={() => onTurn(cursors.slice(0, -1))}>
            Newer
          </button>
          <button
            type="button"
            disabled={!pageInfo.hasNextPage}
            onClick={() => onTurn([...cursors, pageInfo.endCursor ?? ''])}
          >
            Older
          </button>
        </div>
      )}
    </>
  );
}

function Name({ bot: { id, name, entriesBlocked, status } }: { readonly bot: Bot }) {
  return (
    <>
      <a href={`/app/deployments/${encodeURIComponent(id)}`}>{name}</a>{' '}
      {entriesBlocked === true && status === 'running' ? <Badge tone="warn">opens nothing</Badge> : null}
    </>
  );
}

function Counted({ of: { total, open } }: { readonly of: Bot['metrics']['trades'] }) {
  return (
    <>
      {count(total)}
      {open === 0 ? null : <span class="unit"> {count(open)} open</span>}
    </>
  );
}

function Symbols({ of }: { readonly of: readonly string[] }) {
  const [first = '—', ...others] = of;
  return (
    <span title={of.join(', ')}>
      {short(first, 10)}
      {others.length === 0 ? '' : ` and ${others.length} more`}
    </span>
  );
}
