import { useStore } from '../../app/store.js';
import { useQuery } from '../../graph/use-query.js';
import { Heading, Section } from '../../parts/heading.js';
import { limitsOf } from '../../parts/limits.js';
import { Loaded } from '../../parts/problem.js';
import { session } from '../../session/session.js';
import { Deployments } from './deployments.js';
import { KeyMandatesDocument, MandatesDocument } from './generated/documents.js';
import { Keys } from './keys.js';
import { LimitList } from './limit-list.js';

/** Who may trade what: each key and each deployment with its limits. */
export default function MandatesPage() {
  const { credential } = useStore(session);
  const isKey = credential === 'api_key';
  const keys = useQuery(KeyMandatesDocument, isKey ? undefined : {});
  const others = useQuery(MandatesDocument, {});
  return (
    <>
      <Heading title="Mandates" />
      <p>
        A mandate limits what a key may trade, by executions and by the bots that it deploys. What would go beyond one
        is refused with <a href="/docs/errors/mandate_exceeded">mandate_exceeded</a>.
      </p>
      {isKey ? null : <Loaded answer={keys}>{({ apiKeys }) => <Keys keys={apiKeys ?? []} />}</Loaded>}
      <Loaded answer={others}>
        {({ account, deployments }) => (
          <>
            {isKey ? (
              <Section title="The key that you signed in with">
                <LimitList texts={limitsOf(account?.mandate)} none="No limits: it may trade what the account may." />
              </Section>
            ) : null}
            <Deployments deployments={deployments} />
          </>
        )}
      </Loaded>
    </>
  );
}
