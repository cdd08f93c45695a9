import { useMemo, useState } from 'preact/hooks';
import { navigate } from '../../app/location.js';
import type { PageProps } from '../../app/routing.js';
import { useQuery } from '../../graph/use-query.js';
import { SelectField } from '../../parts/field.js';
import { Empty, Heading, Section } from '../../parts/heading.js';
import { Loaded } from '../../parts/problem.js';
import { Table } from '../../parts/table/table.js';
import { useChanges } from '../../streams/watch.js';
import { columnsOf } from './list/columns.js';
import { type BacktestStatus, BacktestsDocument } from './list/generated/documents.js';

const PAGE_SIZE = 50;
const STATUSES: readonly { readonly value: string; readonly label: string; readonly of: readonly BacktestStatus[] }[] =
  [
    { value: '', label: 'Any status', of: [] },
    { value: 'active', label: 'Queued or running', of: ['queued', 'running'] },
    { value: 'finished', label: 'Finished', of: ['finished'] },
    { value: 'error', label: 'Ended with an error', of: ['error'] },
  ];

/** The account's backtests, newest first; any number of them is chosen to be compared. */
export default function BacktestsPage({ query }: PageProps) {
  const status = query.get('status') ?? '';
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const statuses = STATUSES.find(({ value }) => value === status)?.of ?? [];
  const answer = useQuery(BacktestsDocument, {
    first: PAGE_SIZE,
    after: cursors.at(-1) ?? null,
    statuses: statuses.length === 0 ? null : [...statuses],
  });
  useChanges({ kind: 'backtests' }, answer.again);
  const choose = (id: string, isChosen: boolean) => setChosen(withMember(chosen, id, isChosen));
  const columns = useMemo(() => columnsOf(chosen, choose), [chosen]);
  return (
    <>
      <Heading title="Backtests">
        <a class="button primary" href="/app/backtests/new">
          New backtest
        </a>
      </Heading>
      <Section
        title={chosen.size === 0 ? 'Choose some to compare them' : `${chosen.size} chosen`}
        actions={<CompareButton chosen={chosen} onClear={() => setChosen(new Set())} />}
      >
        <div class="form-row">
          <SelectField
            label="Status"
            value={status}
            options={STATUSES}
            onChange={(value) => {
              setCursors([]);
              navigate(value === '' ? '/app/backtests' : `/app/backtests?status=${value}`, 'replace');
            }}
          />
        </div>
        <Loaded answer={answer}>
          {({ backtests }) =>
            backtests === null ? (
              <Empty>The backtests can not be read now.</Empty>
            ) : (
              <>
                <Table
                  caption="Backtests"
                  rows={backtests.nodes}
                  columns={columns}
                  rowKey={({ id }) => id}
                  empty={
                    <>
                      None here. <a href="/app/backtests/new?sample=dip">The sample strategy</a> is a start.
                    </>
                  }
                />
                <div class="buttons">
                  {cursors.length === 0 ? null : (
                    <button type="button" onClick={() => setCursors(cursors.slice(0, -1))}>
                      Newer
                    </button>
                  )}
                  {backtests.pageInfo.hasNextPage ? (
                    <button type="button" onClick={() => setCursors([...cursors, backtests.pageInfo.endCursor ?? ''])}>
                      Older
                    </button>
                  ) : null}
                </div>
              </>
            )
          }
        </Loaded>
      </Section>
    </>
  );
}

function CompareButton(props: { readonly chosen: ReadonlySet<string>; readonly onClear: () => void }) {
  const ids = [...props.chosen].map((id) => encodeURIComponent(id)).join(',');
  return (
    <span class="actions">
      <button
        type="button"
        disabled={props.chosen.size < 2}
        onClick={() => navigate(`/app/backtests/compare?ids=${ids}`)}
      >
        Compare
      </button>
      {props.chosen.size === 0 ? null : (
        <button type="button" class="plain" onClick={props.onClear}>
          Choose none
        </button>
      )}
    </span>
  );
}

function withMember(members: ReadonlySet<string>, id: string, isMember: boolean): ReadonlySet<string> {
  const next = new Set(members);
  if (isMember) next.add(id);
  else next.delete(id);
  return next;
}
