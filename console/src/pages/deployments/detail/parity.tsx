import { useMutation, useQuery } from '../../../graph/use-query.js';
import { Badge, Status } from '../../../parts/badge.js';
import { Figure, Figures } from '../../../parts/figure.js';
import { count, percent, price, words } from '../../../parts/format.js';
import { Empty, Section } from '../../../parts/heading.js';
import { Profit, Time } from '../../../parts/money.js';
import { Loaded, Notice, ProblemMessage } from '../../../parts/problem.js';
import { Progress } from '../../../parts/progress.js';
import { type Column, Table } from '../../../parts/table/table.js';
import { useChanges } from '../../../streams/watch.js';
import {
  ParityDocument,
  ParityProgressDocument,
  type ParityQuery,
  StartParityDocument,
} from '../generated/documents.js';

type Compared = NonNullable<NonNullable<ParityQuery['deployment']>['parity']>;
type Report = NonNullable<Compared['report']>;
type Row = Report['rows'][number];

const COLUMNS: readonly Column<Row>[] = [
  { id: 'symbol', label: 'Market', value: ({ symbol }) => symbol },
  { id: 'side', label: 'Side', value: ({ side }) => side, cell: ({ side }) => <Badge tone="plain">{side}</Badge> },
  {
    id: 'opened',
    label: 'Opened (UTC)',
    value: ({ deployed, replayed }) => deployed?.openedAt ?? replayed?.openedAt,
    cell: ({ deployed, replayed }) => <Time at={deployed?.openedAt ?? replayed?.openedAt} />,
  },
  {
    id: 'deployed-in',
    label: 'In: deployed',
    isNumber: true,
    value: ({ deployed }) => deployed?.openRate,
    cell: ({ deployed }) => price(deployed?.openRate),
  },
  {
    id: 'replayed-in',
    label: 'In: replayed',
    isNumber: true,
    value: ({ replayed }) => replayed?.openRate,
    cell: ({ replayed }) => price(replayed?.openRate),
  },
  {
    id: 'deployed',
    label: 'Deployed, USD',
    isNumber: true,
    value: ({ deployed }) => deployed?.profitUsd,
    cell: ({ deployed }) => (deployed === null ? 'no trade' : <Profit amount={deployed.profitUsd} />),
  },
  {
    id: 'replayed',
    label: 'Replayed, USD',
    isNumber: true,
    value: ({ replayed }) => replayed?.profitUsd,
    cell: ({ replayed }) => (replayed === null ? 'no trade' : <Profit amount={replayed.profitUsd} />),
  },
  {
    id: 'causes',
    label: 'Why they differ',
    value: ({ causes }) => causes.join(' '),
    cell: ({ causes }) => (causes.length === 0 ? 'they do not' : causes.map(words).join(', ')),
  },
];

/** A deployment beside a backtest of its own period: whether it did what the strategy means. */
export function Parity({ id, hasRun }: { readonly id: string; readonly hasRun: boolean }) {
  const answer = useQuery(ParityDocument, { id });
  const start = useMutation(StartParityDocument);
  const { status, backtestId = '' } = answer.data?.deployment?.parity ?? {};
  const isUnderWay = status === 'queued' || status === 'running';
  // What changes while it is made is its backtest.
  useChanges(isUnderWay ? { kind: 'backtest', id: backtestId } : undefined, answer.again);
  const ask = async () => {
    await start.send({ input: { id } });
    answer.again();
  };
  return (
    <Section
      title="What a backtest of the same time decides"
      actions={
        <button type="button" disabled={!hasRun || isUnderWay || start.isSending} onClick={() => void ask()}>
          {status === undefined ? 'Compare with a backtest' : 'Compare again'}
        </button>
      }
    >
      <p class="fine">
        A backtest of the same strategy, config and markets over the time in which this ran. Each trade that differs
        says why.
      </p>
      <ProblemMessage problem={start.problem} />
      <Loaded answer={answer}>
        {({ deployment }) =>
          deployment?.parity == null ? (
            <Empty>{hasRun ? 'No report was asked for yet.' : 'It has never run: there is nothing to compare.'}</Empty>
          ) : (
            <Found parity={deployment.parity} />
          )
        }
      </Loaded>
    </Section>
  );
}

function Found({ parity }: { readonly parity: Compared }) {
  const { backtestId, status, from, to, error, report } = parity;
  return (
    <>
      <p>
        <Status of={status} /> <a href={`/app/backtests/${encodeURIComponent(backtestId)}`}>Its backtest</a>, from{' '}
        <Time at={from} /> to <Time at={to} /> UTC.
      </p>
      {report === null && error === null ? <UnderWay backtestId={backtestId} status={status} /> : null}
      {error === null ? null : (
        <Notice tone="bad">
          <p>
            {error.message} <code>{error.code}</code>
          </p>
        </Notice>
      )}
      {report === null ? null : <Shown report={report} />}
    </>
  );
}

/** How far the backtest of a report is. */
function UnderWay({ backtestId, status }: { readonly backtestId: string; readonly status: Compared['status'] }) {
  const { data, again } = useQuery(ParityProgressDocument, { id: backtestId });
  useChanges({ kind: 'backtest', id: backtestId }, again);
  const progress = data?.backtest?.progress;
  return (
    <Progress
      label={progress == null ? words(status) : `simulated to ${progress.simulatedAt.slice(0, 10)}`}
      value={progress?.fraction}
    />
  );
}

function Shown({ report }: { readonly report: Report }) {
  const { effects } = report;
  return (
    <>
      <Figures>
        <Figure label="Trades compared">{count(report.trades)}</Figure>
        <Figure label="The same in both">{count(report.same)}</Figure>
        <Figure label="Explained" formula="Trades that are the same or differ for a known cause, among all of them.">
          {percent(report.explainedPct)}
        </Figure>
      </Figures>
      <h3 class="effects">By how much trades of both differ: deployed minus replayed, in USD</h3>
      <Figures>
        <Figure label="By prices">
          <Profit amount={effects.priceUsd} />
        </Figure>
        <Figure label="By amounts">
          <Profit amount={effects.sizeUsd} />
        </Figure>
        <Figure label="By fees">
          <Profit amount={effects.feeUsd} />
        </Figure>
        <Figure label="By funding and the rest">
          <Profit amount={effects.fundingUsd} />
        </Figure>
      </Figures>
      {report.causes.length === 0 ? null : (
        <p>Causes: {report.causes.map(({ cause, trades }) => `${words(cause)} (${trades})`).join(', ')}.</p>
      )}
      {report.truncated ? <p class="fine">Older trades are left out.</p> : null}
      <Table
        caption="Compared trades"
        rows={report.rows}
        columns={COLUMNS}
        rowKey={(_, index) => String(index)}
        empty="Neither of them has closed a trade in this time."
      />
    </>
  );
}
