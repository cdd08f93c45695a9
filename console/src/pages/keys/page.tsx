import { useMemo, useState } from 'preact/hooks';
import { nowMs } from '../../app/clock.js';
import { useStore } from '../../app/store.js';
import { useMutation, useQuery } from '../../graph/use-query.js';
import { Badge } from '../../parts/badge.js';
import { Confirm } from '../../parts/dialog.js';
import { ago, count, words } from '../../parts/format.js';
import { Heading, Section } from '../../parts/heading.js';
import { limitsOf } from '../../parts/limits.js';
import { Time } from '../../parts/money.js';
import { Loaded, Notice } from '../../parts/problem.js';
import { type Column, Table } from '../../parts/table/table.js';
import { session } from '../../session/session.js';
import { CreateKey } from './create-key.js';
import { type KeyFragment, KeysDocument, RevokeKeyDocument } from './generated/documents.js';
import { NeedsSession } from './needs-session.js';

/** The keys of the account: what each may do, when it was used, and its end. */
export default function KeysPage() {
  const { credential } = useStore(session);
  const isKey = credential === 'api_key';
  const answer = useQuery(KeysDocument, isKey ? undefined : {});
  const [isCreating, setCreating] = useState(false);
  if (isKey)
    return (
      <>
        <Heading title="Keys" />
        <NeedsSession />
      </>
    );
  return (
    <>
      <Heading title="Keys">
        <button type="button" class="primary" onClick={() => setCreating(true)}>
          Create a key
        </button>
      </Heading>
      <p>
        A key lets a program act for you, without your session. <a href="/app/mandates">What each may trade</a> is its
        mandate, which never changes.
      </p>
      <Loaded answer={answer}>{({ apiKeys }) => <List keys={apiKeys ?? []} onChange={answer.again} />}</Loaded>
      {isCreating ? <CreateKey onClose={() => setCreating(false)} onCreated={answer.again} /> : null}
    </>
  );
}

function columnsOf(onRevoke: (key: KeyFragment) => void): readonly Column<KeyFragment>[] {
  return [
    { id: 'name', label: 'Name', value: ({ name }) => name },
    { id: 'prefix', label: 'Begins with', value: ({ prefix }) => prefix, cell: ({ prefix }) => <code>{prefix}…</code> },
    {
      id: 'permissions',
      label: 'May',
      value: ({ permissions }) => permissions.join(' '),
      cell: ({ permissions }) => permissions.map((each) => <Badge tone="plain">{words(each)}</Badge>),
    },
    {
      id: 'mandate',
      label: 'Mandate',
      value: ({ mandate }) => limitsOf(mandate).join('; '),
      cell: ({ mandate }) => (mandate === null ? 'no limits' : <Limits texts={limitsOf(mandate)} />),
    },
    {
      id: 'used',
      label: 'Last used',
      value: ({ lastUsedAt }) => lastUsedAt,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : ago(lastUsedAt, nowMs())),
    },
    {
      id: 'today',
      label: 'Requests today',
      isNumber: true,
      value: ({ requestsToday }) => requestsToday,
      cell: ({ requestsToday }) => count(requestsToday),
    },
    {
      id: 'made',
      label: 'Made',
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      id: 'revoke',
      label: 'End it',
      isUnsorted: true,
      value: () => '',
      cell: (key) => (
        <button
          type="button"
          class="small"
          aria-label={`Revoke ${key.name}, ${key.prefix}`}
          onClick={() => onRevoke(key)}
        >
          Revoke
        </button>
      ),
    },
  ];
}

/** The first limit; the others on the page of mandates and to whoever points at it. */
function Limits({ texts: [first = '', ...others] }: { readonly texts: readonly string[] }) {
  return (
    <span title={[first, ...others].join('; ')}>
      {first}
      {others.length === 0 ? '' : ` and ${others.length} more`}
    </span>
  );
}

function List({ keys, onChange }: { readonly keys: readonly KeyFragment[]; readonly onChange: () => void }) {
  const [revoked, setRevoked] = useState<KeyFragment>();
  const [ended, setEnded] = useState<KeyFragment>();
  const columns = useMemo(() => columnsOf(setRevoked), []);
  const change = useMutation(RevokeKeyDocument);
  return (
    <Section title="Keys in use">
      {ended === undefined ? null : (
        <Notice tone="good">
          {ended.name} is revoked: the key that begins with <code>{ended.prefix}</code> works nowhere any more.
        </Notice>
      )}
      <Table
        caption="Keys in use"
        rows={keys}
        columns={columns}
        rowKey={({ id }) => id}
        empty="There is no key. Create one for each program, so that each can be ended alone."
      />
      {revoked === undefined ? null : (
        <Confirm
          title={`Revoke ${revoked.name}`}
          action="Revoke it"
          tone="danger"
          onClose={() => setRevoked(undefined)}
          onConfirm={async () => {
            const { problem } = await change.send({ input: { id: revoked.id } });
            if (problem === undefined) {
              setEnded(revoked);
              onChange();
            }
            return problem;
          }}
        >
          <p>
            The key that begins with <code>{revoked.prefix}</code> stops working everywhere within seconds, for good.
            Bots that were deployed with it go on: stop them under <a href="/app/deployments">deployments</a>.
          </p>
        </Confirm>
      )}
    </Section>
  );
}
