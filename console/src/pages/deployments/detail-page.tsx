import { useState } from 'preact/hooks';
import type { PageProps } from '../../app/routing.js';
import { useQuery } from '../../graph/use-query.js';
import { Badge, Mode, Status } from '../../parts/badge.js';
import { usd } from '../../parts/format.js';
import { Heading } from '../../parts/heading.js';
import { Loaded, Notice } from '../../parts/problem.js';
import { Tabs } from '../../parts/tabs.js';
import { useRepeated } from '../../streams/repeated.js';
import { useChanges } from '../../streams/watch.js';
import { Actions, type Left } from './detail/actions.js';
import { Capital } from './detail/capital.js';
import { cents } from './detail/cents.js';
import { Diagnosis } from './detail/diagnosis.js';
import { Equity } from './detail/equity.js';
import { GONE } from './detail/gone.js';
import { Logs } from './detail/logs.js';
import { Orders } from './detail/orders.js';
import { Parity } from './detail/parity.js';
import { Positions } from './detail/positions.js';
import type { Shown } from './detail/shown.js';
import { Standing } from './detail/standing.js';
import { Strategy } from './detail/strategy.js';
import { Trades } from './detail/trades.js';
import { DeploymentDocument } from './generated/documents.js';

const SETUP_LOOK_MS = 5_000;

/** One deployment: what it has and does, and all that can be done with it. */
export default function DeploymentPage({ params: { id = '' } }: PageProps) {
  const answer = useQuery(DeploymentDocument, { id });
  const bot = answer.data?.deployment;
  // A deleted one changes no more.
  useChanges(bot?.status === 'deleted' ? undefined : { kind: 'deployment', id }, answer.again);
  // Its setup is the wallet's: the deployment shows within seconds what became of it, and nothing tells when.
  useRepeated(bot?.venueSetup?.status === 'processing', SETUP_LOOK_MS, answer.again);
  const [left, setLeft] = useState<readonly Left[]>([]);
  return (
    <>
      <Heading title={bot?.name ?? 'Deployment'}>
        {bot == null ? null : (
          <>
            <span class="badges">
              <Mode of={bot.mode} />
              <Status of={bot.status} />
              {bot.entriesBlocked === true && bot.status === 'running' ? (
                <Badge tone="warn">opens nothing</Badge>
              ) : null}
            </span>
            <Actions bot={bot} onChanged={answer.again} onLeft={setLeft} />
          </>
        )}
      </Heading>
      <Loaded answer={answer}>
        {({ deployment }) =>
          deployment === null ? null : (
            <>
              <Warnings bot={deployment} />
              <LeftOpen left={left} venue={deployment.venue} />
              <Capital bot={deployment} />
              {GONE.has(deployment.status) ? <Gone bot={deployment} /> : <Views bot={deployment} />}
            </>
          )
        }
      </Loaded>
    </>
  );
}

function Views({ bot }: { readonly bot: Shown }) {
  const [view, setView] = useState('now');
  const { id } = bot;
  return (
    <Tabs
      label="Views of the deployment"
      selected={view}
      onSelect={setView}
      tabs={[
        { id: 'now', label: 'Now', content: () => <Now bot={bot} /> },
        { id: 'trades', label: 'Trades', content: () => <Trades id={id} total={bot.metrics.trades.total} /> },
        { id: 'orders', label: 'Orders', content: () => <Orders bot={bot} /> },
        { id: 'logs', label: 'Logs', content: () => <Logs id={id} /> },
        { id: 'parity', label: 'Bot and backtest', content: () => <Parity id={id} hasRun={bot.startedAt !== null} /> },
        { id: 'strategy', label: 'Strategy', content: () => <Strategy id={id} /> },
      ]}
    />
  );
}

function Now({ bot }: { readonly bot: Shown }) {
  return (
    <>
      <Standing bot={bot} />
      <Diagnosis
        id={bot.id}
        status={`${bot.status} ${bot.entriesBlocked} ${bot.metrics.trades.open} ${bot.venueSetup?.status} ${bot.venueAccount?.funded}`}
        hasTraded={bot.metrics.trades.total > 0 && bot.status === 'running'}
      />
      <Positions bot={bot} />
      <Equity id={bot.id} asOf={bot.metrics.asOf} />
    </>
  );
}

/** What is left to be read of a deployment that is deleted. */
function Gone({ bot }: { readonly bot: Shown }) {
  return (
    <>
      <Notice tone="plain">
        <p>
          It is deleted: its trades, its log, its equity and its strategy are gone. What follows can be read for 30
          days.
        </p>
      </Notice>
      <Standing bot={bot} />
    </>
  );
}

/** What was held when it was deleted: nothing shows that later. */
function LeftOpen({ left, venue }: { readonly left: readonly Left[]; readonly venue: string }) {
  if (left.length === 0) return null;
  const positions = left.map(({ symbol, side, sizeUsd }) => `${symbol} ${side}, ${usd(cents(sizeUsd))} USD`);
  return (
    <Notice tone="warn">
      <p>
        It left this open at {venue}, and nobody looks after it: {positions.join('; ')}. Close it at the venue, or by an
        execution.
      </p>
    </Notice>
  );
}

function Warnings({ bot: { error, health, status } }: { readonly bot: Shown }) {
  return (
    <>
      {error === null ? null : (
        <Notice tone="bad">
          <p>
            It can not go on: {error.message} <code>{error.code}</code>
          </p>
        </Notice>
      )}
      {health.differences.map(({ text, since }) => (
        <Notice key={`${text}${since}`} tone="bad">
          <p>{text}</p>
        </Notice>
      ))}
      {status === 'running' && health.feedSilentSince !== null ? (
        <Notice tone="warn">
          <p>It gets no prices from its venue: it goes on when they come again.</p>
        </Notice>
      ) : null}
    </>
  );
}
