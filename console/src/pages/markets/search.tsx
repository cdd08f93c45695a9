import { useEffect, useState } from 'preact/hooks';
import { navigate } from '../../app/location.js';
import { useQuery } from '../../graph/use-query.js';
import { CheckField, SelectField, TextField } from '../../parts/field.js';
import { count } from '../../parts/format.js';
import { Empty, Section } from '../../parts/heading.js';
import { Loaded, Notice } from '../../parts/problem.js';
import { Table } from '../../parts/table/table.js';
import { VENUES } from '../../parts/venues.js';
import { COLUMNS } from './columns.js';
import { type MarketKind, MarketsDocument, type MarketsQuery } from './generated/documents.js';

const PAGE_SIZE = 50;
/** How long somebody pauses who has typed what they look for. */
const PAUSE_MS = 250;
/** The venue that has more markets than can be listed: it is asked by words. */
const SEARCHED = 'polymarket';
const ANY = { value: '', label: 'Any' };
const VENUE_OPTIONS = [ANY, ...VENUES.map((venue) => ({ value: venue, label: venue }))];
const KINDS: readonly MarketKind[] = ['perpetual', 'spot', 'prediction'];
const KIND_OPTIONS = [ANY, ...KINDS.map((kind) => ({ value: kind, label: kind }))];

/** Looks for markets by words, venue and kind; the address says what is looked for, so that it can be kept. */
export function Search({ query }: { readonly query: URLSearchParams }) {
  const [words, setWords] = useState(query.get('query') ?? '');
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const venue = query.get('venue') ?? '';
  const kind = query.get('kind') ?? '';
  const isReady = query.get('ready') === 'true';
  const change = (name: string, value: string) => {
    setCursors([]);
    navigate(addressWith(query, name, value), 'replace');
  };
  useEffect(() => {
    if (words === (query.get('query') ?? '')) return;
    const timer = setTimeout(() => change('query', words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words, query.toString()]);
  const answer = useQuery(MarketsDocument, {
    ...{ query: query.get('query') ?? '', first: PAGE_SIZE, after: cursors.at(-1) ?? null },
    venue: venue === '' ? null : venue,
    kind: KINDS.find((each) => each === kind) ?? null,
    backtestReady: isReady ? true : null,
  });
  return (
    <Section title="Search">
      <div class="form-row">
        <TextField
          label="Words"
          type="search"
          hint="Of the symbol, the name or the question"
          value={words}
          onChange={setWords}
          lengthMax={200}
        />
        <SelectField label="Venue" value={venue} options={VENUE_OPTIONS} onChange={(value) => change('venue', value)} />
        <SelectField label="Kind" value={kind} options={KIND_OPTIONS} onChange={(value) => change('kind', value)} />
      </div>
      <CheckField
        label="Only markets with history for backtests"
        isChecked={isReady}
        onChange={(isChecked) => change('ready', isChecked ? 'true' : '')}
      />
      <Loaded answer={answer}>
        {({ markets }) =>
          markets === null ? (
            <Empty>The markets can not be read now.</Empty>
          ) : (
            <Found
              markets={markets}
              cursors={cursors}
              onTurn={setCursors}
              listsReadyOnly={(query.get('query') ?? '') === '' && lists(venue, kind)}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

function Found(props: {
  readonly markets: NonNullable<MarketsQuery['markets']>;
  readonly cursors: readonly string[];
  readonly onTurn: (cursors: readonly string[]) => void;
  /** Whether a venue that has too many markets to list them is among those that are asked. */
  readonly listsReadyOnly: boolean;
}) {
  const { cursors, onTurn } = props;
  const { nodes, totalCount, pageInfo, unavailableVenues } = props.markets;
  const first = cursors.length * PAGE_SIZE + 1;
  return (
    <>
      {unavailableVenues.length === 0 ? null : (
        <Notice tone="warn">
          <p>{unavailableVenues.join(' and ')} did not answer: its markets are missing here.</p>
        </Notice>
      )}
      <Table
        caption="Markets"
        rows={nodes}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty="No market has these words. A prediction market is also found by the slug in its address at the venue."
      />
      {props.listsReadyOnly ? (
        <p class="fine">
          Of polymarket only the markets with history for backtests are listed. Words of a question find all others.
        </p>
      ) : null}
      {nodes.length === 0 ? null : (
        <div class="buttons">
          <button type="button" disabled={cursors.length === 0} onClick={() => onTurn(cursors.slice(0, -1))}>
            Previous
          </button>
          <button
            type="button"
            disabled={!pageInfo.hasNextPage}
            onClick={() => onTurn([...cursors, pageInfo.endCursor ?? ''])}
          >
            Next
          </button>
          <span class="fine" role="status">
            {count(first)} to {count(first + nodes.length - 1)}
            {totalCount === null ? '' : ` of ${count(totalCount)}`}
          </span>
        </div>
      )}
    </>
  );
}

/** Whether markets of the venue that is searched and not listed are among these. */
function lists(venue: string, kind: string): boolean {
  return (venue === '' || venue === SEARCHED) && (kind === '' || kind === 'prediction');
}

function addressWith(query: URLSearchParams, name: string, value: string): string {
  const next = new URLSearchParams(query);
  if (value === '') next.delete(name);
  else next.set(name, value);
  const text = next.toString();
  return text === '' ? '/app/markets' : `/app/markets?${text}`;
}
