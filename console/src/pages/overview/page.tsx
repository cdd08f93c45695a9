import { useQuery } from '../../graph/use-query.js';
import { Heading } from '../../parts/heading.js';
import { Loaded } from '../../parts/problem.js';
import { useChanges } from '../../streams/watch.js';
import { Alerts } from './alerts.js';
import { Balances } from './balances.js';
import { Bots } from './bots.js';
import { FirstRun } from './first-run.js';
import { OverviewDocument } from './generated/documents.js';
import { KillSwitch } from './kill-switch.js';
import { Runs } from './runs.js';

/** What an account has, what runs for it, and what needs a look. */
export default function OverviewPage() {
  const answer = useQuery(OverviewDocument, {});
  useChanges({ kind: 'deployments' }, answer.again);
  useChanges({ kind: 'backtests' }, answer.again);
  useChanges({ kind: 'wallet' }, answer.again);
  const bots = answer.data?.deployments?.nodes ?? [];
  return (
    <>
      <Heading title="Overview">
        <KillSwitch running={bots.filter(({ status }) => status === 'running' || status === 'starting').length} />
      </Heading>
      <Loaded answer={answer}>
        {(data) => (
          <>
            {data.backtests?.nodes.length === 0 ? <FirstRun /> : null}
            <Alerts overview={data} />
            <div class="columns">
              <Balances wallet={data.wallet} />
              <Bots deployments={data.deployments} />
            </div>
            <Runs backtests={data.backtests} />
          </>
        )}
      </Loaded>
    </>
  );
}
