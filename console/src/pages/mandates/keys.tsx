import { Badge } from '../../parts/badge.js';
import { words } from '../../parts/format.js';
import { Empty, Section } from '../../parts/heading.js';
import { limitsOf } from '../../parts/limits.js';
import type { KeyMandatesQuery } from './generated/documents.js';
import { LimitList } from './limit-list.js';

type Key = NonNullable<KeyMandatesQuery['apiKeys']>[number];

/** What each key may do. */
export function Keys({ keys }: { readonly keys: readonly Key[] }) {
  return (
    <Section title="Keys" actions={<a href="/app/keys">Create or revoke</a>}>
      {keys.length === 0 ? <Empty>There is no key.</Empty> : null}
      {keys.map((key) => (
        <div key={key.id} class="mandate-row">
          <h3>
            {key.name} <code>{key.prefix}…</code>
          </h3>
          <p>
            {key.permissions.map((each) => (
              <Badge key={each} tone="plain">
                {words(each)}
              </Badge>
            ))}
          </p>
          <LimitList texts={limitsOf(key.mandate)} none={noneFor(key)} />
        </div>
      ))}
    </Section>
  );
}

/** A key that only reads trades nothing, whatever its mandate says. */
function noneFor({ permissions }: Key): string {
  return permissions.every((each) => each === 'read')
    ? 'Trades nothing.'
    : 'No limits: it may trade what the account may.';
}
