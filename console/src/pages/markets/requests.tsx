import { useQuery } from '../../graph/use-query.js';
import { Badge, type Tone } from '../../parts/badge.js';
import { short, words } from '../../parts/format.js';
import { Section } from '../../parts/heading.js';
import { Time } from '../../parts/money.js';
import { ProblemMessage } from '../../parts/problem.js';
import { Progress } from '../../parts/progress.js';
import { type Column, Table } from '../../parts/table/table.js';
import { useRepeated } from '../../streams/repeated.js';
import { MarketRequestsDocument, type MarketRequestsQuery } from './generated/documents.js';
import { reasonOf } from './reasons.js';

type Request = NonNullable<MarketRequestsQuery['marketRequests']>[number];

/** Recordings come by the hour; their beginning is worth a look every few seconds. */
const AGAIN_MS = 5_000;
const TONES: Readonly<Record<Request['state'], Tone>> = {
  requested: 'busy',
  collecting: 'busy',
  ready: 'good',
  refused: 'bad',
};

const COLUMNS: readonly Column<Request>[] = [
  { id: 'market', label: 'Market', value: ({ market }) => market, cell: ({ market }) => short(market, 16) },
  { id: 'venue', label: 'Venue', value: ({ venue }) => venue },
  { id: 'state', label: 'History', value: ({ state }) => state, cell: (request) => <State request={request} /> },
  {
    id: 'requested',
    label: 'Asked for, UTC',
    value: ({ requestedAt }) => requestedAt,
    cell: ({ requestedAt }) => <Time at={requestedAt} />,
  },
];

/** The markets whose history the account asks for; nothing where it asks for none. */
export function Requests() {
  const { data, problem, again } = useQuery(MarketRequestsDocument, {});
  const requests = data?.marketRequests ?? [];
  useRepeated(
    requests.some(({ state }) => state === 'requested' || state === 'collecting'),
    AGAIN_MS,
    again,
  );
  if (requests.length === 0) return <ProblemMessage problem={problem} />;
  return (
    <Section title="History that you asked for">
      <ProblemMessage problem={problem} />
      <Table
        caption="Requests"
        rows={requests}
        columns={COLUMNS}
        rowKey={({ venue, market }) => `${venue} ${market}`}
      />
    </Section>
  );
}

function State({ request: { state, progress, reason } }: { readonly request: Request }) {
  if (state === 'collecting' && progress !== null) return <Progress label="collecting" value={progress} />;
  return (
    <>
      <Badge tone={TONES[state]}>{words(state)}</Badge> {reason === null ? null : reasonOf(reason)}
    </>
  );
}
