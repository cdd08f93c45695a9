import { Mode, Status } from '../../parts/badge.js';
import { instant } from '../../parts/format.js';
import { Empty, Section } from '../../parts/heading.js';
import { limitsOf } from '../../parts/limits.js';
import type { MandatesQuery } from './generated/documents.js';
import { LimitList } from './limit-list.js';

type List = MandatesQuery['deployments'];
type Deployment = NonNullable<List>['nodes'][number];

/** What each deployment may do: its venue and markets, and what it keeps of its key's mandate. */
export function Deployments({ deployments }: { readonly deployments: List }) {
  if (deployments === null)
    return (
      <Section title="Deployments">
        <Empty>The deployments can not be read now.</Empty>
      </Section>
    );
  return (
    <Section title="Deployments" actions={<a href="/app/deployments">All deployments</a>}>
      {deployments.nodes.length === 0 ? <Empty>Nothing is deployed.</Empty> : null}
      {deployments.nodes.map((each) => (
        <div key={each.id} class="mandate-row">
          <h3>
            <a href={`/app/deployments/${each.id}`}>{each.name}</a>
          </h3>
          <p>
            <Mode of={each.mode} /> <Status of={each.status} />
          </p>
          <LimitList texts={textsOf(each)} none="" />
        </div>
      ))}
      {deployments.pageInfo.hasNextPage ? <p class="fine">The newest 100.</p> : null}
    </Section>
  );
}

function textsOf({ venue, symbols, mode, aliveUntil, mandate }: Deployment): string[] {
  return [
    ...limitsOf({ venues: [venue], symbols }),
    mode === 'live' ? "with the account's money" : 'with simulated money alone',
    ...(aliveUntil === null ? [] : [`until ${instant(aliveUntil)} UTC`]),
    ...limitsOf(mandate),
  ];
}
