import { useQuery } from '../../graph/use-query.js';
import { Heading } from '../../parts/heading.js';
import { Loaded } from '../../parts/problem.js';
import { useChanges } from '../../streams/watch.js';
import { Alerts } from './alerts.js';
import { Balances } from './balances.js';
import { Bots } from './bots.js';
import { FirstRun } from './first-run.js';
import { type DeploymentStatus, OverviewDocument, type OverviewQuery } from './generated/documents.js';
import { KillSwitch } from './kill-switch.js';
import { Runs } from './runs.js';

const RUNNING: ReadonlySet<DeploymentStatus> = new Set(['starting', 'running', 'stopping']);

/** What an account has, what runs for it, and what needs a look. */
export default function OverviewPage() {
  const answer = useQuery(OverviewDocument, {});
  useChanges({ kind: 'deployments' }, answer.again);
  useChanges({ kind: 'backtests' }, answer.again);
  useChanges({ kind: 'wallet' }, answer.again);
  return (
    <>
      <Heading title="Overview">
        <KillSwitch running={runningOf(answer.data?.deployments)} />
      </Heading>
      <Loaded answer={answer}>
        {(data) => (
          <>
            {data.backtests?.nodes.length === 0 ? <FirstRun /> : null}
            <Alerts overview={data} />
            <div class="columns">
              <Balances wallet={data.wallet} />
              <Bots deployments={data.deployments} from={fromOf(data)} />
            </div>
            <Runs backtests={data.backtests} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** How many run; undefined where that is not known, so that the way to halt them stays open. */
function runningOf(deployments: OverviewQuery['deployments'] | undefined): number | undefined {
  if (deployments == null) return undefined;
  const { length } = deployments.nodes.filter(({ status }) => RUNNING.has(status));
  return length === 0 && deployments.pageInfo.hasNextPage ? undefined : length;
}

/** What a first deployment begins with: the newest result, or the sample. */
function fromOf({ backtests }: OverviewQuery): string {
  const finished = backtests?.nodes.find(({ status }) => status === 'finished');
  return finished === undefined ? 'sample=dip' : `backtest=${encodeURIComponent(finished.id)}`;
}
