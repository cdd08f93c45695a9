import { useQuery } from '../../../graph/use-query.js';
import { Editor } from '../../../parts/editor/editor.js';
import { Empty, Section } from '../../../parts/heading.js';
import { Loaded } from '../../../parts/problem.js';
import { pretty } from '../config.js';
import { StrategyDocument } from '../generated/documents.js';

/** What a deployment runs, as it was sent: neither can be changed. */
export function Strategy({ id }: { readonly id: string }) {
  const answer = useQuery(StrategyDocument, { id });
  return (
    <Loaded answer={answer}>
      {({ deployment }) =>
        deployment?.strategy == null ? (
          <Empty>What it ran is gone with its deletion.</Empty>
        ) : (
          <>
            <Section
              title="Strategy"
              actions={
                <a class="button small" href={`/app/deployments/new?deployment=${encodeURIComponent(id)}`}>
                  Deploy it again
                </a>
              }
            >
              <Editor label="The strategy file" language="python" value={deployment.strategy.code} isReadOnly />
            </Section>
            <Section title="Config">
              <Editor label="The config" language="json" value={pretty(deployment.strategy.configJson)} isReadOnly />
            </Section>
          </>
        )
      }
    </Loaded>
  );
}
