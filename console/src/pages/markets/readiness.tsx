import { useMutation, useQuery } from '../../graph/use-query.js';
import { Badge } from '../../parts/badge.js';
import { count, words } from '../../parts/format.js';
import { Empty, Section } from '../../parts/heading.js';
import { Time } from '../../parts/money.js';
import { Loaded, Notice, ProblemMessage } from '../../parts/problem.js';
import { type Column, Table } from '../../parts/table/table.js';
import { ReleaseDocument, RequestMarketDocument, StoredDocument, type StoredQuery } from './generated/documents.js';
import { reasonOf } from './reasons.js';

type Stored = NonNullable<NonNullable<StoredQuery['market']>['dataset']>;
type StoredTable = Stored['tables'][number];

/** The venues whose history is published in releases; the others have a store that grows by the hour. */
const RELEASED: ReadonlySet<string> = new Set(['polymarket', 'lighter']);
/** The venue whose markets are recorded for those who ask for them. */
const BY_REQUEST = 'polymarket';

const COLUMNS: readonly Column<StoredTable>[] = [
  { id: 'name', label: 'Table', value: ({ name }) => name, cell: ({ name }) => words(name) },
  { id: 'from', label: 'From, UTC', value: ({ from }) => from, cell: ({ from }) => <Time at={from} /> },
  { id: 'to', label: 'To, UTC', value: ({ to }) => to, cell: ({ to }) => <Time at={to} /> },
  // Of predictions the count is not known, and is given as none.
  {
    id: 'rows',
    label: 'Rows',
    isNumber: true,
    value: ({ rows }) => rows,
    cell: ({ rows }) => (rows === 0 ? 'unknown' : count(rows)),
  },
  { id: 'source', label: 'From whom', value: ({ source }) => source.join(', ') },
];

/** Whether a market can be backtested, why not, and what of it is stored. */
export function Readiness({ venue, symbol }: { readonly venue: string; readonly symbol: string }) {
  const answer = useQuery(StoredDocument, { venue, symbol });
  return (
    <Section title="Backtests">
      <Loaded answer={answer}>
        {({ market }) =>
          market === null ? null : (
            <>
              <p>
                {market.backtestReady ? (
                  <>
                    <Badge tone="good">ready</Badge> Its stored history can serve a backtest.{' '}
                    <a href="/app/backtests/new">Run one</a>
                  </>
                ) : (
                  <>
                    <Badge tone="warn">not ready</Badge> Its stored history can not serve a backtest.
                  </>
                )}
              </p>
              {market.backtestReady ? null : <Reason {...{ venue, symbol }} />}
              {market.dataset === null ? <Empty>Nothing of it is stored.</Empty> : <History dataset={market.dataset} />}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

function Reason({ venue, symbol }: { readonly venue: string; readonly symbol: string }) {
  const answer = useQuery(ReleaseDocument, RELEASED.has(venue) ? { venue, market: symbol } : undefined);
  const request = useMutation(RequestMarketDocument);
  if (!RELEASED.has(venue))
    return (
      <Notice tone="plain">
        <p>Its history is collected every hour as long as it trades; it is ready as soon as enough is stored.</p>
      </Notice>
    );
  return (
    <Loaded answer={answer}>
      {({ backtestDataset: release }) =>
        release === null || release.unavailabilityReason === null ? null : (
          <Notice tone="warn">
            <p>{reasonOf(release.unavailabilityReason)}</p>
            {venue === BY_REQUEST && release.unavailabilityReason === 'not_published' ? (
              <>
                <p>
                  <button
                    type="button"
                    class="primary"
                    disabled={request.isSending}
                    onClick={() => void request.send({ input: { venue, market: symbol } })}
                  >
                    Ask for its history
                  </button>
                </p>
                <ProblemMessage problem={request.problem} />
              </>
            ) : null}
          </Notice>
        )
      }
    </Loaded>
  );
}

function History({ dataset: { tables, gaps, release } }: { readonly dataset: Stored }) {
  return (
    <>
      <Table caption="What is stored" rows={tables} columns={COLUMNS} rowKey={({ name }) => name} empty="No rows." />
      <p class="fine">
        {release === null
          ? 'It grows as the market trades, and a row may still be corrected: two runs at other times may read other rows.'
          : `Release ${release}.`}{' '}
        {gaps === null
          ? 'It was not looked through for gaps.'
          : gaps.length === 0
            ? 'It has no gaps.'
            : `It has ${count(gaps.length)} gaps.`}
      </p>
      {gaps === null || gaps.length === 0 ? null : (
        <details>
          <summary>Gaps</summary>
          <ul class="plain-list">
            {gaps.map(({ table, from, to }) => (
              <li key={`${table} ${from}`}>
                {words(table)}: <Time at={from} /> to <Time at={to} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
