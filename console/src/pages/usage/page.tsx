import { nowMs } from '../../app/clock.js';
import { useStore } from '../../app/store.js';
import { useQuery } from '../../graph/use-query.js';
import { Figure, Figures } from '../../parts/figure.js';
import { ago, bytes, count, duration } from '../../parts/format.js';
import { Empty, Heading, Section } from '../../parts/heading.js';
import { Time } from '../../parts/money.js';
import { Loaded } from '../../parts/problem.js';
import { type Column, Table } from '../../parts/table/table.js';
import { session } from '../../session/session.js';
import { useChanges } from '../../streams/watch.js';
import { KeyUsageDocument, type KeyUsageQuery, UsageDocument, type UsageQuery } from './generated/documents.js';
import { Meter } from './meter.js';

type Account = NonNullable<UsageQuery['account']>;
type Key = NonNullable<KeyUsageQuery['apiKeys']>[number];

const COLUMNS: readonly Column<Key>[] = [
  { id: 'name', label: 'Key', value: ({ name }) => name },
  { id: 'prefix', label: 'Begins with', value: ({ prefix }) => prefix, cell: ({ prefix }) => <code>{prefix}…</code> },
  {
    id: 'today',
    label: 'Requests today',
    isNumber: true,
    value: ({ requestsToday }) => requestsToday,
    cell: ({ requestsToday }) => count(requestsToday),
  },
  {
    id: 'used',
    label: 'Last used',
    value: ({ lastUsedAt }) => lastUsedAt,
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : ago(lastUsedAt, nowMs())),
  },
];

/** What the account uses, beside what it may use. */
export default function UsagePage() {
  const { credential } = useStore(session);
  const answer = useQuery(UsageDocument, {});
  const keys = useQuery(KeyUsageDocument, credential === 'api_key' ? undefined : {});
  useChanges({ kind: 'backtests' }, answer.again);
  useChanges({ kind: 'deployments' }, answer.again);
  return (
    <>
      <Heading title="Usage" />
      <Loaded answer={answer}>
        {({ account }) =>
          account === null ? (
            <Empty>The account can not be read now.</Empty>
          ) : (
            <>
              <Requests account={account} />
              <Work usage={account.runtimeUsage} />
            </>
          )
        }
      </Loaded>
      {credential === 'api_key' ? null : (
        <Loaded answer={keys}>
          {({ apiKeys }) => (
            <Section title="By key" actions={<a href="/app/keys">Keys</a>}>
              <Table
                caption="Requests by key"
                rows={apiKeys ?? []}
                columns={COLUMNS}
                rowKey={({ id }) => id}
                empty="There is no key."
              />
            </Section>
          )}
        </Loaded>
      )}
    </>
  );
}

function Requests({ account: { plan, limits, usage } }: { readonly account: Account }) {
  return (
    <Section title="Requests">
      <Figures>
        <Figure
          label="Today"
          note={
            <>
              by all keys and sessions; begins again <Time at={usage.resetsAt} />
            </>
          }
        >
          {count(usage.requestsToday)}
        </Figure>
        <Figure label="Allowed per minute" note="for each key by itself">
          {count(limits.requestsPerMinute)}
        </Figure>
        <Figure label="Plan">{plan.name}</Figure>
      </Figures>
    </Section>
  );
}

function Work({ usage }: { readonly usage: Account['runtimeUsage'] }) {
  if (usage === null)
    return (
      <Section title="Backtests and bots">
        <Empty>Their usage can not be read now.</Empty>
      </Section>
    );
  return (
    <Section title="Backtests and bots">
      <div class="meters">
        <Meter label="Running backtests" value={usage.runningBacktests} limit={usage.concurrentBacktestsLimit} />
        <Meter label="Queued backtests" value={usage.queuedBacktests} limit={usage.queuedBacktestsLimit} />
        <Meter label="Running deployments" value={usage.runningDeployments} limit={usage.runningDeploymentsLimit} />
        <Meter
          label="Processor time of backtests, last hour"
          value={usage.backtestProcessorSeconds}
          limit={usage.backtestProcessorSecondsLimit}
          written={duration}
          note="Beyond the limit, new backtests are refused until an hour has passed."
        />
        <Meter
          label="Stored by backtests"
          value={usage.storedBytes}
          limit={usage.storedBytesLimit}
          written={bytes}
          note="Requests, logs, trades and results. A running one counts as the most that it may store."
        />
      </div>
    </Section>
  );
}
