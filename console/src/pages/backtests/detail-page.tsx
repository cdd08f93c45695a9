import { useState } from 'preact/hooks';
import type { PageProps } from '../../app/routing.js';
import { useQuery } from '../../graph/use-query.js';
import { Status } from '../../parts/badge.js';
import { Heading, Section } from '../../parts/heading.js';
import { Loaded, Notice } from '../../parts/problem.js';
import { Progress } from '../../parts/progress.js';
import { Tabs } from '../../parts/tabs.js';
import { useChanges } from '../../streams/watch.js';
import { Actions } from './result/actions.js';
import type { Detail } from './result/detail.js';
import { DetailDocument } from './result/generated/documents.js';
import { Logs } from './result/logs.js';
import { Overview } from './result/overview.js';
import { Parameters } from './result/parameters.js';
import { stageOf } from './result/stage.js';
import { TradeViews } from './result/trade-views.js';

/** One backtest: how far it is, and what came of it. */
export default function BacktestPage({ params }: PageProps) {
  const id = params['id'] ?? '';
  const answer = useQuery(DetailDocument, { id });
  const backtest = answer.data?.backtest;
  const isOpen = backtest?.status === 'queued' || backtest?.status === 'running';
  useChanges(isOpen ? { kind: 'backtest', id } : undefined, answer.again);
  return (
    <>
      {backtest === undefined || backtest === null ? <Heading title="Backtest" /> : null}
      <Loaded answer={answer}>{(data) => (data.backtest === null ? null : <Shown backtest={data.backtest} />)}</Loaded>
    </>
  );
}

function Shown({ backtest }: { readonly backtest: Detail }) {
  const [tab, setTab] = useState('result');
  const { id, name, status, held, result } = backtest;
  const views = [
    ...(result === null
      ? []
      : [
          { id: 'result', label: 'Result', content: () => <Overview checks={backtest.checks} result={result} /> },
          { id: 'trades', label: `Trades (${result.trades})`, content: () => <TradeViews backtest={backtest} /> },
        ]),
    { id: 'parameters', label: 'Parameters', content: () => <Parameters backtest={backtest} /> },
    { id: 'logs', label: 'Logs', content: () => <Logs id={id} status={status} /> },
  ];
  return (
    <>
      <Heading title={name ?? `Backtest ${id}`}>
        <Status of={held ? 'held' : status} />
        <Actions backtest={backtest} />
      </Heading>
      <State backtest={backtest} />
      <Tabs label="What to see of it" tabs={views} selected={tab} onSelect={setTab} />
    </>
  );
}

/** What is under way, or why there is no result. */
function State({ backtest }: { readonly backtest: Detail }) {
  const { status, held, error } = backtest;
  if (error !== null)
    return (
      <Notice tone="bad">
        <p>
          {error.message}{' '}
          <a href={`/docs/errors/${error.code}`} title={error.code} target="_blank" rel="noreferrer">
            What to do
          </a>
        </p>
        {error.details.length === 0 ? null : (
          <ul>
            {error.details.map(({ line, text }) => (
              <li key={`${line}${text}`}>
                {line === null ? null : <b>Line {line}: </b>}
                {text}
              </li>
            ))}
          </ul>
        )}
      </Notice>
    );
  if (held) return <Notice tone="plain">It waits until it is started.</Notice>;
  if (status !== 'queued' && status !== 'running') return null;
  const { label, fraction } = stageOf(backtest);
  return (
    <Section title={status === 'queued' ? 'In the queue' : 'Running'}>
      <Progress label={label} value={fraction} />
    </Section>
  );
}
